"""Reads lists of units and centers in one language."""

from adjudicator import Board
from adjudicator.notation.words import Word
from adjudicator.terms import UnitType
from adjudicator.units import Unit

from . import vocabulary
from .cursor import Cursor, UnreadError
from .items import Items, StatedCenter, StatedUnit
from .outline import Entry, Outline
from .tokens import Token
from .vocabulary import Section


def read_items(outline: Outline, language: str, board: Board) -> Items:
    """The units and centers of all lines, and the words that could not be read."""
    found = Items(language)
    found.rank = sum(word not in vocabulary.headings(language) for word in outline.headings)
    for entry in outline.entries:
        if found.are_enough:
            break
        reader = _Reader(entry, found, board)
        if entry.section is Section.CENTERS:
            reader.centers()
        else:
            reader.units()
    return found


class _Reader:
    """Reads the list of one line."""

    def __init__(self, entry: Entry, found: Items, board: Board) -> None:
        self.entry = entry
        self.found = found
        self.board = board
        self.words = Cursor(entry, found, board)

    def centers(self) -> None:
        """Read a list of centers."""
        while self.words.to_next("nothing", "alternatives"):
            begin = self.words.at
            if self.words.here.can_be("-"):
                self.words.at += 1
                continue
            try:
                location = self.words.location(lambda place: place[:3] in self.board.centers)
                self.found.centers.append(StatedCenter(self.entry, location[:3]))
            except UnreadError as why:
                self.words.slip(why)
                self.words.at = max(self.words.at, begin + 1)

    def units(self) -> None:
        """Read a list of units."""
        while self.words.to_next("nothing", "alternatives"):
            begin = self.words.at
            try:
                self.found.units.append(self._unit())
            except UnreadError as why:
                self.words.slip(why)
                self.words.at = max(self.words.at, begin + 1)
                self.words.to_unit()

    def _unit(self) -> StatedUnit:
        is_dislodged = self.entry.section is Section.DISLODGED
        while self.words.here.role == "dislodged":
            is_dislodged = True
            self.words.at += 1
            self.words.to_next()
        self.words.skip_nationality(self.entry.power)
        kind = self._letter()
        place = self.words.location(lambda place: self.board.can_stand(kind, place))
        return self._with_fate(Unit(kind, place), is_dislodged=is_dislodged)

    def _letter(self) -> UnitType:
        token = self.words.here
        if token.word.unit is None:
            raise self._no_letter(token)
        self.words.at += 1
        self.found.rank += token.word.kinds["U"]
        while self.words.here.can_be("-I") and not self.words.here.can_be("P"):
            self.words.at += 1
        return token.word.unit

    def _no_letter(self, token: Token) -> UnreadError:
        if token.can_be("P"):
            return UnreadError("no_letter", token.word)
        if token.can_be("-MHSCV"):
            return UnreadError("no_orders", token.word)
        known = token.word.kinds or token.role
        code = "word_not_expected" if known else "word_not_understood"
        return UnreadError(code, token.word)

    def _with_fate(self, unit: Unit, *, is_dislodged: bool) -> StatedUnit:
        """The unit, with what follows it: dislodged, attacker, retreats."""
        attacker: str | None = None
        retreats: list[str] = []
        while True:
            end = self.words.at
            if not self.words.to_next():
                break
            token, is_apart = self.words.here, self.words.at > end
            if (
                token.role == "dislodged" and not self.words.heads_next()
            ) or token.role == "retreats":
                is_dislodged = True
                self.words.at += 1
            elif token.role == "attacker":
                is_dislodged = True
                attacker = self._attacker(unit)
            elif not is_dislodged or self._is_new_unit(token, is_apart=is_apart):
                self.words.at = end
                break
            elif token.can_be("I") and not token.can_be("-P"):
                attacker = self._attacker(unit)
            elif token.can_be("-RM") or token.role in ("alternatives", "nothing"):
                self.words.at += 1
            else:
                retreats.append(self._retreat(unit))
        return StatedUnit(self.entry, unit, is_dislodged, attacker, tuple(retreats))

    def _is_new_unit(self, token: Token, *, is_apart: bool) -> bool:
        """Whether the next unit begins here. In two languages *a* means *to* as well as *army*."""
        if token.role == "dislodged" or self.words.is_nationality(token):
            return True
        return token.can_be("U") and (is_apart or not token.can_be("-"))

    def _attacker(self, unit: Unit) -> str | None:
        """Province from which the attacker came; None if the text names the one where it is now."""
        self.words.at += 1
        self.words.skip_nationality()
        if self.words.here.can_be("U"):
            self.words.at += 1
        province = self.words.location(
            lambda place: place[:3] in self.board.neighbours[unit.province]
        )
        return province[:3] if province[:3] != unit.province else None

    def _retreat(self, unit: Unit) -> str:
        ways = self.board.moves(unit.type, unit.location)
        location = self.words.location(lambda place: any(way.startswith(place) for way in ways))
        coasts = sorted(way for way in ways if way.startswith(location))
        if len(coasts) > 1:
            raise UnreadError("several_coasts", Word(location), coasts)
        return coasts[0] if coasts else location
