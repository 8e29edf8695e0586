"""One pseudonym a person, and of a different person never."""

_LABELS = {"ORG": "某公司", "ADDR": "某地址", "PHONE": "某电话", "EMAIL": "某邮箱"}


class Register:
    """Gives out pseudonyms in the order of first appearance; the same original always gets the same one."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}

    def pseudonym(self, kind: str, original: str) -> str:
        """Return the pseudonym of ``original``, a new one at its first appearance."""
        key = (kind, "".join(original.split()))
        if key not in self._given:
            stem = f"{original[0]}某" if kind == "PER" else _LABELS.get(kind, "某号码")
            self._counts[stem] = self._counts.get(stem, 0) + 1
            self._given[key] = f"{stem}{self._counts[stem]}"
        return self._given[key]
