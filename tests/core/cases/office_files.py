"""Documents made for the tests: the smallest files that office programs would open."""

import io
import zipfile
from collections.abc import Sequence
from html import escape

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def zipped(members: dict[str, str | bytes]) -> bytes:
    """Return a zip of the members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as container:
        for name, content in members.items():
            container.writestr(name, content)
    return buffer.getvalue()


def docx(lines: Sequence[str], extra: str = "", **members: str | bytes) -> bytes:
    """Return a Word document, a paragraph a line; ``extra`` is XML at the end of its body."""
    body = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in lines)
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}{extra}</w:body></w:document>'
    return zipped({"word/document.xml": document, **members})


def xlsx(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a workbook with one sheet; cells are shared strings, empty ones are left out."""
    strings = [cell for row in rows for cell in row]
    shared = "".join(f"<si><t>{escape(text)}</t></si>" for text in strings)
    lines, index = "", 0
    for number, row in enumerate(rows, 1):
        cells = ""
        for column, cell in enumerate(row):
            if cell:
                cells += f'<c r="{chr(65 + column)}{number}" t="s"><v>{index}</v></c>'
            index += 1
        lines += f'<row r="{number}">{cells}</row>'
    return zipped(
        {
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>{lines}</sheetData></worksheet>',
            "xl/sharedStrings.xml": f'<sst xmlns="{_SHEET}">{shared}</sst>',
        }
    )


def pdf(lines: Sequence[str], pages: int = 1, width: int = 30) -> bytes:
    """Return a PDF with a text layer, its lines wrapped at ``width`` characters; no lines make an empty page."""
    wrapped = [line[start : start + width] for line in lines for start in range(0, len(line), width)]
    shown = " ".join(
        f"1 0 0 1 40 {800 - 14 * n} Tm <{line.encode('utf-16-be').hex()}> Tj" for n, line in enumerate(wrapped)
    )
    stream = f"BT /F 10 Tf {shown} ET" if wrapped else ""
    unicode = (
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        "100 beginbfrange\n"
        + "\n".join(f"<{high:02X}00> <{high:02X}FF> <{high:02X}00>" for high in range(0x4E, 0xA0))
        + "\n<3000> <30FF> <3000>\n<FF00> <FFFF> <FF00>\n<0000> <00FF> <0000>\n<2000> <20FF> <2000>\n"
        "endbfrange endcmap end"
    )
    kids = " ".join(f"{7 + n} 0 R" for n in range(pages))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {pages}>>",
        "<</Type/Font/Subtype/Type0/BaseFont/Plain/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 5 0 R>>",
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/Plain/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        "/Supplement 0>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Plain/Flags 4/ItalicAngle 0/Ascent 800"
        "/Descent -200/CapHeight 700/StemV 80/FontBBox[0 -200 1000 800]>>>>",
        f"<</Length {len(unicode)}>>stream\n{unicode}\nendstream",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
        *["<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R/Resources<</Font<</F 3 0 R>>>>>>"] * pages,
    ]
    content, places = b"%PDF-1.7\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(content))
        content += f"{number} 0 obj{item}endobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n"
    return content + f"{end}startxref\n{len(content)}\n%%EOF".encode()
