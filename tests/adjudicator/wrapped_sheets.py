"""Sheets in which some orders are wrapped in words that take their meaning away.

A wrapping is a wording of tests/data/wrapped_orders: a condition, a denial, a quotation, a list of
units and so on. A sheet is drawn for each: legal orders of a power in a recorded position, of which
some are wrapped and others are plain.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import (
    Build,
    Disband,
    Move,
    PhaseType,
    Retreat,
    adjustment,
    legal_orders,
    render,
)
from adjudicator.notation import Style, language_data, render_place, render_unit

from . import recorded

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from adjudicator import Order, Position, Unit

FOLDER = recorded.DATA / "wrapped_orders"
STYLES: tuple[Style, ...] = ("short", "full", "words")
MOST_UNITS = 5
"""Units of the largest movement sheet that is drawn."""
MOST_TOGETHER = 3
"""Orders of the largest wrapped block."""
PLACES = re.compile(r"\{(?:other|target)?\}")
"""Places for orders in a wording."""


class Wrapping(NamedTuple):
    """A wording with places for orders; tests/data/README.md explains the keys."""

    language: str
    scope: str
    kind: str
    wording: str

    @property
    def holds_several(self) -> bool:
        """Whether lines below a heading, or between tags, may be several orders."""
        return self.scope in {"apart", "headings"} and not self.offers and "\n{" in self.wording

    @property
    def offers(self) -> str:
        """The second choice that the wording has a place for: an order, a target or ""."""
        return next((name for name in ("other", "target") if f"{{{name}}}" in self.wording), "")

    @property
    def has_words(self) -> bool:
        """Whether the wording is more than marks, some of which also separate orders."""
        return any(map(str.isalpha, PLACES.sub("", self.wording)))


class WrappedSheet(NamedTuple):
    """A sheet with the orders that are meant and those that are not.

    `answered` are the numbers of the lines with orders that are not meant.
    """

    text: str
    position: Position
    power: str
    plain: frozenset[Order]
    wrapped: frozenset[Order]
    answered: frozenset[int]


@cache
def _wordings(name: str) -> dict[str, dict[str, list[str]]]:
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def wrappings(language: str) -> list[Wrapping]:
    """Return the wordings of a language, and those that all languages share."""
    return [
        Wrapping(language, scope, kind, wording)
        for name in (language, "marks")
        for scope, kinds in _wordings(name).items()
        for kind, several in kinds.items()
        for wording in several
        if scope != "frame"
    ]


def greetings(language: str) -> list[str]:
    """Return the lines above and below orders that say nothing about them."""
    return [each for several in _wordings(language)["frame"].values() for each in several]


@cache
def scenes() -> dict[PhaseType, list[tuple[Position, str]]]:
    """Return positions, each with a power that may give orders, by the type of the phase."""
    found: dict[PhaseType, list[tuple[Position, str]]] = {kind: [] for kind in PhaseType}
    for position in recorded.positions():
        kind = position.phase.type
        for power in position.powers:
            if kind is PhaseType.ADJUSTMENT:
                able = bool(adjustment(position, power).options)
            else:
                able = len(recorded.units_to_order(position, power)) > (kind is PhaseType.MOVEMENT)
            if able:
                found[kind].append((position, power))
    return found


def draw(wrapping: Wrapping, dice: random.Random) -> WrappedSheet:
    """Return a sheet with a wrapping in a position that suits it."""
    in_winter = wrapping.scope == "units"
    kinds, weights = [*PhaseType], [0 if in_winter else 3, 0 if in_winter else 1, 1]
    while True:
        position, power = dice.choice(scenes()[dice.choices(kinds, weights)[0]])
        name = language_data(wrapping.language).powers[power].name
        if name not in wrapping.wording:  # it speaks of other powers
            sheet = _Drawing(wrapping, position, power, dice).sheet()
            if sheet is not None:
                return sheet


class _Drawing:
    """A sheet that is drawn."""

    def __init__(
        self, wrapping: Wrapping, position: Position, power: str, dice: random.Random
    ) -> None:
        self.wrapping = wrapping
        self.position = position
        self.power = power
        self.dice = dice
        self.style = dice.choice(STYLES)
        self.in_winter = position.phase.type is PhaseType.ADJUSTMENT
        self.due = adjustment(position, power)

    def sheet(self) -> WrappedSheet | None:
        """Return the sheet, or None if the power has no orders for such a wrapping."""
        options = self._options()
        if self.wrapping.scope == "units":
            return self._list_of_units([self._chosen(each) for each in options])
        most = min(MOST_TOGETHER if self.wrapping.holds_several else 1, len(options))
        count = self.dice.randint(1, most)
        wrapped = [self._chosen(each) for each in options[:count]]
        plain = self._allowed([self._chosen(each) for each in options[count:]])
        if not self.wrapping.offers:
            return self._composed(self._block(wrapped), plain, wrapped)
        choices = self._second_choices(options[0], wrapped[0])
        if not choices:
            return None
        second = self.dice.choice(choices)
        if self.due.removals:
            plain = []  # the choice is the only removal that is due
        return self._composed(self._block(wrapped, second), plain, [*wrapped, second])

    # Orders

    def _options(self) -> list[list[Order]]:
        """The legal orders of some units or home centers, in random order."""
        if self.in_winter:
            several = sorted(self.due.options, key=_province)
            found = [list(each) for _code, each in groupby(several, _province)]
        else:
            units = recorded.units_to_order(self.position, self.power)
            units = self.dice.sample(units, min(MOST_UNITS, len(units)))
            found = [list(legal_orders(self.position, unit)) for unit in units]
        self.dice.shuffle(found)
        return found

    def _chosen(self, options: Sequence[Order]) -> Order:
        """An order of any type, drawn among the types first."""
        kind = self.dice.choice(sorted({type(each).__name__ for each in options}))
        return self.dice.choice([each for each in options if type(each).__name__ == kind])

    def _second_choices(self, options: Sequence[Order], first: Order) -> list[Order]:
        """Other orders for the unit of the first, or other targets for its move."""
        if self.wrapping.offers == "target":
            return [
                each
                for each in options
                if isinstance(first, Move | Retreat)
                and isinstance(each, type(first))
                and each.target[:3] != first.target[:3]
                and not (getattr(first, "via", False) or getattr(each, "via", False))
            ]
        if isinstance(first, Disband) and self.in_winter:
            is_choice = self.due.removals == 1 and self.wrapping.has_words
            return [each for each in self.due.options if each != first] if is_choice else []
        return [each for each in options if each != first]

    def _allowed(self, plain: list[Order]) -> list[Order]:
        """Return as many of the orders as the power may give."""
        return plain[: self.due.builds or self.due.removals] if self.in_winter else plain

    # Texts

    def _text(self, order: Order) -> str:
        told = self.position if self.in_winter or self.dice.random() < 0.5 else None
        return render(order, self.wrapping.language, self.style, told)

    def _block(self, orders: Sequence[Order], second: Order | None = None) -> str:
        """The wording with the orders; several have its marks at the beginning of a line each."""
        wording = self._named(self.wrapping.wording)
        if self.wrapping.scope == "headings":
            wording += "\n{}"
        if second is not None:
            target = getattr(second, "target", "")
            place = render_place(target, self.wrapping.language, self.style) if target else ""
            wording = wording.replace("{other}", self._text(second)).replace("{target}", place)
        before = wording.partition("{}")[0].rpartition("\n")[2] if len(orders) > 1 else ""
        return wording.replace("{}", f"\n{before}".join(map(self._text, orders)))

    def _named(self, heading: str, *, own: bool = False) -> str:
        """A heading with a power and a date: its own, or those of others."""
        language, phase = language_data(self.wrapping.language), self.position.phase
        others = [each for each in language.powers if each != self.power]
        power = self.power if own else self.dice.choice(others)
        season = language.seasons[phase.season if own else self.dice.choice("SF")].name
        year = phase.year if own else phase.year + self.dice.choice((-1, 1))
        heading = heading.replace("{power}", language.powers[power].name)
        return heading.replace("{season}", season).replace("{year}", str(year))

    def _list_of_units(self, plain: list[Order]) -> WrappedSheet | None:
        """A sheet with a list of the power's units, and changes to them that are meant."""
        plain = self._allowed(plain)
        units: Sequence[Unit] = self.position.units.get(self.power, ())
        kept = [unit for unit in units if Disband(unit) not in plain]
        is_of_kept = self.wrapping.kind == "kept"
        if not kept or (is_of_kept and not self.due.removals):
            return None
        between = self.dice.choice((", ", "\n" if "\n" in self.wrapping.wording else "; "))
        listed = between.join(
            render_unit(unit, self.wrapping.language, self.style)
            for unit in (kept if is_of_kept else units)
        )
        wrapped = [order(unit) for unit in kept for order in (Disband, Build)]
        return self._composed(self.wrapping.wording.replace("{}", listed), plain, wrapped)

    def _composed(
        self, block: str, plain: Sequence[Order], wrapped: Sequence[Order]
    ) -> WrappedSheet:
        """The sheet with plain orders, and greetings, above and below the wrapped ones."""
        frame = _wordings(self.wrapping.language)["frame"]
        texts = [self._text(each) for each in plain]
        count = 0 if self.wrapping.scope == "last" else self.dice.randint(0, len(texts))
        gap = [] if self.wrapping.scope == "beside" else [""]
        above, below = texts[:count], texts[count:]
        if self.dice.random() < 0.3:
            above.insert(0, self._named(self.dice.choice(frame["above"]), own=True))
        above += gap if above else []
        below = [*gap, *below] if below else []
        if self.dice.random() < 0.3:
            below += ["", self.dice.choice(frame["below"])]
        inside = block.split("\n")
        told = {text for each in wrapped for text in self._ways(each)}
        numbers = (
            number
            for number, line in enumerate(inside, start=len(above) + 1)
            if any(text in line for text in told)
        )
        return WrappedSheet(
            "\n".join([*above, *inside, *below]),
            self.position,
            self.power,
            frozenset(plain),
            frozenset(wrapped).difference(plain),
            frozenset(numbers),
        )

    def _ways(self, order: Order) -> set[str]:
        """The texts of an order, with and without nationalities."""
        language = self.wrapping.language
        return {render(order, language, self.style, told) for told in (None, self.position)}


def _province(order: Order) -> str:
    assert order.unit is not None
    return order.unit.province
