"""Questions about the words of a text in a sheet: units, provinces and verbs that it names."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.notation.canonical import LONGEST
from adjudicator.notation.doubt_words import has_phrase, telling_words, without_harmless
from adjudicator.notation.grammar import grammar
from adjudicator.notation.headings import power_names, powers_in, season_names
from adjudicator.notation.words import PREFERRED, split
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from adjudicator.notation.sheet_reader import SheetReader
    from adjudicator.notation.words import Lexicon, Word
    from adjudicator.units import Unit

_STRANGE_IN_INTRODUCTION = 1
"""Unknown words of a sentence that names the power above its orders: *Austria reporting*."""
_PLACE = set("PON")
_ACCENTED = frozenset("áéíóúàèìòù")
_BUILD_OR_REMOVE = set("BDE")
_SAYS = set("HMSCRDBETG")
_VERBS, _CHANGES, _SIGNS = set("HMSCRDBEW-"), set("DBERW"), ("+", "-", "–", "—", "−")


def is_hold(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text is only a word for a hold."""
    words = reader.lexicon(language).read(text)
    return len(words) == 1 and "H" in words[0].kinds


def is_place(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text is only a province."""
    words = reader.lexicon(language).read(text)
    return bool(words) and all(word.kinds.keys() & {"P", "K", "-"} for word in words)


def begins_with_waive(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text begins with a word that waives a build and can be nothing else."""
    words = reader.lexicon(language).read(text)
    return bool(words) and words[0].kinds.keys() == {"W"}


def begins_own_order(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text begins as an order for a unit of the power: a mistake in one."""
    known = reader.lexicon(language)
    if known.begins_order(text):
        return True
    words = known.read(text)[:2]
    own = _own_provinces(reader)
    return (
        len(words) == 2
        and any(place[:3] in own for _rank, place in words[0].places)
        and bool(words[1].kinds.keys() & _VERBS)
    )


def begins_with_own_unit(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text begins with a unit, or with a province where the power has one."""
    if begins_own_order(text, reader, language):
        return True
    known = reader.lexicon(language)
    words = known.read(text)[:1]
    if not words:
        return False
    is_unit = "Y" in words[0].kinds and known.may_name_place(text)
    return is_unit or not _own_provinces(reader).isdisjoint(_places(words[0], known))


def begins_with_unknown_unit(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text begins with a unit whose province was not understood.

    Behind a letter, which may be another word, a dash must follow: *F GoL-Spa*.
    """
    words = [word for word in reader.lexicon(language).read(text) if word.kinds.keys() != {"I"}]
    if len(words) < 2 or words[1].kinds:
        return False
    goes_on = any("L" in word.kinds for word in words)
    return "Y" in words[0].kinds or ("U" in words[0].kinds and goes_on)


def _own_provinces(reader: SheetReader) -> set[str]:
    return {unit.province for unit in reader.position.units.get(reader.power, ())}


def _places(word: Word, known: Lexicon) -> set[str]:
    """The provinces that a word means best if it is no other word: *con*, *mio*."""
    is_other = not word.kinds.keys() <= _PLACE or word.spelling in known.small_words
    return set() if is_other else _best_places(word)


def _best_places(word: Word) -> set[str]:
    return {place[:3] for rank, place in word.places if rank == word.places[0][0]}


def tells_of_past(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a verb tells what was and only its accent parts it from an order: *atacó*."""
    if text.isascii():
        return False
    known = reader.lexicon(language)
    written = (word for word in text.split() if word[-1:].lower() in _ACCENTED)
    return any(
        known.language.past.fullmatch(word) and all(each.kinds for each in known.read(word))
        for word in written
    )


def own_fleets_on_route(text: str, reader: SheetReader, language: str) -> list[Unit]:
    """Return the power's fleets in the seas that an army's move names between its places."""
    how = grammar(language, reader.position.board)
    seas = {sea for reading in how.readings(how.lexicon.read(text)) for sea in reading.seas}
    found = (reader.position.unit_at(sea) for sea in sorted(seas))
    return [each[1] for each in found if each is not None and each[0] == reader.power]


def first_own_unit(text: str, reader: SheetReader, language: str) -> str:
    """Return the province that a text names first, if the power has a unit there, or ""."""
    known = reader.lexicon(language)
    words = known.read(text)
    several = [_places(word, known) for word in words]
    for number, (kind, word) in enumerate(pairwise(words)):
        is_unit = kind.kinds.get("U") == PREFERRED or (not number and "U" in kind.kinds)
        if is_unit and "P" in word.kinds:
            several[number + 1] = _best_places(word)  # in “F Con”, “con” is a province
    named = next(filter(None, several), set())
    return next(iter(sorted(named & _own_provinces(reader))), "")


def provinces_in(text: str, reader: SheetReader, language: str) -> set[str]:
    """Return the provinces that a text may name."""
    known = reader.lexicon(language)
    return {place for word in known.read(text) for place in _places(word, known)}


def provinces_of_type(text: str, reader: SheetReader, language: str) -> set[str]:
    """Return the provinces of the power's units of a type that a text names: *not the fleet*."""
    words = reader.lexicon(language).read(text)
    types = {word.unit for word in words if "Y" in word.kinds}
    lost = (each.unit for each in reader.position.dislodged.get(reader.power, ()))
    units = (*reader.position.units.get(reader.power, ()), *lost)
    return {unit.province for unit in units if unit.type in types}


def names_own_unit(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text names a province with a unit of the power anywhere."""
    return not _own_provinces(reader).isdisjoint(provinces_in(text, reader, language))


def says_support(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text has a word for a support that is no letter."""
    words = reader.lexicon(language).read(text)
    return any("S" in word.kinds and len(word.spelling) > 1 for word in words)


def is_introduction(text: str, sentence: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text says only what the orders below are: *this is Austria*, *I remove*.

    It is part of a sentence, which names the power or a season, or has a verb for what is due.
    """
    if len(text) > LONGEST or not split(text):
        return False
    known, strange = reader.lexicon(language), list(telling_words(text))
    if any(_places(word, known) for word in known.read(without_harmless(text))):
        return False
    verbs = _verbs_due(reader)
    if verbs == "B" and has_phrase("builds", text) and not has_phrase("denials", text, language):
        return True
    if all(word in known.small_words or known.begins(word, verbs) for word in strange):
        return True
    words = split(sentence)
    is_named = powers_in(words) == {reader.power}
    if not is_named and season_names().keys().isdisjoint(words):
        return False
    told = {each for each in strange if each not in power_names() and each not in season_names()}
    written = (each.strip(".,:;") for each in text.split() if not told.isdisjoint(split(each)))
    is_past = any(map(known.language.past.fullmatch, written))
    return len(told) <= (_STRANGE_IN_INTRODUCTION if is_named else 0) and not is_past


def asks_for_other_change(heading: str, reader: SheetReader, language: str) -> bool:
    """Return whether a heading says *build* where units must be removed, or *remove* for builds."""
    due = set(_verbs_due(reader))
    said = {kind for word in reader.lexicon(language).read(heading) for kind in word.kinds}
    return bool(said & (_BUILD_OR_REMOVE - due)) and said.isdisjoint(due)


def _verbs_due(reader: SheetReader) -> str:
    """The kinds of the words for what the phase asks of the power."""
    phase = reader.position.phase.type
    if phase is PhaseType.ADJUSTMENT:
        return "DE" if adjustment(reader.position, reader.power).removals else "B"
    return "R" if phase is PhaseType.RETREAT else "M"


def has_verb(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text has a verb for what a unit does: *attack*."""
    words = reader.lexicon(language).read(text)
    return any(word.kinds.keys() <= _SAYS and word.kinds for word in words)


def is_bare_unit(text: str, reader: SheetReader, language: str) -> bool:
    """Return whether a text names a unit without saying what it shall do."""
    words = reader.lexicon(language).read(text)
    is_marked = text.lstrip().startswith(_SIGNS)
    return not is_marked and not any(word.kinds.keys() & _CHANGES for word in words)
