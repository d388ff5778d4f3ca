"""Checks of the site's promises on its rows. Each yields a line for each violation.

A line names the game, the phase and the seat, so that the logs can be searched for them.
"""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import QuerySet

from accounts import clock
from games.models import (
    Event,
    Game,
    Mastership,
    Message,
    Notification,
    Order,
    Pause,
    Phase,
    Receipt,
    Seat,
    Tenure,
)
from games.state import phase_clock, phases

from .crowd import Answer, SentMessage, Sheet
from .smtp import Mail

Where = tuple[str, str, str]
# Mails that are needed only while the phase is open and orders are missing.
NEEDLESS_LATER = (Notification.Kind.YOUR_TURN, Notification.Kind.REMINDER)
A_DAY = dt.timedelta(days=1)


def every_phase_was_resolved_exactly_once() -> Iterator[str]:
    """Each phase has its number, one event of its resolution, and an outcome for each order.

    A phase that was rolled back was resolved at most once, before the rollback.
    """
    events = Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED)
    times = Counter(events.values_list("phase", flat=True))
    for game in Game.objects.filter(started_at__isnull=False).prefetch_related("phases"):
        played = sorted(game.phases.all(), key=lambda phase: phase.number)
        numbers = [phase.number for phase in played]
        if numbers != list(range(1, len(played) + 1)):
            yield f"{game.slug}: its phases are numbered {numbers}"
        for phase in played[:-1]:
            rolled_back = phase.status == Phase.Status.SUPERSEDED and times[phase.pk] <= 1
            resolved = phase.status == Phase.Status.RESOLVED and times[phase.pk] == 1
            if not (resolved or rolled_back):
                yield f"{game.slug} {phase}: {phase.status}, resolved {times[phase.pk]} times"
        if played and times[played[-1].pk]:
            yield f"{game.slug} {played[-1]}: resolved, and no phase follows"
    for order in Order.objects.filter(phase__status=Phase.Status.RESOLVED, outcome=""):
        yield f"{order.phase.game.slug} {order.phase} {order.seat}: {order} has no outcome"


def every_game_goes_on() -> Iterator[str]:
    """No game was set aside, and the clock of each runs unless the game is over."""
    for game in Game.objects.filter(started_at__isnull=False):
        last = game.phases.order_by("number").last()
        assert last is not None
        if game.status == Game.Status.FINISHED and last.status == Phase.Status.FINAL:
            continue
        if game.status != Game.Status.PLAYING:
            yield f"{game.slug} {last}: the game is {game.status}: {game.error}"
        elif last.status != Phase.Status.OPEN or last.due_at is None:
            yield f"{game.slug} {last}: {last.status}, due {last.due_at}: nobody will resolve it"


def every_order_answered_saved_counts(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The last sheet of a seat that was answered “saved” stands.

    A later sheet whose answer was lost may stand instead, if it was stored. Standing orders have a
    receipt, and an outcome once the phase is over.
    """
    sent: dict[Where, list[Sheet]] = {}
    for sheet in sheets:
        sent.setdefault(sheet.where, []).append(sheet)
    stored = receipts_by_seat()
    standing = orders_by_seat()
    for where, attempts in sent.items():
        receipts = stored.get(where, [])
        texts = [tuple(sorted(receipt.text.splitlines())) for receipt in receipts]
        for sheet in attempts:
            if sheet.answer == Answer.SAVED and sheet.orders not in texts:
                yield f"{' '.join(where)}: no receipt for {sheet.orders}, answered “saved”"
        may_stand = possible_ends(attempts)
        stands = texts[-1] if texts else None
        if stands not in may_stand:
            yield f"{' '.join(where)}: {stands} stands, and not one of {may_stand}"
        if (counted := tuple(sorted(standing.get(where, [])))) != (stands or ()):
            yield f"{' '.join(where)}: {counted} counted, and the last receipt says {stands}"
    for where in stored.keys() - sent.keys():
        yield f"{' '.join(where)}: a receipt of a sheet that nobody sent"


def possible_ends(attempts: Iterable[Sheet]) -> list[tuple[str, ...] | None]:
    """Return the sheets that may stand after these attempts of one seat; None: no sheet."""
    ends: list[tuple[str, ...] | None] = [None]
    for sheet in attempts:
        if sheet.answer == Answer.SAVED:
            ends = [sheet.orders]
        elif sheet.answer == Answer.NONE:
            ends.append(sheet.orders)
    return ends


def receipts_by_seat() -> dict[Where, list[Receipt]]:
    found: dict[Where, list[Receipt]] = {}
    for receipt in Receipt.objects.select_related("phase__game", "seat").order_by("pk"):
        where = (receipt.phase.game.slug, receipt.phase.code, receipt.seat.power)
        found.setdefault(where, []).append(receipt)
    return found


def orders_by_seat() -> Mapping[Where, list[str]]:
    """Return the orders people gave; of resolved phases only those with an outcome."""
    found: dict[Where, list[str]] = {}
    given = Order.objects.filter(typed__isnull=False).select_related("phase__game", "seat")
    for order in given:
        if order.phase.status == Phase.Status.OPEN or order.outcome:
            where = (order.phase.game.slug, order.phase.code, order.seat.power)
            found.setdefault(where, []).append(order.text)
    return found


def every_receipt_is_genuine() -> Iterator[str]:
    """Its digest fits its text and time, and it was written before the phase was resolved."""
    for receipt in Receipt.objects.select_related("phase__game", "seat"):
        words = f"{receipt.salt}\n{receipt.saved_at.isoformat()}\n{receipt.text}"
        name = f"{receipt.phase.game.slug} {receipt.phase} {receipt.seat.power}: {receipt}"
        if hashlib.sha256(words.encode()).hexdigest() != receipt.digest:
            yield f"{name} has another's digest"
        resolved = receipt.phase.resolved_at
        if resolved is not None and receipt.saved_at > resolved:
            yield f"{name} was saved at {receipt.saved_at}, after the phase was over"


def everyone_was_notified_of_results_once() -> Iterator[str]:
    """Each player and master has one notification on the site for each resolved phase."""
    told = Counter(
        Notification.objects.filter(
            kind=Notification.Kind.RESULTS, channel=Notification.Channel.SITE
        ).values_list("phase", "person")
    )
    players = people_by_game(Tenure.objects.values_list("seat__game", "person"))
    masters = people_by_game(Mastership.objects.values_list("game", "person"))
    for phase in Phase.objects.filter(status=Phase.Status.RESOLVED).select_related("game"):
        for person in players.get(phase.game_id, set()) | masters.get(phase.game_id, set()):
            if (times := told.pop((phase.pk, person), 0)) != 1:
                yield f"{phase.game.slug} {phase}: person {person} was told {times} times"
    for (number, person), times in told.items():
        yield f"phase {number}: person {person} was told {times} times, and had no part in it"


def people_by_game(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for game, person in pairs:
        found.setdefault(game, set()).add(person)
    return found


def every_message_answered_sent_stands_once(messages: Iterable[SentMessage]) -> Iterator[str]:
    """Each message answered “sent” is stored once, with its sender and recipients.

    A message whose answer was lost is stored at most once.
    """
    stored: dict[str, list[Message]] = {}
    for message in Message.objects.select_related("thread__game", "seat").order_by("pk"):
        stored.setdefault(message.text, []).append(message)
    for written in messages:
        found = stored.pop(written.text, [])
        fewest, most = (int(written.answer == Answer.SAVED), int(written.answer != Answer.REFUSED))
        if not fewest <= len(found) <= most:
            yield f"{written.name}, answered “{written.answer}”, stands {len(found)} times"
        for message in found:
            seats = tuple(seat.power for seat in message.thread.seats.order_by("place"))
            where = (message.thread.game.slug, seats, str(message.seat), str(message.request_key))
            if where != (written.game, written.circle, written.power, written.request_key):
                yield f"{written.name} stands as {where}, and was sent to {written.circle}"
    for text in stored:
        yield f"the message “{text}” was sent by nobody"


def every_reader_was_mailed_a_message_once() -> Iterator[str]:
    """Each reader of a message has one mail about it.

    Readers are all members of a private thread except the author; of a public thread all players
    and masters. Nobody has changed seats in these games or switched these mails off.
    """
    mails = Notification.objects.filter(
        channel=Notification.Channel.MAIL, kind=Notification.Kind.MESSAGE
    )
    told = Counter(mails.values_list("message", "person"))
    players = people_by_game(Tenure.objects.values_list("seat__game", "person"))
    masters = people_by_game(Mastership.objects.values_list("game", "person"))
    for message in Message.objects.select_related("thread__game"):
        game = message.thread.game_id
        readers = players.get(game, set()) | masters.get(game, set())
        if not message.thread.is_public:
            seats = message.thread.seats.values("pk")
            readers = set(Tenure.objects.filter(seat__in=seats).values_list("person", flat=True))
        for person in readers - {message.person_id}:
            if (times := told.pop((message.pk, person), 0)) != 1:
                where = message.thread.game.slug
                yield f"{where}: “{message.text}”: {person} was told {times} times"
    for (message_pk, person), times in told.items():
        yield f"message {message_pk}: {person}, no reader of it, was told {times} times"


def not_reminded() -> QuerySet[Phase]:
    """Open phases whose reminders are due and have not been written."""
    return Phase.objects.open().filter(remind_at__lte=clock.now())


def everyone_without_orders_was_reminded_once_each_time() -> Iterator[str]:
    """Each person who has to order and did not was reminded once each time.

    Reminders go by mail two days, one day and three hours before a deadline. Whoever has ordered
    may have been reminded before that or not.

    A worker that comes late sends one mail for all the times that have passed, and none once the
    phase is due. So only the first reminder is certain, and that of three hours only while the
    phase is open. Nobody has changed seats in these games, and no deadline was moved.
    """
    for phase in not_reminded().select_related("game"):
        yield f"{phase.game.slug} {phase}: nobody was reminded"
    mails = Notification.objects.filter(
        kind=Notification.Kind.REMINDER, channel=Notification.Channel.MAIL
    )
    told = Counter(mails.values_list("key", "person"))
    written = {key for key, _person in told}
    ordered = set(Receipt.objects.values_list("phase", "seat"))
    for phase in Phase.objects.exclude(deadline=None).select_related("game"):
        seats = Tenure.objects.filter(
            seat__game=phase.game_id, seat__power__in=[*phases.orders_due(phase)]
        )
        for number, (moment, key) in enumerate(reminders_of(phase)):
            early = phase.deadline is not None and phase.deadline - moment >= A_DAY
            certain = number == 0 and moment <= clock.now() and (early or phase.is_open)
            if not certain and key not in written:
                continue
            for tenure in seats.select_related("seat"):
                times = told.pop((key, tenure.person_id), 0)
                expected = int(not in_disorder(tenure.seat, phase))
                may_be_none = (phase.pk, tenure.seat_id) in ordered
                if times != expected and not (may_be_none and times <= 1):
                    yield f"{phase.game.slug} {phase} {tenure.seat}: reminded {times} times"
    for (key, person), times in told.items():
        yield f"{key}: {person} was reminded {times} times, needlessly"


def reminders_of(phase: Phase) -> list[tuple[dt.datetime, str]]:
    """Return the moments of the reminders of `phase`, with the keys of their notifications."""
    assert phase.deadline is not None
    moments = [phase.deadline - before for before in phase_clock.REMINDERS]
    words = (
        f"{Notification.Kind.REMINDER}:{phase.game_id}:{phase.number}:{phase.deadline:%Y%m%dT%H%M}"
    )
    return [
        (moment, f"{words}:{moment:%Y%m%dT%H%M}") for moment in moments if moment > phase.opened_at
    ]


def in_disorder(seat: Seat, phase: Phase) -> bool:
    """Whether `seat` was in civil disorder in `phase`, according to the events."""
    events = Event.objects.filter(seat=seat)
    began = events.filter(kind=Event.Kind.CIVIL_DISORDER, phase__number__lt=phase.number)
    ended = events.filter(kind=Event.Kind.CAME_BACK, phase__number__lte=phase.number)
    last = (began | ended).order_by("pk").last()
    return last is not None and last.kind == Event.Kind.CIVIL_DISORDER


def every_clock_that_stands_still_was_stopped() -> Iterator[str]:
    """Each stopped clock has one running pause, or its game was set aside or is over.

    No clock runs during a pause or after the end of the game.
    """
    running = Counter(Pause.objects.filter(ended_at=None).values_list("phase", flat=True))
    for game in Game.objects.filter(started_at__isnull=False):
        paused = sum(running.pop(phase, 0) for phase in game.phases.values_list("pk", flat=True))
        if paused != (game.status == Game.Status.PAUSED):
            yield f"{game.slug}: {paused} pauses run, and the game is {game.status}"
        for phase in game.phases.all():
            runs = phase.is_open and phase.due_at is not None
            if phase.is_open and runs != (game.status == Game.Status.PLAYING):
                yield f"{game.slug} {phase}: due {phase.due_at}, and the game is {game.status}"


def only_a_seat_with_a_substitute_is_lent() -> Iterator[str]:
    """Each lent seat has a substitute, and goes back to its player with a later phase."""
    for seat in Seat.objects.exclude(lent_until=None).select_related("game"):
        phase = seat.game.phases.filter(status=Phase.Status.OPEN).first()
        holder = seat.tenures.current().first()
        if holder is None or holder.stands_in_for_id is None:
            yield f"{seat.game.slug} {seat}: lent, and nobody stands in"
        elif phase is not None and phase.number > (seat.lent_until or 0):
            yield f"{seat.game.slug} {seat}: lent until {seat.lent_until}, and it is {phase.number}"


def every_mail_arrived(mails: Iterable[Mail]) -> Iterator[str]:
    """No mail waits, and as many different mails arrived as the outbox says were sent.

    The end of a phase makes some kinds of mails needless, and so do orders; all others were sent. A
    mail may become needless after it was sent, if its worker died before it could store that; it
    has arrived too.
    """
    outbox = Notification.objects.filter(channel=Notification.Channel.MAIL).select_related("phase")
    ordered = set(Receipt.objects.values_list("phase", "seat__tenures__person"))
    for notification in outbox.filter(sent_at=None):
        over = notification.phase is not None and not notification.phase.is_open
        over = over or (notification.phase_id, notification.person_id) in ordered
        if notification.send_at is None and notification.kind in NEEDLESS_LATER and over:
            continue
        attempts, again = notification.attempts, notification.send_at
        yield f"“{notification}” was not sent in {attempts} attempts; next at {again}"
    arrived = {mail.message_id for mail in mails}
    told, needless = outbox.exclude(sent_at=None).count(), outbox.filter(sent_at=None).count()
    if not told <= len(arrived) <= told + needless:
        yield f"{told} mails were sent, and {len(arrived)} different ones arrived"


def mails_are_repeated_once_a_crash_at_most(mails: Iterable[Mail], crashes: int) -> Iterator[str]:
    """At most one mail was repeated for each crash, with the same Message-ID."""
    times = Counter(mail.message_id for mail in mails)
    repeats = sum(times.values()) - len(times)
    if repeats > crashes:
        most = times.most_common(5)
        yield f"{repeats} mails came again after {crashes} crashes; the most often: {most}"
