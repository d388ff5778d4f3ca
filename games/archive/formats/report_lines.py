"""Lines of a forum's report that tell results: outcomes behind orders, and tables of centers."""

import re

from adjudicator import LANGUAGES, Board, Setup
from adjudicator.notation.document import unmarked
from adjudicator.notation.words import lexicon

from ...lifecycle.position_text import vocabulary
from ...lifecycle.position_text.headings import read_head
from ...lifecycle.position_text.vocabulary import Section

_OUTCOME = (
    r"(?:fail(?:s|ed)?|bounce[sd]?|stand-?off|succe(?:eds?|eded|ss(?:ful)?)|cut|void|invalid|illegal"
    r"|dislodged|destroyed|fall(?:a|ó|ado|id[oa])|rebot(?:a|ó|ado)|cortad[oa]|desalojad[oa]|éxito"
    r"|fallisce|fallit[oa]|rimbalz(?:a|o|ata|ato)|tagliat[oa]|sloggiat[oa]|riuscit[oa]|неуспе(?:х|шно)"
    r"|провал|отблъснат[ао]?|прекъснат[ао]?|изместен[ао]?|успе(?:х|шно))"
)
_OUTCOMES = (
    rf"{_OUTCOME}(?:[\s,/]+(?:and\s+|y\s+|e\s+|и\s+)?{_OUTCOME})*"
    r"(?:\s+(?:with|by|in|con|contra|da|contro|с|със|от)\s+[^()\[\],;.*]{1,40})?"
)
_BRACKETED = re.compile(rf"\s*[(\[*]+\s*{_OUTCOMES}\s*[)\]*]+", re.IGNORECASE)
_AT_END = re.compile(
    rf"(?<=\w)(?:\s*,\s*|\s+[-–—=]+>?\s*|\s+)(?:\[\w+=?[^\[\]]*\])?{_OUTCOMES}[.!]?(?:\s*\[/\w+\])*\s*$",
    re.IGNORECASE,
)
_LONGEST = 300
"""Characters of the longest line in which outcomes are looked for."""


def without_outcomes(line: str) -> str:
    """Return a line without the outcomes of its orders.

    >>> without_outcomes("A Vie-Tri (failed), F Tri-Alb -- bounced")
    'A Vie-Tri, F Tri-Alb'
    """
    if len(line) > _LONGEST:
        return line
    return _AT_END.sub("", _BRACKETED.sub("", line))


def lines_of_tables(lines: list[str], setup: Setup) -> set[int]:
    """Return the indexes of lines that tell centers, each table with what stands below it.

    The name of a power that is alone on its line ends a table.
    """
    found: set[int] = set()
    in_table = False
    for place, line in enumerate(lines):
        head = read_head(next(bare for _number, bare in unmarked(line or " ")).strip(), setup)
        if head.section is Section.CENTERS:
            in_table = True
        elif head.power and not head.rest and not head.named:
            in_table = False
        if in_table and line.strip():
            found.add(place)
    return found


def is_empty(lines: list[str]) -> bool:
    """Return whether lines say nothing but that there is nothing: *None.*."""
    return all(vocabulary.is_nothing(line.strip(" .!*_-–—")) for line in lines)


def name_builds(lines: list[str], board: Board) -> bool:
    """Return whether a line says that a unit is built, or a build waived, in any language."""
    return any(
        word.kinds.keys() <= {"B", "W"}
        for code in LANGUAGES
        for line in lines
        for word in lexicon(code, board).read(line)
        if word.kinds
    )
