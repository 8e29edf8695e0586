"""Anonymizing keeps 20,000 characters a second on one core, and its cost grows with the length only."""

import os
import subprocess
import sys
from time import process_time

from cogmed_core.cases.anonymise import Anonymiser

SURNAMES, GIVEN = "王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁", "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平"
PARAGRAPH = (
    "原告{a}与被告{b}民间借贷纠纷一案，本院立案后，依法公开开庭进行了审理。{a}称，2021年3月5日，{b}因经营需要向其借款"
    "30万元，约定年利率百分之十二，{b}出具借条一张。借款到期后，{a}多次催要，{b}以资金困难为由拒绝偿还。调解员先后三次上门，"
    "分别与{a}、{b}沟通，释明法律规定，引导双方换位思考，最终促成双方达成分期还款协议。（联系电话：138{n:08d}）\n"
)


def text_of(paragraphs: int) -> str:
    names = [s + g + h for s in SURNAMES for g in GIVEN for h in GIVEN]
    return "".join(
        PARAGRAPH.format(a=names[(7 * n) % len(names)], b=names[(7 * n + 3001) % len(names)], n=n)
        for n in range(paragraphs)
    )


def measure() -> None:
    """Print characters and seconds for a short and a long text."""
    anonymiser = Anonymiser()
    anonymiser.spans("先读一次权重。")
    for paragraphs in (300, 1800):
        text = text_of(paragraphs)
        began = process_time()
        assert len(anonymiser.spans(text)) > len(text) // 100
        print(len(text), process_time() - began)


def test_speed_and_linear_cost() -> None:
    one_core = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "VECLIB_MAXIMUM_THREADS": "1"}
    done = subprocess.run([sys.executable, __file__], env=one_core, capture_output=True, text=True, check=True)
    (short, quick), (long, slow) = (map(float, line.split()) for line in done.stdout.splitlines())
    assert long > 340_000, "a judgment of 1 MB"
    assert long / slow > 20_000
    assert slow / quick < 1.5 * long / short


if __name__ == "__main__":
    measure()
