"""The rows and choices of the order form: the orders that a seat may give now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from adjudicator import Order as RulesOrder
from adjudicator import (
    OrderSyntaxError,
    Position,
    Rules,
    Unit,
    adjustment,
    legal_orders,
    parse_canonical,
)
from adjudicator.convoys import has_route
from adjudicator.orders import Convoy, Move, Retreat, SupportHold, SupportMove, Waive
from adjudicator.terms import PhaseType

from .. import wording
from ..models import Order, Phase, Seat
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
    offered = offers(phase, seat.power)
    orders = phase.orders.filter(seat=seat).order_by("pk")
    texts = given(phase, [row.key for row in offered], orders)
    return [
        _with_chosen(row, texts[row.key], phase, seat.power) if row.key in texts else row
        for row in offered
    ]


def offers(phase: Phase, power: str) -> list[Row]:
    """Return the form rows of a power in `phase` with nothing chosen.

    They follow from the position and the rules, which everyone knows.
    """
    return offers_in(positions.load(phase), power, positions.rules_of(phase))


def offers_in(position: Position, power: str, rules: Rules) -> list[Row]:
    """Return the form rows of a power in a position with nothing chosen."""
    if position.phase.type == PhaseType.ADJUSTMENT:
        return _adjustment_rows(position, power)
    return _unit_rows(position, power, rules)


def keys_in(position: Position, power: str) -> list[str]:
    """Return the keys of the rows that `offers_in` returns, without what they offer."""
    if position.phase.type == PhaseType.ADJUSTMENT:
        return [row.key for row in _adjustment_rows(position, power)]
    return [_unit_key(unit) for unit in units_to_order(position, power)]


def given(phase: Phase, keys: Sequence[str], orders: Iterable[Order]) -> dict[str, str]:
    """Return the text of each of `orders`, all of one power, by the key of its row.

    `keys` are those of the power's rows. Builds and disbands fill the rows in the order in which
    they were stored.
    """
    if phase.type == PhaseType.ADJUSTMENT:
        return dict(zip(keys, (order.text for order in orders), strict=False))
    stored = {order.unit_id: order.text for order in orders}
    units = positions.stored(phase).units
    return {_unit_key(unit.unit): stored[unit.key] for unit in units if unit.key in stored}


def choice_of(text: str, phase: Phase, power: str) -> Row | None:
    """Return a row with a stored order as its only choice; None if the rules cannot read it.

    An order that was entered in the text box may have a legal form that is not offered. If the row
    of its unit did not show it, saving the form would delete it.
    """
    return choice_in(text, positions.load(phase), power)


def choice_in(text: str, position: Position, power: str) -> Row | None:
    """Return the same for an order of a power in a position."""
    try:
        order = parse_canonical(text, position.phase.type, position.board)
    except OrderSyntaxError:  # a corrupt row must not break the page
        return None
    notes = _notes([order], position, _own_fleets(position, power))
    return Row("", "", _grouped((order,), position, power), text, notes)


def _with_chosen(row: Row, text: str, phase: Phase, power: str) -> Row:
    more = None if row.offers(text) else choice_of(text, phase, power)
    if more is None:
        return replace(row, chosen=text)
    return replace(
        row, chosen=text, groups=[*row.groups, *more.groups], notes=row.notes | more.notes
    )


def _unit_rows(position: Position, power: str, rules: Rules) -> list[Row]:
    own_fleets = _own_fleets(position, power)
    found = []
    for unit in units_to_order(position, power):
        legal = tuple(legal_orders(position, unit, rules))
        found.append(
            Row(
                key=_unit_key(unit),
                label=wording.unit(unit),
                groups=_grouped(legal, position, power),
                notes=_notes(legal, position, own_fleets),
            )
        )
    return found


def units_to_order(position: Position, power: str) -> Sequence[Unit]:
    """Return the units of a power that move or retreat in a phase, sorted by province."""
    if position.phase.type == PhaseType.RETREAT:
        return [each.unit for each in position.dislodged.get(power, ())]
    return position.units.get(power, ())


def _unit_key(unit: Unit) -> str:
    return f"unit-{unit.province}"


def _notes(
    legal: Iterable[RulesOrder], position: Position, own_fleets: int = 0
) -> dict[str, dict[str, str | bool]]:
    in_short = wording.order_shortener(position)

    def shortened(order: RulesOrder) -> str | bool:
        """The order in the reader's notation; False where that is the canonical text."""
        short = in_short(as_told(order, position))
        return short != str(order) and short

    return {
        str(each): {
            "data-short": shortened(each),
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


def _adjustment_rows(position: Position, power: str) -> list[Row]:
    due = adjustment(position, power)
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
            notes=notes,
        )
        for number in range(1, (due.builds or due.removals) + 1)
    ]
