"""Checks of the rows of games whose masters act while the games run.

Each check yields a line for each violation, like those in `promises`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from games.models import Event, Order, Pause, Phase, Receipt
from games.models.event import EventKind

from . import promises
from .actions import Action
from .crowd import Answer, Sheet

if TYPE_CHECKING:
    import datetime as dt

# Actions with a reason; the event of such an action is found by this text.
TOLD = ("extend", "end now", "pause", "replace", "roll back", "correct")
# Events that give the phase another deadline.
PROMISING = (
    EventKind.EXTENDED,
    EventKind.SHORTENED,
    EventKind.UNPAUSED,
    EventKind.GRACE_GIVEN,
    EventKind.MADE_UP,
)
ENDING = (EventKind.HURRIED, EventKind.ALL_READY)  # events that let the phase end at any moment
# Events that happen to open phases only.
WHILE_OPEN = (
    *PROMISING,
    *ENDING,
    EventKind.PAUSED,
    EventKind.REPLACED,
    EventKind.ORDERS_SAVED,
    EventKind.READY,
)


def every_action_answered_done_stands_once(actions: Iterable[Action]) -> Iterator[str]:
    """Each action answered “done” has one event, of the phase that it was meant for.

    A refused action has none, and an action whose answer was lost has at most one.
    """
    for action in actions:
        if action.what not in TOLD:
            continue
        found = list(Event.objects.filter(text=action.reason))
        fewest, most = (int(action.answer == Answer.SAVED), int(action.answer != Answer.REFUSED))
        if not fewest <= len(found) <= most:
            yield f"{action} stands {len(found)} times"
        meant = Phase.objects.get(pk=action.phase)
        for event in found:
            reopened = event.kind in (EventKind.ROLLED_BACK, EventKind.CORRECTED)
            if reopened and meant.status != Phase.Status.SUPERSEDED:
                yield f"{action}: its phase is {meant.status}"
            if not reopened and event.kind != EventKind.REPLACED and event.phase_id != meant.pk:
                yield f"{action} was done to phase {event.phase_id}"


def no_phase_ended_before_its_last_promise() -> Iterator[str]:
    """No phase is resolved before the deadline it was last given, or while it is paused."""
    for phase in Phase.objects.filter(status=Phase.Status.RESOLVED).select_related("game"):
        promised: dt.datetime | None = None
        stopped = False
        for event in phase.events.order_by("pk"):
            if event.kind in PROMISING:
                promised, stopped = event.due_after, False
            elif event.kind in ENDING:
                promised = None
            elif event.kind == EventKind.PAUSED:
                stopped = True
        assert phase.resolved_at is not None
        if stopped:
            yield f"{phase.game.slug} {phase}: resolved while its clock stood still"
        if promised is not None and phase.resolved_at < promised:
            yield f"{phase.game.slug} {phase}: resolved at {phase.resolved_at}, before {promised}"


def nothing_was_done_to_a_phase_that_was_over() -> Iterator[str]:
    """No event of an open phase follows the event of its resolution.

    Events are numbered in the order in which their transactions held the lock of the phase.
    """
    over = Event.objects.filter(kind=EventKind.PHASE_RESOLVED).values_list("phase", "pk")
    for phase, resolved in over:
        later = Event.objects.filter(phase=phase, pk__gt=resolved, kind__in=WHILE_OPEN)
        for event in later.select_related("game"):
            yield f"{event.game.slug}: {event.kind} in phase {phase}, which was over"


def every_pause_ended_once() -> Iterator[str]:
    """Each pause was ended once: by a restart of the clock or by a rollback of its phase."""
    began = Counter(Event.objects.filter(kind=EventKind.PAUSED).values_list("phase", flat=True))
    ended = Counter(Event.objects.filter(kind=EventKind.UNPAUSED).values_list("phase", flat=True))
    stored = Counter(Pause.objects.values_list("phase", flat=True))
    running = Counter(Pause.objects.filter(ended_at=None).values_list("phase", flat=True))
    for phase in Phase.objects.filter(pk__in={*began, *ended, *stored}).select_related("game"):
        number = began[phase.pk]
        cut_short = int(phase.status == Phase.Status.SUPERSEDED)
        if stored[phase.pk] != number:
            yield f"{phase.game.slug} {phase}: {stored[phase.pk]} pauses, and {number} began"
        open_still = number - ended[phase.pk] - running[phase.pk]
        if not 0 <= open_still <= cut_short:
            times = f"{ended[phase.pk]} times, and {running[phase.pk]} run"
            yield f"{phase.game.slug} {phase}: of {number} pauses the clock was started {times}"


def what_counts_is_the_last_sheet_of_its_holder() -> Iterator[str]:
    """The orders of each seat in an open or resolved phase are the last sheet of its last holder.

    No orders of a holder who was replaced are left.
    """
    standing: dict[tuple[int, int], list[str]] = {}
    for order in Order.objects.filter(typed__isnull=False):
        standing.setdefault((order.phase_id, order.seat_id), []).append(order.text)
    last: dict[tuple[int, int], Receipt] = {}
    for receipt in Receipt.objects.select_related("phase__game", "seat").order_by("pk"):
        last[receipt.phase_id, receipt.seat_id] = receipt
    counted = (Phase.Status.OPEN, Phase.Status.RESOLVED)
    for key, receipt in last.items():
        phase, seat = receipt.phase, receipt.seat
        if phase.status not in counted:
            continue
        given = sorted(standing.pop(key, []))
        saved = sorted(receipt.text.splitlines())
        given_away = phase.events.filter(kind=EventKind.REPLACED, seat=seat).order_by("pk").last()
        was_replaced = given_away is not None and given_away.subject_id != receipt.person_id
        if given != ([] if was_replaced else saved):
            word = "replaced" if was_replaced else "not replaced"
            yield f"{phase.game.slug} {phase} {seat}: {given} stand, of {saved}; {word}"
    for (phase_key, seat_key), texts in standing.items():
        if Phase.objects.filter(pk=phase_key, status__in=counted).exists():
            yield f"phase {phase_key}, seat {seat_key}: {texts} stand, without a receipt"


def every_sheet_answered_saved_has_its_receipts(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The receipts of each seat contain the sheets answered “saved”, in the order of sending.

    The receipts of all phases with the same code are taken together. The same sheet sent again
    needs no second receipt.
    """
    stored = promises.receipts_by_seat()
    sent: dict[tuple[str, str, str], list[Sheet]] = {}
    for sheet in sheets:
        if sheet.answer == Answer.SAVED:
            sent.setdefault(sheet.where, []).append(sheet)
    for where, saved in sent.items():
        texts = [tuple(sorted(row.text.splitlines())) for row in stored.get(where, [])]
        place = 0
        for sheet in saved:
            if place and texts[place - 1] == sheet.orders:
                continue
            while place < len(texts) and texts[place] != sheet.orders:
                place += 1
            if place == len(texts):
                yield f"{' '.join(where)}: no receipt for {sheet.orders}, answered “saved”"
                break
            place += 1


def broken(actions: Iterable[Action]) -> Iterator[str]:
    """Yield the violations of all checks that concern actions."""
    yield from every_action_answered_done_stands_once(actions)
    yield from no_phase_ended_before_its_last_promise()
    yield from nothing_was_done_to_a_phase_that_was_over()
    yield from every_pause_ended_once()
    yield from what_counts_is_the_last_sheet_of_its_holder()
