"""A reader of almost-JSON: what models write when they mean JSON.

Forgiven are single, curly and full-width quotes, full-width punctuation, trailing commas, Python's True, False
and None, and line breaks inside strings. Nothing is closed that the author left open, and no two readings are
weighed: where the text is not clearly one value it is none.
"""

import json
import re
from typing import Any, NoReturn

SPACE = re.compile(r"[\s\u3000\ufeff]*")
NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?(?![\w.．％%/])", re.ASCII)
WORD = re.compile(r"[A-Za-z]+")
WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
PUNCTUATION = {"｛": "{", "｝": "}", "［": "[", "］": "]", "，": ",", "：": ":"}
CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}
DEEPEST = 40


def parse_lenient(text: str, start: int) -> tuple[Any, int]:
    """Return the object that begins at ``start`` and where it ends.

    Raises:
        ValueError: it is incomplete or not clearly one value; the text says where.
    """
    reader = _Reader(text, start)
    return reader.value(0), reader.position


class _Reader:
    def __init__(self, text: str, position: int) -> None:
        self._text = text
        self.position = position

    def value(self, depth: int) -> Any:
        mark = self._mark()
        if depth > DEEPEST:
            self._fail("too many levels")
        if mark == "{":
            return self._object(depth)
        if mark == "[":
            return self._array(depth)
        if mark in CLOSING:
            return self._string(mark)
        return self._word_or_number()

    def _mark(self) -> str:
        """Return the next character that is not a space, full-width punctuation as its plain form."""
        found = SPACE.match(self._text, self.position)
        self.position = found.end() if found else self.position
        if self.position >= len(self._text):
            self._fail("it is cut off")
        character = self._text[self.position]
        return PUNCTUATION.get(character, character)

    def _object(self, depth: int) -> dict[str, Any]:
        self.position += 1
        value: dict[str, Any] = {}
        while self._mark() != "}":
            quote = self._mark()
            if quote not in CLOSING:
                self._fail("a quoted key is expected")
            key = self._string(quote)
            if self._mark() != ":":
                self._fail("a colon is expected")
            self.position += 1
            child = self.value(depth + 1)
            if key in value and value[key] != child:
                self._fail(f"the key {key!r} is given twice")
            value[key] = child
            self._comma("}")
        self.position += 1
        return value

    def _array(self, depth: int) -> list[Any]:
        self.position += 1
        items: list[Any] = []
        while self._mark() != "]":
            items.append(self.value(depth + 1))
            self._comma("]")
        self.position += 1
        return items

    def _comma(self, closing: str) -> None:
        mark = self._mark()
        if mark == ",":
            self.position += 1
        elif mark != closing:
            self._fail(f"a comma or {closing} is expected")

    def _string(self, opening: str) -> str:
        closing, start = CLOSING[opening], self.position + 1
        end = start
        while end < len(self._text) and self._text[end] != closing:
            end += 2 if self._text[end] == "\\" else 1
        if end >= len(self._text):
            self._fail("a string is cut off")
        self.position = end + 1
        inside = self._text[start:end]
        if "\\" not in inside:
            return inside
        escaped = inside.replace("\\'", "'") if closing == "'" else inside
        bare = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', escaped)
        try:
            return str(json.loads(f'"{bare}"', strict=False))
        except json.JSONDecodeError:
            self._fail("a string has a bad escape")

    def _word_or_number(self) -> Any:
        number = NUMBER.match(self._text, self.position)
        if number:
            self.position = number.end()
            digits = number.group()
            return float(digits) if set(digits) & set(".eE") else int(digits)
        word = WORD.match(self._text, self.position)
        if word is None or word.group() not in WORDS:
            self._fail("a value is expected")
        self.position = word.end()
        return WORDS[word.group()]

    def _fail(self, what: str) -> NoReturn:
        raise ValueError(f"the reply is not valid JSON: {what} at character {self.position}")
