"""The rows and choices of the order form: the orders that a seat may give now."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from adjudicator import Order as RulesOrder
from adjudicator import OrderSyntaxError, Position, adjustment, legal_orders, parse_canonical
from adjudicator.convoys import has_route
from adjudicator.orders import Convoy, Move, Retreat, SupportHold, SupportMove, Waive
from adjudicator.terms import PhaseType

from .. import wording
from ..models import Phase, Seat
from ..state import positions

ChoiceGroup = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True)
class Row:
    """One line of the order form: a unit, or one build or disband that is due.

    `groups` are pairs (heading, choices); a choice is (canonical text, words). `chosen` is the
    stored order, empty if there is none. `notes` are attributes of the options for the map's
    script, by canonical text: the order in the reader's notation, its parts, whether it is a
    move overseas, and whether that needs other powers' fleets.
    """

    key: str
    label: str
    groups: list[ChoiceGroup] = field(default_factory=list)
    chosen: str = ""
    notes: dict[str, dict[str, str | bool]] = field(default_factory=dict)

    @property
    def province(self) -> str:
        """The unit's province; empty for a build or disband."""
        return self.key.partition("unit-")[2]

    def offers(self, text: str) -> bool:
        return any(text == choice for _heading, group in self.groups for choice, _words in group)


def rows(phase: Phase, seat: Seat) -> list[Row]:
    """Return the form rows of `seat` in `phase`; an empty list if it has nothing to order."""
    if phase.type == PhaseType.ADJUSTMENT:
        return _adjustment_rows(phase, seat)
    return _unit_rows(phase, seat)


def _unit_rows(phase: Phase, seat: Seat) -> list[Row]:
    position, rules = positions.load(phase), positions.rules_of(phase)
    stored = {order.unit_id: order.text for order in phase.orders.filter(seat=seat).order_by()}
    dislodged = phase.type == PhaseType.RETREAT
    found = []
    own = [row for row in positions.stored(phase).units if row.power == seat.power]
    for row in (row for row in own if row.dislodged == dislodged):
        unit = row.unit
        legal = tuple(legal_orders(position, unit, rules))
        chosen = stored.get(row.key, "")
        if chosen and chosen not in map(str, legal):
            # An order entered in the text box, in a legal form that is not among the choices. If
            # the row did not show it, saving the form would delete the stored order.
            with suppress(OrderSyntaxError):  # a corrupt row must not break the page
                legal += (parse_canonical(chosen, phase.type, position.board),)
        found.append(
            Row(
                key=f"unit-{unit.province}",
                label=wording.unit(unit),
                groups=_grouped(legal, position, seat.power),
                chosen=chosen,
                notes=_notes(legal, position, _own_fleets(position, seat.power)),
            )
        )
    return found


def _notes(
    legal: Iterable[RulesOrder], position: Position, own_fleets: int = 0
) -> dict[str, dict[str, str | bool]]:
    in_short = wording.order_shortener(position)
    return {
        str(each): {
            "data-short": in_short(as_told(each, position)),
            "data-sea": _overseas(each, position),
            "data-foreign": _by_foreign_fleets(each, position, own_fleets),
            **order_attributes(each),
        }
        for each in legal
    }


def _own_fleets(position: Position, power: str) -> int:
    """The mask of the power's fleets that could convoy an army."""
    board = position.board
    own = {unit.province for unit in position.units.get(power, ()) if unit.province in board.seas}
    return board.mask(own)


def order_attributes(order: RulesOrder) -> dict[str, str | bool]:
    """The parts of an order as data attributes, so that the map's script parses no text.

    `data-helped` is the unit that is supported or convoyed.
    """
    parts: dict[str, str | bool] = {"data-type": str(order.type)}
    if order.unit is not None:
        parts["data-unit"] = str(order.unit)
    match order:
        case Move(target=target, via=via):
            parts |= {"data-target": target, "data-via": via}
        case Retreat(target=target):
            parts["data-target"] = target
        case SupportHold(supported=helped):
            parts["data-helped"] = str(helped)
        case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
            parts |= {"data-helped": str(helped), "data-target": target}
    return parts


def _overseas(order: RulesOrder, position: Position) -> bool:
    """Whether it is a move for which the unit needs a convoy, or that asks for one."""
    if not isinstance(order, Move):
        return False
    return order.via or order.target not in position.board.moves(
        order.unit.type, order.unit.location
    )


def as_told(order: RulesOrder, position: Position) -> RulesOrder:
    """The order as it is shown to its player: each move that needs a convoy says so."""
    if isinstance(order, Move) and _overseas(order, position):
        return Move(order.unit, order.target, via=True)
    return order


def _by_foreign_fleets(order: RulesOrder, position: Position, own_fleets: int) -> bool:
    """Whether it is a move by convoy for which the power's own fleets are not enough."""
    if not isinstance(order, Move) or not _overseas(order, position):
        return False
    board = position.board
    start, target = board.number[order.unit.location], board.number[order.target]
    return not has_route(board, own_fleets, start, target)


def _grouped(legal: tuple[RulesOrder, ...], position: Position, power: str) -> list[ChoiceGroup]:
    """Group choices under a heading for each kind of order, sorted by their words.

    Orders that need fleets or help armies of other powers come last, in groups of their own.
    """
    kinds = list(wording.ORDER_TYPES)
    sentence = wording.order_sentences()
    own_fleets, own = _own_fleets(position, power), position.units.get(power, ())

    def group(order: RulesOrder) -> tuple[int, str]:
        foreign = _by_foreign_fleets(order, position, own_fleets)
        if foreign:
            return len(kinds), gettext_noop("Move by other powers’ fleets")
        if isinstance(order, Convoy) and order.army not in own:
            return len(kinds) + 1, gettext_noop("Convoy for other powers")
        return kinds.index(order.type), ""

    choices = sorted((*group(each), sentence(as_told(each, position)), str(each)) for each in legal)
    return [
        (
            _(heading) if heading else str(wording.ORDER_TYPES[kinds[number]]),
            [(text, words) for *_group, words, text in several],
        )
        for (number, heading), several in groupby(choices, key=lambda choice: choice[:2])
    ]


def _adjustment_rows(phase: Phase, seat: Seat) -> list[Row]:
    position = positions.load(phase)
    due = adjustment(position, seat.power)
    stored = [order.text for order in phase.orders.filter(seat=seat).order_by("pk")]
    label = _("Build %(number)d") if due.builds else _("Disband %(number)d")
    options, sentence = list(due.options), wording.order_sentences()
    groups = [
        (
            "",
            [
                (str(each), sentence(each) if due.builds else wording.unit(each.unit))
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
