"""The page ``docs/notation.md``, generated from the data: ``python -m adjudicator notation``.

The help of the site shows the same examples and ambiguous spellings.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.board import standard_board
from adjudicator.notation.canonical import parse_canonical
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.renderer import render
from adjudicator.notation.words import BEGINNING, CODE, MISPRINT, PREFERRED, lexicon
from adjudicator.position import Position
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.notation.language import Language, Name

_INTRODUCTION = Path(__file__).with_suffix(".md")

_POSITION = {
    "ENGLAND": "A LON, F NTH, F ENG, A YOR, F BAR",
    "FRANCE": "A PAR, A MAR, F MAO, F SPA/SC, A BEL",
    "GERMANY": "A MUN, F DEN, F KIE",
    "ITALY": "F LYO, A TUN, F TYS",
    "RUSSIA": "A SEV, F RUM, F STP/NC, A WAR",
    "TURKEY": "A BUL, F BLA, F CON, F AEG",
}
_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "S1902M": (
        "A PAR H",
        "A PAR - BUR",
        "F MAO - SPA/NC",
        "F STP/NC - NWY",
        "A BUL - RUM",
        "A LON - BEL",
        "A YOR - NWY VIA",
        "F NTH C A LON - BEL",
        "A MAR S A PAR - BUR",
        "F KIE S F DEN",
        "F ENG S A LON - BEL",
        "F BLA S A BUL - RUM",
        "F LYO S F SPA/SC - MAR",
    ),
    "F1902R": ("A BEL R HOL", "F AEG R BUL/SC", "A WAR D"),
    "W1902A": ("F STP/SC B", "A KIE B", "F TYS D", "WAIVE"),
}
"""Phase -> orders that are shown in each language."""


def guide() -> str:
    """Return the whole page as Markdown."""
    parts = [
        _INTRODUCTION.read_text("utf-8"),
        *map(_language_section, map(language_data, LANGUAGES)),
    ]
    return "\n".join(part.rstrip() + "\n" for part in parts)


def _language_section(language: Language) -> str:
    lines = [f"## {language.name}", ""]
    lines += _table(("", "short", "full", "also read", "misprints"), _words(language))
    lines += ["", "### Provinces", ""]
    header = ("code", "short", "name", "also read", "misprints")
    lines += _table(header, _rows(language.provinces))
    lines += ["", "### Abbreviations that need context", "", *_ambiguous(language)]
    lines += ["", f"### {sum(map(len, _EXAMPLES.values()))} examples", ""]
    written = ((f"`{text}`", *others) for text, *others in examples(language.code))
    lines += _table(("canonical", "short", "full", "in words"), written)
    return "\n".join(lines)


def _table(header: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> list[str]:
    lines = [header, ("---",) * len(header), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def _words(language: Language) -> Iterator[tuple[str, ...]]:
    for title, names in (
        ("unit", language.units),
        ("order", language.orders),
        ("coast", language.coasts),
        ("season", language.seasons),
        ("power", language.powers),
    ):
        for row in _rows(names):
            yield (f"{title} {row[0]}", *row[1:])
    for whole, short in language.parts.items():
        yield "in names", "", whole, ", ".join(short), ""
    yield "between orders", "", "", ", ".join(language.conjunctions), ""


def _rows(names: Mapping[str, Name]) -> Iterator[tuple[str, ...]]:
    for code, name in names.items():
        also = ", ".join(dict.fromkeys((*name.adjective, *name.also)))
        yield code, name.short, name.name, also, ", ".join(name.misprints)


def _ambiguous(language: Language) -> list[str]:
    """Lines about the spellings that mean more than one province."""
    found = []
    for key, places in ambiguous_words(language.code):
        names = [f"{language.provinces[code].name}{_RANK_NOTES[rank]}" for rank, code in places]
        found.append(f"- `{key}`: {', '.join(names)}")
    return found or ["None."]


def ambiguous_words(language: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield each spelling that means several provinces: with the rank and the code of each."""
    for key, word in sorted(lexicon(language, standard_board()).words.items()):
        places = [(rank, code) for rank, code in word.places if len(code) == 3]
        if len(places) > 1:
            yield key, places


_RANK_NOTES = {
    PREFERRED: "",
    MISPRINT: " (misprint)",
    CODE: " (code)",
    BEGINNING: " (first letters)",
}


def examples(language: str) -> Iterator[tuple[str, ...]]:
    """Yield orders of all kinds: canonical, then short, full and in words in a language."""
    units = {
        power: tuple(Unit.parse(text) for text in texts.split(", "))
        for power, texts in _POSITION.items()
    }
    for phase, texts in _EXAMPLES.items():
        code = PhaseCode.parse(phase)
        position = Position(code, units)
        for text in texts:
            order = parse_canonical(text, code.type)
            written = [
                render(order, language, style, position) for style in ("short", "full", "words")
            ]
            yield (text, *written)
