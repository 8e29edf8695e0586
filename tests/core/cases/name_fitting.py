"""Fits the weights of ``name_weights.toml`` anew, to the repository's own texts with names drawn at random.

    python tests/core/cases/name_fitting.py [SEED] > name_weights.toml

The texts are the sample cases, whose people are invented, and the sentences below. In every copy all people get new
names: of common, seldom and compound surnames, with usual and odd given names, and names that are ordinary words. A
string of a text is a name or not; a logistic regression tells them apart by their signs (``names/evidence.py``).
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.evidence import Evidence
from cogmed_core.cases.anonymise.names.scored import Places, places_of
from cogmed_core.cases.anonymise.tagging.tagger import load_tagger

ROOT = Path(__file__).parents[3]
SENTENCES = """
{a}与{b}系合伙人，{b}退伙后要求分红，{a}不同意。
原告{a}诉称，被告{b}拖欠货款，{c}提供担保。
调解员{a}请{b}先说，再听{c}的意见。
{a}向{b}转账五千元，后又向{c}借款两万元。
经多次劝说，{a}表示愿意道歉，{b}撤回申请。
遗有子女{a}、{b}、{c}，均已成年。
{a}名下的车辆由{b}驾驶，{c}坐在副驾驶。
看到{a}与{b}签字，{c}在旁边没有说话。
乘客{a}、{b}均受轻伤，司机{c}负全责。
{a}认为{b}应当赔偿，{b}则认为自己没有过错。
社区民警劝开{a}和{b}，{c}报了警。
被告{a}辩称借款已还清，{b}拿不出收条。
{a}在工地上摔伤，{b}把{a}送到医院，医药费由{b}垫付。
{a}、{b}等十二人向{c}讨要工资。
后{a}起诉至法院，要求{b}返还彩礼。
{a}说，孩子一直由{b}带着，{c}从来不管。
双方因{a}家的排水管发生争执，{b}动手打了{c}。
公司负责人{a}到场，{b}提交了考勤记录。
{a}将房屋租给{b}，租期三年，{b}提前退租。
介绍人{a}证明，{b}确实收过{c}的钱。
""".strip().splitlines()
"""Each is used alone, as the snippets of a hard case are, and several in a row."""
PEOPLE = re.findall(
    r"\w+",
    """
宗毓平 尤桂兰 展奕舟 岑大川 岑小苹 康予宁 戎启航 林知予 柯茂林 沈国栋 温若岚 秦一诺 秦少川 罗槐生 苏皖生 荆松涛
裘玉珍 褚明岳 计茜茵 费立群 邬倩 郜景川 钱原 闵道临 阮知夏 霍岱川 顾晓澜 魏立夏 魏长根
""",
)
"""Everybody in the Chinese sample cases."""
WORDS = re.findall(
    r"\w\w",
    """
何时 余元 万里 庄严 常乐 高兴 安静 江山 和平 向阳 白云 黄河 田园 宁静 温柔 甘露 金星 方圆
平安 成功 高峰 高原 明亮 乐观 文章 武术 严肃 康庄 夏天 梅花 杨柳 陶瓷 白雪 雷雨 强盛 路遥
谷雨 纪念 时光 温馨 安康 金秋 石榴 田野 康健 师表 连山 管乐 相声 安宁 白桦 常青
""",
)
COMMON = "".join(bytes((row, cell)).decode("gb2312") for row in range(0xB0, 0xD7) for cell in range(0xA1, 0xFF))
"""The commoner characters of GB 2312."""
SHARES = {"common": 12, "rare": 2, "further rare": 1, "seldom": 1, "compound": 2, "word": 2}
COPIES = 24
BIAS = 1.25
"""Added to what was fitted: a name that is missed does more harm than a word that is masked."""
STRENGTH = 0.3
LEAST = 0.05


def name(draw: random.Random) -> str:
    """Return a name of a kind drawn by its share."""
    kind = draw.choices(list(SHARES), list(SHARES.values()))[0]
    if kind == "word":
        return draw.choice(WORDS)
    surname = draw.choice(sorted(words(f"{kind} surnames")))
    usual = sorted(words("usual in given names"))
    letters = usual if draw.random() < 0.8 else COMMON
    return surname + "".join(draw.choice(letters) for _ in range(draw.choice((1, 2, 2))))


def renamed(text: str, people: list[str], draw: random.Random) -> tuple[str, set[str]]:
    """Return a text with new names for its people, and the names."""
    new: dict[str, str] = {}
    while len(new) < len(people):
        drawn = name(draw)
        if drawn not in new.values() and drawn not in text:
            new[people[len(new)]] = drawn
    pattern = re.compile("|".join(map(re.escape, sorted(people, key=len, reverse=True))))
    return pattern.sub(lambda match: new[match.group()], text) if people else text, set(new.values())


def texts(draw: random.Random) -> Iterator[tuple[str, set[str]]]:
    """Yield texts with the names in them: whole cases, parts of them, sentences."""
    for path in sorted((ROOT / "raw_cases").glob("[!e]*.json")):
        case = "\n".join(json.loads(path.read_text(encoding="utf-8"))["content"].values())
        people = [one for one in PEOPLE if one in case]
        for copy in range(COPIES):
            text, names = renamed(case, people, draw)
            yield text, names
            parts = re.findall(r"[^。\n]+[。\n]?", text)
            for _ in range(6):
                start = draw.randrange(len(parts))
                yield "".join(parts[start : start + 1 + copy % 4]), names
    for _ in range(40 * COPIES):
        chosen = "".join(draw.sample(SENTENCES, draw.choice((1, 1, 2, 4))))
        yield renamed(chosen, sorted(set(re.findall(r"\{\w\}", chosen))), draw)


def samples(draw: random.Random) -> Iterator[tuple[dict[str, float], bool]]:
    """Yield the signs of each string that could be a name, and whether it is one."""
    for text, names in texts(draw):
        document = Document.of(text, load_tagger())
        evidence = Evidence(document)
        found: dict[str, Places] = places_of(document, evidence)
        for string, places in found.items():
            part = any(string != whole and (string in whole or whole in string) for whole in names)
            if string in names or not part or draw.random() < 0.3:
                yield dict(evidence.of_string(string, places)), string in names


def fitted(draw: random.Random) -> dict[str, float]:
    """Return sign → weight."""
    rows, right = zip(*samples(draw), strict=True)
    signs = sorted(set().union(*rows))
    place = {sign: number for number, sign in enumerate(signs)}
    matrix = np.zeros((len(rows), len(signs)), np.float32)
    for number, row in enumerate(rows):
        for sign, value in row.items():
            matrix[number, place[sign]] = value
    model = LogisticRegression(C=STRENGTH, max_iter=400).fit(matrix, right)
    found = dict(zip(signs, map(float, model.coef_[0]), strict=True)) | {"bias": float(model.intercept_[0]) + BIAS}
    return {sign: round(weight, 2) for sign, weight in sorted(found.items()) if abs(weight) >= LEAST}


def main() -> None:
    """Print the weights."""
    for sign, weight in fitted(random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)).items():
        print(f'"{sign}" = {weight}')


if __name__ == "__main__":
    main()
