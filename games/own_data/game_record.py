"""A game in a person's own data: their seats, orders, votes and absences, and the public log."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from accounts.models import User

from .. import access, wording
from ..core import links
from ..models import (
    Absence,
    Amendment,
    Ballot,
    Center,
    Event,
    Game,
    MailKey,
    Order,
    ReadingCorrection,
    Receipt,
    ReceivedMail,
    Tenure,
)
from ..models.vote import ENDING_KINDS
from ..state import variants
from ..wording import endings, events, votes


def record(person: User, game: Game) -> dict[str, Any]:
    tenures = access.Role(person, game).tenures
    return {
        "game": _game(game),
        **_waiting(person, game),
        "wishes": _wishes(person, game),
        "given_powers": _given_powers(person, game),
        "seats": [_seat(tenure, game) for tenure in tenures],
        "masterships": list(game.masterships.filter(person=person).values("since", "until")),
        "orders": _orders(person, game, tenures),
        "saved_sheets": _sheets(person, game, tenures),
        "corrected_readings": _corrected_readings(person, game),
        "ballots": _ballots(tenures),
        "mail_addresses": _mail_addresses(person, game),
        "received_mails": _received_mails(person, game),
        "proposed_amendments": _proposed_amendments(person, game),
        "absences": _absences(person, game),
        "own_acts": _own_acts(person, game),
        "log": _log(person, game),
    }


def _waiting(person: User, game: Game) -> dict[str, Any]:
    """Since when the person waits in the lobby, and when they were seen there, if it is live."""
    entry = game.entries.filter(person=person).first()
    return {
        "waiting_since": entry and entry.joined_at,
        "last_in_lobby": entry and entry.here_at,
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "title": game.title,
        "slug": game.slug,
        "address": links.absolute_url(game.get_absolute_url()),
        "status": game.status,
        "status_in_words": game.get_status_display(),
        "visibility": game.visibility,
        "allotment": game.allotment,
        "allotment_in_words": game.get_allotment_display(),
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "final_at": game.final_at,
        "ending": game.ending,
        "winners": list(game.seats.filter(result="won").values_list("power", flat=True)),
        "result": endings.sentence(game),
    }


def _wishes(person: User, game: Game) -> list[dict[str, Any]]:
    """The powers that the person wishes for, while they wait."""
    hands = variants.setup_of(game).players
    wishes = enumerate(access.own_wishes(person, game), start=1)
    return [{"choice": rank, "powers": list(hands[hand])} for rank, hand in wishes]


def _given_powers(person: User, game: Game) -> list[str]:
    """The powers that the master has given the person in the lobby."""
    hand = game.entries.filter(person=person).values_list("hand", flat=True).first()
    return [] if hand is None else list(variants.setup_of(game).players[hand])


def _seat(tenure: Tenure, game: Game) -> dict[str, Any]:
    """A time in a seat; with the centers of its power if the person holds it, or did at the end."""
    newest = game.phases.not_superseded().order_by("-number").first()
    owned = Center.objects.filter(phase=newest, seat=tenure.seat_id)
    return {
        "power": tenure.seat.power,
        "since": tenure.since,
        "until": tenure.until,
        "ending": tenure.ending,
        "stand_in": tenure.stands_in_for_id is not None,
        "lets_game_master_order": tenure.lets_master_order,
        "centers": owned.count() if tenure.lasts else None,
    }


def _orders(person: User, game: Game, tenures: Sequence[Tenure]) -> list[dict[str, Any]]:
    """The orders of the person's seats, by phase.

    Of resolved phases, which everyone may read: those from their time in the seat. Of the open
    phase: those of the seats that they hold now.
    """
    held = {seat.pk for seat in access.held_seats(person, game)}
    seats = {tenure.seat_id for tenure in tenures}
    rows = Order.objects.filter(phase__game=game, seat__in=seats)
    rows = rows.select_related("phase", "seat", "entered_by")
    return [
        {
            "phase": order.phase.code,
            "phase_status": order.phase.status,
            "power": order.seat.power,
            "typed": order.typed,
            "text": order.text,
            "entered_by_game_master": order.entered_by is not None and not order.entered_by.bot,
            "entered_by_bot": order.entered_by is not None and bool(order.entered_by.bot),
            "outcome": order.outcome,
            "outcome_in_words": wording.outcome(order) if order.outcome else "",
            "fate": order.fate,
        }
        for order in rows.order_by("phase__number", "seat__place", "pk")
        if _is_own(order, held, tenures)
    ]


def _is_own(order: Order, held: set[int], tenures: Sequence[Tenure]) -> bool:
    phase = order.phase
    if phase.is_open:
        return order.seat_id in held
    at = phase.resolved_at
    if at is None or not access.may_read_orders(phase):
        return False
    return any(
        tenure.seat_id == order.seat_id
        and tenure.since <= at
        and (tenure.until is None or at <= tenure.until)
        for tenure in tenures
    )


def _sheets(person: User, game: Game, tenures: Sequence[Tenure]) -> list[dict[str, Any]]:
    """All sheets of orders that the person has saved, whatever became of them since.

    Those that a game master has saved for them are among them, and not in the file of the master.
    """
    mine = Q(person=person, on_behalf=False)
    for tenure in tenures:
        of_time = Q(on_behalf=True, seat=tenure.seat_id, saved_at__gte=tenure.since)
        mine |= of_time & Q(saved_at__lte=tenure.until) if tenure.until else of_time
    rows = Receipt.objects.filter(mine, phase__game=game).order_by("saved_at", "pk")
    return [
        {
            "phase": row.phase.code,
            "power": row.seat.power,
            "saved_by_game_master": row.on_behalf,
            "text": row.text,
            "source": row.source,
            "saved_at": row.saved_at,
            "salt": row.salt,
            "digest": row.digest,
        }
        for row in rows.select_related("phase", "seat")
    ]


def _corrected_readings(person: User, game: Game) -> list[dict[str, Any]]:
    """The orders of others that the person read anew as game master."""
    rows = ReadingCorrection.objects.filter(by=person, phase__game=game).order_by("pk")
    fields = ("phase__code", "seat__power", "typed", "before", "after", "reason", "at")
    names = ("phase", "power", *fields[2:])
    return [dict(zip(names, row, strict=True)) for row in rows.values_list(*fields)]


def _ballots(tenures: Sequence[Tenure]) -> list[dict[str, Any]]:
    mine = Q(pk__in=[])
    for tenure in tenures:
        of_time = Q(seat=tenure.seat_id, cast_at__gte=tenure.since)
        mine |= of_time & Q(cast_at__lte=tenure.until) if tenure.until else of_time
    rows = Ballot.objects.filter(mine).select_related("vote__phase", "seat")
    # A secret vote is deleted when it is counted, and the file is kept for longer.
    rows = rows.exclude(vote__kind__in=ENDING_KINDS, seat__game__secret_votes=True)
    return [
        {
            "vote": ballot.vote.kind,
            "vote_in_words": votes.vote_text(ballot.vote),
            "phase": ballot.vote.phase.code,
            "power": ballot.seat.power,
            "in_favour": ballot.in_favour,
            "cast_at": ballot.cast_at,
        }
        for ballot in rows.order_by("cast_at", "pk")
    ]


def _mail_addresses(person: User, game: Game) -> list[dict[str, Any]]:
    """The times at which the person made addresses for orders; the addresses are secret."""
    rows = MailKey.objects.filter(tenure__person=person, tenure__seat__game=game)
    return [
        {"power": power, "made_at": made_at}
        for power, made_at in rows.values_list("tenure__seat__power", "made_at").order_by("pk")
    ]


def _received_mails(person: User, game: Game) -> list[dict[str, Any]]:
    """The mails that came to the person's addresses; their texts are not stored."""
    rows = ReceivedMail.objects.filter(person=person, game=game).order_by("pk")
    fields = ("received_at", "written_at", "seat__power", "outcome", "checks")
    return [
        {
            "received_at": received_at,
            "written_at": written_at,
            "power": power,
            "outcome": outcome,
            "checks": checks,
        }
        for received_at, written_at, power, outcome, checks in rows.values_list(*fields)
    ]


def _proposed_amendments(person: User, game: Game) -> list[dict[str, Any]]:
    """The new house rules that the person has proposed, as a player or a game master."""
    made = Event.objects.filter(kind=Event.Kind.VOTE_MADE, actor=person, game=game)
    rows = Amendment.objects.filter(vote__in=made.values("vote")).select_related("vote")
    return [
        {
            "proposed_at": row.vote.made_at,
            "outcome": row.vote.outcome,
            "house_rules_before": row.house_rules_before,
            "house_rules": row.house_rules,
            "rules": list(row.rules.values("field", "before", "value")),
        }
        for row in rows.prefetch_related("rules").order_by("vote_id")
    ]


def _absences(person: User, game: Game) -> list[dict[str, Any]]:
    rows = Absence.objects.filter(person=person, seat__game=game).order_by("first", "pk")
    fields = ("seat__power", "first", "last", "announced_at", "withdrawn_at")
    return [
        {
            "power": power,
            "first": first,
            "last": last,
            "announced_at": announced_at,
            "withdrawn_at": withdrawn_at,
        }
        for power, first, last, announced_at, withdrawn_at in rows.values_list(*fields)
    ]


def _own_acts(person: User, game: Game) -> list[dict[str, Any]]:
    rows = Event.objects.filter(actor=person, game=game).order_by("pk")
    fields = ("kind", "phase__code", "seat__power", "at", "text")
    return [
        {"kind": kind, "phase": phase, "power": power, "at": at, "text": text}
        for kind, phase, power, at, text in rows.values_list(*fields)
    ]


def _log(person: User, game: Game) -> list[dict[str, Any]]:
    """The log as its page shows it to the person."""
    names_open = access.sees_names(person, game)
    return [
        {
            "at": event.at,
            "kind": event.kind,
            "sentence": events.sentence(event, names_open=names_open),
            "author": events.author(event, names_open=names_open),
            "reason": events.reason(event),
        }
        for event in reversed(list(events.public_events(game)))
    ]
