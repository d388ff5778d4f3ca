"""A cursor over the words of a line, which reads the places among them.

If a spelling may name several provinces, the caller's test chooses: where the unit can be, where it
can retreat to, or which has a center.
"""

from collections.abc import Callable, Iterable

from adjudicator import Board
from adjudicator.notation.words import Word

from .items import Items, Slip
from .outline import Entry
from .tokens import Token, tokens


class UnreadError(Exception):
    """A word could not be read; `slip` has the fields of a `Slip` after its entry."""

    def __init__(self, code: str, word: Word, meanings: Iterable[str] = ()) -> None:
        self.slip = code, word, tuple(meanings)


class Cursor:
    """A position among the words of a line. Doubts and errors are counted in `found`."""

    def __init__(self, entry: Entry, found: Items, board: Board) -> None:
        self.entry = entry
        self.found = found
        self.tokens = tokens(entry.text, found.language, board)
        self.at = 0

    @property
    def here(self) -> Token:
        if self.at >= len(self.tokens):
            raise UnreadError("word_missing", Word(""))
        return self.tokens[self.at]

    def slip(self, why: UnreadError) -> None:
        """Record a word that could not be read."""
        self.found.slips.append(Slip(self.entry, *why.slip))

    def to_next(self, *passed_over: str) -> bool:
        """Skip signs and phrases of these roles; returns whether a word is left to read."""
        if self.found.are_enough:
            return False
        while self.at < len(self.tokens):
            if not self.here.is_sign and self.here.role not in passed_over:
                return True
            self.at += 1
        return False

    def to_unit(self) -> None:
        """Skip to the next sign or unit letter."""
        while self.at < len(self.tokens) and not (self.here.is_sign or self.here.can_be("U")):
            self.at += 1

    def skip_nationality(self, power: str | None = None) -> None:
        """Skip a nationality, or only that of `power`."""
        if self.is_nationality(self.here) and power in (None, self.here.word.power):
            self.at += 1

    def is_nationality(self, token: Token) -> bool:
        """Whether a word is a nationality.

        *Eng* is one only before a unit letter; elsewhere it is the Channel.
        """
        if token.can_be("P"):
            return token.can_be("N") and self.heads_next()
        return token.can_be("N")

    def heads_next(self) -> bool:
        """Whether a unit letter follows: the present word then belongs to that unit."""
        after = self.tokens[self.at + 1 : self.at + 2]
        return any(token.can_be("U") for token in after)

    def location(self, fits: Callable[[str], bool]) -> str:
        """The place that the next words name; of several, one that `fits`, if any does.

        Raises `UnreadError` if there is none, or more than one.
        """
        coast = self._coast()
        token = self.here
        if not token.word.places:
            known = token.word.kinds or token.role
            code = "province_not_understood" if known else "word_not_understood"
            raise UnreadError(code, token.word)
        self.at += 1
        coast = coast or self._coast_behind()
        named = [
            (rank, f"{place}/{coast}" if coast and "/" not in place else place)
            for rank, place in token.word.places
        ]
        fitting = [each for each in named if fits(each[1])]
        self.found.misfits += not fitting
        named = fitting or named
        best = min(rank for rank, _place in named)
        self.found.rank += best
        places = list(dict.fromkeys(place for rank, place in named if rank == best))
        if len(places) > 1:
            raise UnreadError("several_meanings", token.word, places)
        return places[0]

    def _coast(self) -> str:
        token = self.here
        if not token.can_be("K") or token.can_be("P"):
            return ""
        self.at += 1
        return token.word.coast

    def _coast_behind(self) -> str:
        """A coast after its province, also in brackets or after a slash."""
        for skipped in (0, 1):
            between = self.tokens[self.at : self.at + skipped]
            after = self.tokens[self.at + skipped : self.at + skipped + 1]
            joined = all(token.role in ("(", "[", "/") or token.can_be("-") for token in between)
            if joined and after and after[0].can_be("K") and not after[0].can_be("P"):
                self.at += skipped + 1
                return after[0].word.coast
        return ""
