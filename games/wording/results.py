"""Orders of a resolved phase and their outcomes, in words."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.dates import local_time_text
from accounts.models import Bot
from adjudicator import Board
from adjudicator.terms import SUCCESSFUL

from .. import access, wording
from ..models import Event, Order, Phase
from ..state import variants


@dataclass(frozen=True)
class ResultLine:
    """One order of a resolved phase in the reader's notation, with its outcome.

    `text` is abbreviated, `full` has whole names, `words` is a sentence. `canonical` identifies the
    order's sign on the map. `rule` is the number of the rule behind the reason, or empty, `cited`
    the name of that rule, and `rule_slug` the last part of its address.
    `entered_by` is the name of the game master who entered it for the player, or empty. `by_mail`
    says that its player, who has no account, mailed it. `bot` is the bot that gave it for a power
    in civil disorder, in words, or empty.
    """

    canonical: str
    text: str
    full: str
    words: str
    outcome: str
    good: bool
    fate: str
    reason: str
    rule: str
    cited: str
    given: bool
    rule_slug: str = ""
    entered_by: str = ""
    by_mail: bool = False
    bot: str = ""


def results(shown: Phase) -> dict[str, list[ResultLine]]:
    """The orders of a resolved phase with their outcomes, by power; empty before."""
    return result_lines(shown, resolved_orders(shown))


def result_lines(
    shown: Phase, by_power: Mapping[str, Sequence[Order]]
) -> dict[str, list[ResultLine]]:
    """The lines of orders with outcomes, by power; `by_power` are orders that may be shown."""
    if not by_power:
        return {}
    write, board = wording.stored_orders(shown), variants.board_of(shown.game)
    mailed = _mailed(shown)
    return {
        power: [_stored_line(order, write, board, mailed) for order in orders]
        for power, orders in by_power.items()
    }


def _mailed(shown: Phase) -> set[int]:
    """Primary keys of the seats whose players have no account and mailed orders themselves."""
    if not shown.game.orders_by_master:
        return set()
    return set(shown.receipts.filter(person=None).order_by().values_list("seat", flat=True))


@dataclass(frozen=True)
class CorrectedReading:
    """Another reading that a game master chose: the text, both readings, the reason, and who."""

    power: str
    typed: str
    before: str
    after: str
    reason: str
    by: str

    @property
    def text(self) -> str:
        """The text, both readings, and who chose; without the power and the reason."""
        said = _("was read as %(before)s. %(name)s, as game master, read it as %(after)s.") % {
            "before": self.before,
            "after": self.after,
            "name": self.by,
        }
        return f"“{self.typed}” {said}"


def corrected_readings(shown: Phase) -> list[CorrectedReading]:
    """The corrected readings of a phase; those of an open phase are for its game masters alone."""
    write = wording.stored_orders(shown)
    return [
        CorrectedReading(
            power=wording.power(row.seat.power),
            typed=row.typed,
            before=write(row.before),
            after=write(row.after),
            reason=row.reason,
            by=row.author_name,
        )
        for row in shown.reading_corrections.select_related("seat", "by").order_by("pk")
    ]


@dataclass(frozen=True)
class LateOrders:
    """Orders of a power that a game master entered after the deadline: who did, and when."""

    power: str
    by: str
    at: dt.datetime

    @property
    def text(self) -> str:
        """By whom and when they were entered, in the active time zone; without the power."""
        said = _("entered by %(name)s, as game master, %(time)s, before the results were seen.")
        return said % {"name": self.by, "time": local_time_text(self.at)}


def late_orders(shown: Phase) -> list[LateOrders]:
    """The powers of a resolved phase whose orders came late; empty before."""
    late = shown.events.filter(kind=Event.Kind.LATE_ORDERS).select_related("seat", "actor")
    return [
        LateOrders(
            wording.power(event.seat.power),
            str(event.actor or event.imported_actor or ""),
            event.due_after,
        )
        for event in late.order_by("seat__place")
        if event.seat and event.due_after
    ]


@dataclass(frozen=True)
class ResultRemarks:
    """A heading, and pairs of a power and a sentence about its orders."""

    heading: str
    lines: Sequence[tuple[str, str]]


def remarks(shown: Phase) -> list[ResultRemarks]:
    """Remarks about the orders of a resolved phase, for texts; empty before."""
    if not access.may_read_orders(shown):
        return []
    late = [(each.power, each.text) for each in late_orders(shown)]
    corrected = [
        (each.power, f"{each.text} {' '.join(each.reason.split())}")
        for each in corrected_readings(shown)
    ]
    by_bots = [
        (power, _("%(bot)s gave the orders, in civil disorder.") % {"bot": bot})
        for power, bot in powers_of_bots(shown)
    ]
    found = [
        ResultRemarks(_("Orders of bots"), by_bots),
        ResultRemarks(_("Late orders"), late),
        ResultRemarks(_("Corrected readings"), corrected),
    ]
    return [each for each in found if each.lines]


def powers_of_bots(shown: Phase) -> list[tuple[str, str]]:
    """The powers in civil disorder for which a bot gave orders, each with the bot, in words."""
    if not shown.settings.bots_in_disorder and not shown.game.is_imported:
        return []
    given = shown.orders.of_bots_for_absent().order_by("seat__place")
    rows = given.values_list("seat__power", "entered_by__bot").distinct()
    return [(wording.power(power), bot_name(bot)) for power, bot in rows]


def bot_name(bot: str) -> str:
    """A bot beside the orders that it gave."""
    return _("%(name)s (bot)") % {"name": Bot(bot).label}


def resolved_orders(shown: Phase) -> dict[str, list[Order]]:
    """The orders of a phase by power, once everyone may read them; empty before."""
    orders: dict[str, list[Order]] = {}
    if access.may_read_orders(shown):
        for order in shown.orders.select_related("seat", "entered_by"):  # by place of their seats
            orders.setdefault(order.seat.power, []).append(order)
    return orders


def no_moves(shown: Phase) -> list[str]:
    """The names of the powers with no moves received in this phase; public once it is resolved."""
    silent = shown.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).select_related("seat")
    by_place = silent.order_by("seat__place")
    return [wording.power(event.seat.power) for event in by_place if event.seat]


def _stored_line(
    order: Order, write: Callable[..., str], board: Board, mailed: Collection[int]
) -> ResultLine:
    entered_by = order.entered_by
    bot = entered_by.bot if entered_by else ""
    return replace(
        result_line(order, write, board),
        entered_by=str(entered_by) if entered_by and not bot else "",
        bot=bot_name(bot) if bot else "",
        by_mail=order.given and order.entered_by is None and order.seat_id in mailed,
    )


def result_line(
    order: wording.ResolvedOrder, write: Callable[..., str], board: Board
) -> ResultLine:
    """The line of an order; `write` gives a canonical text in the reader's notation."""
    good = order.outcome in SUCCESSFUL
    reason = wording.reason(order, board)
    rule, slug, cited = wording.rule(order) if reason else ("", "", "")
    succeeded_as_ordered = good and order.given and not order.fate
    return ResultLine(
        canonical=order.text,
        text=write(order.text),
        full=write(order.text, style="full"),
        words=write(order.text, style="words"),
        outcome=wording.outcome(order),
        good=good,
        fate=str(wording.FATES[order.fate]),
        reason=reason,
        rule=rule,
        cited=cited if rule or not succeeded_as_ordered else "",
        given=order.given,
        rule_slug=slug,
    )
