"""Things that are counted, of which many a name is a surname too: 这笔钱, 两辆车, 那块田."""

from cogmed_core.cases.anonymise.lexicon import words

MEASURES = "笔些点辆台部块亩间套处幢栋条段根棵株头匹只扇张把份批袋箱瓶桶堆层件项起场道幅口座"
"""What things are counted by, and people not."""
_COUNT = "这那哪每几一二两三四五六七八九十百千万半0123456789"
_COUNTED_BY = {
    "钱": "笔些点块",
    "车": "辆台部些",
    "田": "块亩片些",
    "石": "块些堆",
    "金": "块些",
    "房": "间套处幢栋些",
    "路": "条段些",
    "牛": "头些",
    "马": "匹些",
    "羊": "只头些",
    "米": "袋批些",
    "酒": "瓶箱批些",
    "鱼": "条批些",
    "门": "扇道些",
    "苗": "批株些",
    "沙": "堆车些",
}
"""Surname that is a thing → what it is counted by."""


def is_counted(before: str, name: str) -> bool:
    """Say whether a thing and the next word stand there and no name: 这笔钱原是, not 这笔钱小芳借的款.

    ``before`` is the two characters before it. A character that is usual in given names leaves it open.
    """
    return (
        len(before) > 1
        and before[0] in _COUNT
        and before[1] in _COUNTED_BY.get(name[0], "")
        and words("usual in given names").isdisjoint(name[1:])
    )
