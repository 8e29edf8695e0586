"""What names of people look like in English."""

WORD = r"(?:(?:Mc|Mac|[OD]['’])?[A-ZÀ-Þ][a-zß-ÿ]+(?:['’](?!s\b)[a-zß-ÿ]+)*(?:-[A-ZÀ-Þ][a-zß-ÿ]+)?)"
PARTICLE = r"(?:de|da|del|della|van|von|der|den|bin|binti|al|el|la|le|du|dos|ter)"
_MORE = rf"(?:(?: {PARTICLE}){{1,2}}(?= [A-ZÀ-Þ])| [A-Z]\.| {WORD})"
NAME = rf"{WORD}{_MORE}{{0,4}}"
SEVERAL = rf"{WORD}{_MORE}{{1,4}}"
GENERATION = r"(?:,? (?:Jr|Sr|II|III|IV)\b\.?(?=\W))?"
