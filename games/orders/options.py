"""What a seat may order now: the rows and choices of the order form."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.translation import gettext as _

from adjudicator import Order as RulesOrder
from adjudicator import OrderSyntaxError, Position, adjustment, legal_orders, parse_canonical
from adjudicator.orders import Move, Waive
from adjudicator.terms import PhaseType

from .. import positions, wording
from ..models import Phase, Seat

Group = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True)
class Row:
    """One line of the order form: a unit, or one build or removal that is due.

    `groups` are pairs (heading, choices); a choice is (canonical text, words). `chosen` is the
    stored order, empty if there is none. `notes` are what the map's script needs besides, by
    canonical text: the order in the reader's notation, and whether it is a move overseas.
    """

    key: str
    label: str
    groups: list[Group] = field(default_factory=list)
    chosen: str = ""
    notes: dict[str, dict[str, str | bool]] = field(default_factory=dict)

    @property
    def province(self) -> str:
        """Where the unit is; of a build or removal, nothing that it is known by."""
        return self.key.partition("unit-")[2]

    def offers(self, text: str) -> bool:
        return any(text == choice for _heading, group in self.groups for choice, _words in group)


def rows(phase: Phase, seat: Seat) -> list[Row]:
    """The form rows of `seat` in `phase`; none if it has nothing to order."""
    if phase.type == PhaseType.ADJUSTMENT:
        return _adjustment_rows(phase, seat)
    return _unit_rows(phase, seat)


def _unit_rows(phase: Phase, seat: Seat) -> list[Row]:
    position, rules = positions.load(phase), positions.rules_of(phase.game)
    stored = {order.unit_id: order.text for order in phase.orders.filter(seat=seat).order_by()}
    dislodged = phase.type == PhaseType.RETREAT
    found = []
    own = [row for row in positions.stored(phase).units if row.power == seat.power]
    for row in (row for row in own if row.dislodged == dislodged):
        unit = row.unit
        legal = tuple(legal_orders(position, unit, rules))
        chosen = stored.get(row.key, "")
        if chosen and chosen not in map(str, legal):
            # Legal in a spelling that is not offered, from the text box: as a row without it would
            # look, saving the rows would take the order back.
            with suppress(OrderSyntaxError):  # a row gone bad is no reason to show no page
                legal += (parse_canonical(chosen, phase.type),)
        found.append(
            Row(
                key=f"unit-{unit.province}",
                label=wording.unit(unit),
                groups=_grouped(legal),
                chosen=chosen,
                notes=_notes(legal, position),
            )
        )
    return found


def _notes(legal: Iterable[RulesOrder], position: Position) -> dict[str, dict[str, str | bool]]:
    in_short = wording.shortener(position)
    return {
        str(each): {
            "data-short": in_short(each),
            "data-sea": isinstance(each, Move) and _overseas(each, position),
        }
        for each in legal
    }


def _overseas(move: Move, position: Position) -> bool:
    """Whether the unit needs a convoy to get there, or asks for one."""
    by_land = position.board.moves(move.unit.type, move.unit.location)
    return move.via or move.target not in by_land


def _grouped(legal: tuple[RulesOrder, ...]) -> list[Group]:
    """Choices under a heading for each kind of order, in the order in which they are read."""
    kinds = list(wording.ORDER_TYPES)
    told = wording.teller()
    choices = sorted((kinds.index(each.type), told(each), str(each)) for each in legal)
    return [
        (str(wording.ORDER_TYPES[kinds[kind]]), [(text, words) for _kind, words, text in several])
        for kind, several in groupby(choices, key=lambda choice: choice[0])
    ]


def _adjustment_rows(phase: Phase, seat: Seat) -> list[Row]:
    position = positions.load(phase)
    due = adjustment(position, seat.power)
    stored = [order.text for order in phase.orders.filter(seat=seat).order_by("pk")]
    label = _("Build %(number)d") if due.builds else _("Removal %(number)d")
    options, told = list(due.options), wording.teller()
    groups = [
        (
            "",
            [
                (str(each), told(each) if due.builds else wording.unit(each.unit))
                for each in options
                if each.unit is not None
            ],
        )
    ]
    if due.builds:
        groups.append(("", [("WAIVE", _("build nothing"))]))
    notes = _notes([*options, Waive()], position)
    return [
        Row(
            key=f"adjustment-{number}",
            label=label % {"number": number},
            groups=groups,
            chosen=stored[number - 1] if number <= len(stored) else "",
            notes=notes,
        )
        for number in range(1, (due.builds or due.removals) + 1)
    ]
