"""Text in a file that spreadsheets open: whatever a model or a case says, no cell of it is calculated."""

_RISKY = tuple("=+-@\t\r\n＝＋－＠")
"""What a formula begins with; in some versions a full-width sign does as well."""


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula when it opens a CSV."""
    return f"'{text}" if text.startswith(_RISKY) else text
