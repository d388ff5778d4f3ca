"""Rows of a game → its record: what everyone who sees the game may see, and no more.

The record is the same for each reader, so an archive can be passed on.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from .. import access
from ..models import (
    Amendment,
    Event,
    Game,
    Message,
    Order,
    Phase,
    ReadingCorrection,
    Seat,
    Tenure,
    Vote,
)
from ..models.fields import LONGEST_IMPORTED_NAME
from ..models.vote import ENDING_KINDS
from ..state import positions
from ..wording import events
from .record import (
    GAME,
    SETTINGS,
    TERMS,
    AmendedRuleRecord,
    AmendmentRecord,
    CorrectionRecord,
    DislodgedRecord,
    EventRecord,
    GameRecord,
    MessageRecord,
    OrderRecord,
    PhaseRecord,
    RuleChangeRecord,
    SeatRecord,
    SettingsRecord,
    ThreadRecord,
    VoteRecord,
)

STRANGER = AnonymousUser()


def gather(game: Game) -> GameRecord:
    """The record of a game that has begun."""
    phases = list(game.phases.order_by("number"))
    for phase in phases:
        phase.game = game
    positions.fetch(*phases)
    versions = list(game.settings_versions.prefetch_related("skipped_dates").order_by("pk"))
    index = {version.pk: number for number, version in enumerate(versions)}
    orders = _orders(phases)
    log = list(events.public_events(game).exclude(kind=Event.Kind.IMPORTED).reverse())
    votes = {event.vote.pk: event.vote for event in log if event.vote}
    amendments = _amendments(votes)
    return GameRecord(
        origin=game.imported_from or settings.SITE_URL[:200],
        game=GAME.values(game),
        terms=TERMS.values(game),
        rule_changes=[
            RuleChangeRecord(row.field, row.value, row.since)
            for row in game.rule_changes.order_by("field", "since")
        ],
        seats=_seats(game),
        settings=[
            SettingsRecord(SETTINGS.values(each), [row.date for row in each.skipped_dates.all()])
            for each in versions
        ],
        phases=[_phase(each, index[each.settings_id], orders[each.pk]) for each in phases],
        corrections=_corrections(phases),
        votes=[_vote(game, vote, amendments.get(vote.pk)) for vote in votes.values()],
        events=[_event(game, event, list(votes)) for event in log],
        threads=_threads(game),
    )


def _seats(game: Game) -> list[SeatRecord]:
    names_open = access.sees_names(STRANGER, game)
    seats = game.seats.prefetch_related("tenures__person").order_by("place")
    return [SeatRecord(seat.power, _holder(seat, names_open), seat.result) for seat in seats]


def _holder(seat: Seat, names_open: bool) -> str | None:
    """The name that everyone sees for a seat: empty if it is hidden, None without a player."""
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    if access.declared_holder(seat, last) is None:
        if last is None:
            return seat.imported_name
        if last.ending == Tenure.Ending.RESIGNED:
            return None
    name = access.shown_name(STRANGER, seat, names_open=True) if names_open else ""
    return name[:LONGEST_IMPORTED_NAME]


def _orders(phases: Iterable[Phase]) -> Mapping[int, dict[str, list[OrderRecord]]]:
    """The orders by phase and power, of the phases in which everyone may read them."""
    found: dict[int, dict[str, list[OrderRecord]]] = defaultdict(dict)
    readable = [phase for phase in phases if access.may_read_orders(phase)]
    rows = Order.objects.filter(phase__in=readable).select_related("seat", "entered_by")
    for order in rows.order_by("phase__number", "seat__place", "pk"):
        found[order.phase_id].setdefault(order.seat.power, []).append(
            OrderRecord(
                text=order.text,
                given=order.given,
                outcome=order.outcome,
                fate=order.fate,
                reason_code=order.reason_code,
                reason_params={name: str(each) for name, each in order.reason_params.items()},
                bot=order.entered_by.bot if order.entered_by else "",
            )
        )
    return found


def _phase(phase: Phase, version: int, orders: dict[str, list[OrderRecord]]) -> PhaseRecord:
    stored = positions.stored(phase)
    record = PhaseRecord(
        number=phase.number,
        code=phase.code,
        status=phase.status,
        settings=version,
        opened_at=phase.opened_at,
        deadline=phase.deadline,
        resolved_at=phase.resolved_at,
        took_orders=phase.status == Phase.Status.FINAL and phase.revision > 0,
        orders=orders,
    )
    for unit in stored.units:
        if unit.dislodged:
            beaten = DislodgedRecord(unit.text, unit.attacked_from or None, list(unit.retreats))
            record.dislodged.setdefault(unit.power, []).append(beaten)
        else:
            record.units.setdefault(unit.power, []).append(unit.text)
    for province, power in stored.owners.items():
        record.centers.setdefault(power, []).append(province)
    return record


def _corrections(phases: Iterable[Phase]) -> list[CorrectionRecord]:
    """The corrected readings of the phases in which everyone may read the orders."""
    readable = [phase for phase in phases if access.may_read_orders(phase)]
    rows = ReadingCorrection.objects.filter(phase__in=readable)
    return [
        CorrectionRecord(
            phase=row.phase.number,
            power=row.seat.power,
            typed=row.typed,
            before=row.before,
            after=row.after,
            reason=row.reason,
            by=row.author_name,
            at=row.at,
        )
        for row in rows.select_related("phase", "seat", "by").order_by("pk")
    ]


def _amendments(votes: Iterable[int]) -> dict[int, AmendmentRecord]:
    """Proposals for the house rules, by the primary key of the vote."""
    rows = Amendment.objects.filter(vote__in=votes).prefetch_related("rules").order_by("pk")
    return {
        row.vote_id: AmendmentRecord(
            house_rules=row.house_rules,
            house_rules_before=row.house_rules_before,
            since=row.since,
            rules=[
                AmendedRuleRecord(rule.field, rule.before, rule.value) for rule in row.rules.all()
            ],
        )
        for row in rows
    }


def _vote(game: Game, vote: Vote, amendment: AmendmentRecord | None) -> VoteRecord:
    secret = game.secret_votes and vote.kind in ENDING_KINDS
    return VoteRecord(
        phase=vote.phase.number,
        kind=vote.kind,
        days=vote.days,
        power=vote.seat.power if vote.seat and not secret else None,
        winner=vote.winner.power if vote.winner else None,
        sharers=[sharer.seat.power for sharer in vote.sharers.all()],
        made_at=vote.made_at,
        closed_at=vote.closed_at,
        outcome=vote.outcome,
        amendment=amendment,
    )


def _event(game: Game, event: Event, votes: list[int]) -> EventRecord:
    names_open = access.sees_names(STRANGER, game)
    return EventRecord(
        kind=event.kind,
        at=event.at,
        phase=event.phase.number if event.phase else None,
        power=event.seat.power if event.seat else None,
        actor=events.shown_actor(event, names_open=names_open),
        subject=events.shown_subject(event, names_open=names_open),
        vote=votes.index(event.vote.pk) if event.vote else None,
        due_before=event.due_before,
        due_after=event.due_after,
        text=event.text,
    )


def _threads(game: Game) -> list[ThreadRecord]:
    """Public press and, once the end has opened it, private press; without hidden messages."""
    names_open = access.sees_names(STRANGER, game)
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    rows = access.messages(STRANGER, [game]).select_related("thread__phase", "seat", "person")
    found: dict[int, ThreadRecord] = {}
    for message in rows.prefetch_related(seats).order_by("thread", "pk"):
        thread = message.thread
        record = found.setdefault(
            thread.pk,
            ThreadRecord(
                powers=[seat.power for seat in thread.seats.all()] if thread.circle else [],
                title=thread.title,
                phase=thread.phase.number if thread.phase else None,
                opened_at=thread.opened_at,
                messages=[],
            ),
        )
        record.messages.append(_message(message, names_open=names_open))
    return list(found.values())


def _message(message: Message, *, names_open: bool) -> MessageRecord:
    power = author = None
    if access.sees_author(STRANGER, message):
        power = message.seat.power if message.seat else None
        shown = names_open or power is None
        author = access.author_name(STRANGER, message, names_open=True) if shown else ""
        if message.person is None:
            author = message.imported_author
    return MessageRecord(power, author, message.text, message.sent_at, message.unsigned)
