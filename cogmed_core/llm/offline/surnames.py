"""How people are called in a Chinese case: surnames of two characters, and masked names (欧阳某1, 张某甲)."""

COMPOUND = (
    "欧阳|司徒|上官|诸葛|司马|东方|皇甫|尉迟|公孙|慕容|令狐|夏侯|端木|宇文|长孙|独孤|南宫|轩辕|呼延|钟离|澹台|申屠|太史|公冶|濮阳|淳于"
    "|单于|仲孙|闻人|赫连|鲜于|司空|司寇|百里|东郭|南门|西门|拓跋|万俟|羊舌|微生|梁丘|左丘|段干|穀梁|谷梁|公羊|乐正|漆雕|宗政|纳兰|完颜"
    "|爱新觉罗|叶赫那拉"
)
"""Alternatives of a pattern."""
MASKED = rf"(?:{COMPOUND}|[\u4e00-\u9fa5])某[甲乙丙丁戊己庚辛某]?\d{{0,2}}"
"""A pattern of one masked name, the whole of it."""
