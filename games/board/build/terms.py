"""The part of the rules that the build needs: codes, kinds, homelands, names, borders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.notation import language_data
from adjudicator.notation.language import LANGUAGES

if TYPE_CHECKING:
    from adjudicator import Board


@dataclass(frozen=True)
class Terms:
    board: Board
    straits: tuple[str, ...]
    """``@CON`` and the like: waters that belong to a province."""

    @cached_property
    def seas(self) -> tuple[str, ...]:
        return tuple(sorted(self.board.seas))

    @cached_property
    def lands(self) -> tuple[str, ...]:
        return tuple(sorted(code for code in self.board.provinces if code not in self.board.seas))

    @cached_property
    def waters(self) -> frozenset[str]:
        return frozenset((*self.seas, *self.straits))

    @cached_property
    def segments(self) -> list[tuple[str, str]]:
        """The pairs of locations between which a unit can move, each pair once."""
        pairs = {
            (min(here, there), max(here, there))
            for ways in (self.board.army_moves, self.board.fleet_moves)
            for here, targets in ways.items()
            for there in targets
        }
        return sorted(pairs)

    def home(self, code: str) -> str | None:
        """The power whose homeland a land is in; "" for neutral land."""
        province = self.board.provinces.get(code)
        return "" if province is None else province.homeland

    def kind(self, code: str) -> str:
        """The kind of a province in the drawing: "sea", "coast" or "land"."""
        kinds = {"sea": "sea", "coastal": "coast", "inland": "land"}
        return kinds[self.board.provinces[code].type]

    def coasts(self, code: str) -> tuple[str, ...]:
        return self.board.provinces[code].coasts

    def beside(self, location: str) -> frozenset[str]:
        """The provinces that a fleet reaches from a coast."""
        return self.board.fleet_reach[location]

    def name(self, code: str) -> str:
        return self.board.provinces[code].name

    def shores(self) -> list[str]:
        """Pairs of coastal provinces with a common land border, such as "ALB GRE"."""
        walks = self.board.army_moves
        return [
            f"{a} {b}"
            for a in self.lands
            for b in sorted(walks[a])
            if a < b and self.kind(a) == self.kind(b) == "coast"
        ]

    def carries(self) -> dict[str, list[str]]:
        """Sea -> the seas and coasts to which a convoy leads on."""
        reach = self.board.fleet_reach
        return {sea: sorted(reach[sea]) for sea in self.seas}

    def has_center(self, code: str) -> bool:
        return self.board.provinces[code].center


def words(code: str, language: str) -> tuple[str, str]:
    """A province's name and its abbreviation."""
    name = language_data(language).provinces[code]
    return name.name, name.short


__all__ = ["LANGUAGES", "Terms", "words"]
