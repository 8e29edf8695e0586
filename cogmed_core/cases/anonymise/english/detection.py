"""All layers over an English document."""

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.english.addresses import find_english_addresses
from cogmed_core.cases.anonymise.english.firms import find_firms, find_firms_again
from cogmed_core.cases.anonymise.english.people import find_people
from cogmed_core.cases.anonymise.finding import Finding, extents, without_overlaps
from cogmed_core.cases.anonymise.identifiers.structured import find_structured


def detect_english(document: Document) -> list[Finding]:
    """Return what identifies in an English text, in order and without overlaps."""
    text = document.text
    firms = list(find_firms(text))
    firm = without_overlaps([*find_structured(text), *find_english_addresses(text), *firms])
    again = [f for f in find_firms_again(text, firms) if extents(firm).isdisjoint(range(f.start, f.end))]
    return without_overlaps([*firm, *again, *find_people(text, extents([*firm, *again]))])
