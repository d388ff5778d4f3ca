"""What the rules say about the board that is drawn: codes, kinds, homelands, names, ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adjudicator import standard_board
from adjudicator.notation import language_data
from adjudicator.notation.language import LANGUAGES


@dataclass(frozen=True)
class Terms:
    straits: tuple[str, ...]
    """``@CON`` and the like: waters that belong to a province."""

    @cached_property
    def seas(self) -> tuple[str, ...]:
        return tuple(sorted(standard_board().seas))

    @cached_property
    def lands(self) -> tuple[str, ...]:
        board = standard_board()
        return tuple(sorted(code for code in board.provinces if code not in board.seas))

    @cached_property
    def waters(self) -> frozenset[str]:
        return frozenset((*self.seas, *self.straits))

    @cached_property
    def segments(self) -> list[tuple[str, str]]:
        """Two locations between which a unit can go, each pair once."""
        board = standard_board()
        pairs = {
            (min(here, there), max(here, there))
            for ways in (board.army_moves, board.fleet_moves)
            for here, targets in ways.items()
            for there in targets
        }
        return sorted(pairs)

    def home(self, code: str) -> str | None:
        """The power on whose soil a land lies; "" for neutral land outside the game."""
        province = standard_board().provinces.get(code)
        return "" if province is None else province.homeland

    def kind(self, code: str) -> str:
        """As the drawing calls it: "sea", "coast" or "land"."""
        kinds = {"sea": "sea", "coastal": "coast", "inland": "land"}
        return kinds[standard_board().provinces[code].type]

    def coasts(self, code: str) -> tuple[str, ...]:
        return standard_board().provinces[code].coasts

    def beside(self, location: str) -> frozenset[str]:
        """The provinces that a fleet reaches from a coast."""
        return standard_board().fleet_reach[location]

    def name(self, code: str) -> str:
        return standard_board().provinces[code].name

    def shores(self) -> list[str]:
        """Coastal provinces between which an army can also walk: "ALB GRE"."""
        walks = standard_board().army_moves
        return [
            f"{a} {b}"
            for a in self.lands
            for b in sorted(walks[a])
            if a < b and self.kind(a) == self.kind(b) == "coast"
        ]

    def carries(self) -> dict[str, list[str]]:
        """Sea -> where a fleet there can carry an army on."""
        reach = standard_board().fleet_reach
        return {sea: sorted(reach[sea]) for sea in self.seas}

    def has_center(self, code: str) -> bool:
        return standard_board().provinces[code].center


def words(code: str, language: str) -> tuple[str, str]:
    """A province's name and its abbreviation."""
    name = language_data(language).provinces[code]
    return name.name, name.short


__all__ = ["LANGUAGES", "Terms", "words"]
