"""What the site promises, asked of its rows. Each promise lists what breaks it: nothing, one hopes.

A line says which game, which phase and which seat, so that the logs can be searched for them.
"""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import QuerySet

from games import clock, phases
from games.deadlines import schedule
from games.models import (
    Event,
    Game,
    Letter,
    Mastership,
    Notice,
    Order,
    Pause,
    Phase,
    Receipt,
    Seat,
    Tenure,
)

from .crowd import Answer, Sheet, Written
from .smtp import Mail

Where = tuple[str, str, str]
# What is true only while the phase is open and orders are missing.
NEEDLESS_LATER = (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER)
A_DAY = dt.timedelta(days=1)


def every_phase_was_resolved_exactly_once() -> Iterator[str]:
    """By the record, by the numbers, and by the orders: each unit of a resolved phase has one.

    A phase that was rolled back was resolved before that or not at all, and never again.
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
    """No game was set aside, and the clock of each runs, unless it is over."""
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
    """The last sheet of a seat that was answered “saved” stands, unless a later one, whose answer
    never came, was stored; what stands has a receipt, and an outcome once the phase is over."""
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
    """What may stand after these attempts of one seat: None is nothing at all."""
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
    """What people ordered, of resolved phases only where it has an outcome."""
    found: dict[Where, list[str]] = {}
    given = Order.objects.filter(typed__isnull=False).select_related("phase__game", "seat")
    for order in given:
        if order.phase.status == Phase.Status.OPEN or order.outcome:
            where = (order.phase.game.slug, order.phase.code, order.seat.power)
            found.setdefault(where, []).append(order.text)
    return found


def every_receipt_is_genuine() -> Iterator[str]:
    """Its digest is that of its text and time, and it was written before the phase was resolved."""
    for receipt in Receipt.objects.select_related("phase__game", "seat"):
        words = f"{receipt.salt}\n{receipt.saved_at.isoformat()}\n{receipt.text}"
        name = f"{receipt.phase.game.slug} {receipt.phase} {receipt.seat.power}: {receipt}"
        if hashlib.sha256(words.encode()).hexdigest() != receipt.digest:
            yield f"{name} has another's digest"
        resolved = receipt.phase.resolved_at
        if resolved is not None and receipt.saved_at > resolved:
            yield f"{name} was saved at {receipt.saved_at}, after the phase was over"


def everyone_was_told_the_results_once() -> Iterator[str]:
    """On the site: each player and master of a game, one notice for each phase of it."""
    told = Counter(
        Notice.objects.filter(kind=Notice.Kind.RESULTS, channel=Notice.Channel.SITE).values_list(
            "phase", "person"
        )
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


def every_letter_answered_sent_stands_once(letters: Iterable[Written]) -> Iterator[str]:
    """As it was written, from whom and to whom; one whose answer never came at most once."""
    stored: dict[str, list[Letter]] = {}
    for letter in Letter.objects.select_related("thread__game", "seat").order_by("pk"):
        stored.setdefault(letter.text, []).append(letter)
    for written in letters:
        found = stored.pop(written.text, [])
        fewest, most = (int(written.answer == Answer.SAVED), int(written.answer != Answer.REFUSED))
        if not fewest <= len(found) <= most:
            yield f"{written.name}, answered “{written.answer}”, stands {len(found)} times"
        for letter in found:
            seats = tuple(seat.power for seat in letter.thread.seats.order_by("place"))
            where = (letter.thread.game.slug, seats, str(letter.seat), str(letter.request_key))
            if where != (written.game, written.circle, written.power, written.request_key):
                yield f"{written.name} stands as {where}, and was sent to {written.circle}"
    for text in stored:
        yield f"the letter “{text}” was sent by nobody"


def every_reader_was_told_of_a_letter_once() -> Iterator[str]:
    """By mail: all of a private thread but the author; of a public one, all and the masters.

    Nobody has changed seats in these games, nor switched these mails off.
    """
    mails = Notice.objects.filter(channel=Notice.Channel.MAIL, kind=Notice.Kind.LETTER)
    told = Counter(mails.values_list("letter", "person"))
    players = people_by_game(Tenure.objects.values_list("seat__game", "person"))
    masters = people_by_game(Mastership.objects.values_list("game", "person"))
    for letter in Letter.objects.select_related("thread__game"):
        game = letter.thread.game_id
        readers = players.get(game, set()) | masters.get(game, set())
        if not letter.thread.is_public:
            seats = letter.thread.seats.values("pk")
            readers = set(Tenure.objects.filter(seat__in=seats).values_list("person", flat=True))
        for person in readers - {letter.person_id}:
            if (times := told.pop((letter.pk, person), 0)) != 1:
                yield f"{letter.thread.game.slug}: “{letter.text}”: {person} was told {times} times"
    for (letter_pk, person), times in told.items():
        yield f"letter {letter_pk}: {person}, no reader of it, was told {times} times"


def not_reminded() -> QuerySet[Phase]:
    """Open phases in which reminders are due and nobody has looked who needs one."""
    return Phase.objects.filter(status=Phase.Status.OPEN, remind_at__lte=clock.now())


def everyone_without_orders_was_reminded_once_each_time() -> Iterator[str]:
    """By mail, two days, one, and three hours before a deadline: whoever has to order, is waited
    for, and did not. Who ordered may have done so before or afterwards.

    A worker that comes late does with one mail for all times that passed, and none once the phase
    is due: certain is the first of them, but three hours before the end. Nobody has changed seats
    in these games, and no deadline was moved.
    """
    for phase in not_reminded().select_related("game"):
        yield f"{phase.game.slug} {phase}: nobody was reminded"
    mails = Notice.objects.filter(kind=Notice.Kind.REMINDER, channel=Notice.Channel.MAIL)
    told = Counter(mails.values_list("key", "person"))
    written = {key for key, _person in told}
    ordered = set(Receipt.objects.values_list("phase", "seat"))
    for phase in Phase.objects.exclude(deadline=None).select_related("game"):
        seats = Tenure.objects.filter(
            seat__game=phase.game_id, seat__power__in=[*phases.due(phase)]
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
    """When reminders are due in `phase`, with the key of the notices that are written then."""
    assert phase.deadline is not None
    moments = [phase.deadline - before for before in schedule.REMINDERS]
    words = f"{Notice.Kind.REMINDER}:{phase.game_id}:{phase.number}:{phase.deadline:%Y%m%dT%H%M}"
    return [
        (moment, f"{words}:{moment:%Y%m%dT%H%M}") for moment in moments if moment > phase.opened_at
    ]


def in_disorder(seat: Seat, phase: Phase) -> bool:
    """Whether nobody waited for `seat` when `phase` opened, by the record."""
    kinds = (Event.Kind.CIVIL_DISORDER, Event.Kind.CAME_BACK)
    found = Event.objects.filter(seat=seat, kind__in=kinds, phase__number__lt=phase.number)
    last = found.order_by("pk").last()
    return last is not None and last.kind == Event.Kind.CIVIL_DISORDER


def every_clock_that_stands_still_was_stopped() -> Iterator[str]:
    """By one pause that runs still, or because the game was set aside; and no clock runs during a
    pause, nor after the end."""
    running = Counter(Pause.objects.filter(ended_at=None).values_list("phase", flat=True))
    for game in Game.objects.filter(started_at__isnull=False):
        paused = sum(running.pop(phase, 0) for phase in game.phases.values_list("pk", flat=True))
        if paused != (game.status == Game.Status.PAUSED):
            yield f"{game.slug}: {paused} pauses run, and the game is {game.status}"
        for phase in game.phases.all():
            runs = phase.is_open and phase.due_at is not None
            if phase.is_open and runs != (game.status == Game.Status.PLAYING):
                yield f"{game.slug} {phase}: due {phase.due_at}, and the game is {game.status}"


def only_a_seat_with_a_stand_in_is_lent() -> Iterator[str]:
    """And it goes back to its player with a phase that is still to come."""
    for seat in Seat.objects.exclude(lent_until=None).select_related("game"):
        phase = seat.game.phases.filter(status=Phase.Status.OPEN).first()
        holder = seat.tenures.filter(until=None).first()
        if holder is None or holder.stands_in_for_id is None:
            yield f"{seat.game.slug} {seat}: lent, and nobody stands in"
        elif phase is not None and phase.number > (seat.lent_until or 0):
            yield f"{seat.game.slug} {seat}: lent until {seat.lent_until}, and it is {phase.number}"


def every_mail_arrived(mails: Iterable[Mail]) -> Iterator[str]:
    """None waits, and as many different ones came as the outbox says were sent.

    The end of a phase makes some kinds needless, and so do orders; all others were sent. One that
    became needless after its worker had sent it, and had died before it could say so, came too.
    """
    outbox = Notice.objects.filter(channel=Notice.Channel.MAIL).select_related("phase")
    ordered = set(Receipt.objects.values_list("phase", "seat__tenures__person"))
    for notice in outbox.filter(sent_at=None):
        over = notice.phase is not None and not notice.phase.is_open
        over = over or (notice.phase_id, notice.person_id) in ordered
        if notice.send_at is None and notice.kind in NEEDLESS_LATER and over:
            continue
        yield f"“{notice}” was not sent in {notice.attempts} attempts; next at {notice.send_at}"
    arrived = {mail.message_id for mail in mails}
    told, needless = outbox.exclude(sent_at=None).count(), outbox.filter(sent_at=None).count()
    if not told <= len(arrived) <= told + needless:
        yield f"{told} mails were sent, and {len(arrived)} different ones arrived"


def mails_are_repeated_once_a_crash_at_most(mails: Iterable[Mail], crashes: int) -> Iterator[str]:
    """And always with the Message-ID of the first, by which a reader's program knows it."""
    times = Counter(mail.message_id for mail in mails)
    repeats = sum(times.values()) - len(times)
    if repeats > crashes:
        most = times.most_common(5)
        yield f"{repeats} mails came again after {crashes} crashes; the most often: {most}"
