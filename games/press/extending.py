"""Letting one more power into a private thread, when all who sit there agree.

A thread without a title is that of its powers for good: only one with a title can grow. Seats
agree, not people, but none for its successor: where a seat of the thread, or the one to be let in,
changes hands, what was proposed before lapses.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import User

from .. import access, clock
from ..errors import Refused, SaveFailedError, describe
from ..models import Consent, Extension, Seat, Tenure, Thread
from . import rules, sending

Outcome = Extension.Outcome


@sensitive_variables()
def propose(
    thread: Thread, newcomer: Seat, *, proposer: Seat, person: User, words: str, with_past: bool
) -> Extension:
    """Ask the others of a thread whether to let in `newcomer`, who reads `words` first: from then
    on alone, or `with_past`.

    Raises `TextRefused` for the words, `Refused` if this cannot be proposed (any more), and
    `SaveFailedError`, so that no log quotes them, for all else.
    """
    words = sending.tidy(words)
    sending.check(words)
    try:
        with transaction.atomic():
            thread, circle = _lock(thread, proposer, person)
            if not thread.title or newcomer in circle or newcomer.game_id != thread.game_id:
                raise Refused(_("This power cannot be added here."))
            waiting = _waiting(thread, [*circle, newcomer])
            if waiting is not None:
                raise Refused(_("Something is proposed here already. Answer that first."))
            return Extension.objects.create(
                thread=thread,
                seat=newcomer,
                proposer=proposer,
                person=person,
                words=words,
                with_past=with_past,
                made_at=clock.now(),
            )
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


@sensitive_variables()
def answer(extension: Extension, seat: Seat, *, person: User, agrees: bool) -> Extension:
    """Agree or refuse for `seat`. Whoever agrees last lets the newcomer in. Answered twice, the
    first answer stands. Raises as `propose` does."""
    try:
        with transaction.atomic():
            thread, circle = _lock(extension.thread, seat, person)
            found = _waiting(thread, [*circle, extension.seat])
            if found is not None and found.pk == extension.pk and seat.pk != found.proposer_id:
                given = {"person": person, "agrees": agrees, "at": clock.now()}
                Consent.objects.get_or_create(extension=found, seat=seat, defaults=given)
                _settle(found, thread, circle)
                return found
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None
    raise Refused(_("This proposal is no longer open; nothing was changed."))


def unanswered(extension: Extension, circle: Sequence[Seat]) -> list[Seat]:
    """Those who sit in the thread and have still to answer. Expects `consents` at hand."""
    answered = {consent.seat_id for consent in extension.consents.all()} | {extension.proposer_id}
    return [seat for seat in circle if seat.pk not in answered]


def has_lapsed(extension: Extension, seats: Sequence[Seat]) -> bool:
    """Whether one of `seats` has changed hands since; the ending of the game is no change."""
    changed = Q(since__gt=extension.made_at) | (
        Q(until__gte=extension.made_at) & ~Q(ending=Tenure.Ending.GAME_OVER)
    )
    return Tenure.objects.filter(changed, seat__in=seats).exists()


def _lock(thread: Thread, seat: Seat, person: User) -> tuple[Thread, list[Seat]]:
    """The thread and who sits in it, as they stay until we are done; `Refused` unless `person` may
    write there as `seat` now. Locked as for a letter: the seat first."""
    sending.lock_writer(seat.game, seat, person)
    thread = sending.locked(thread)
    circle = list(thread.seats.order_by("place"))
    if seat not in circle or len(circle) == 1 or not access.may_write_as(person, seat.game, seat):
        raise Refused(_("You may not write here any more; nothing was changed."))
    if silence := rules.silence(seat.game, circle):
        raise Refused(silence)
    return thread, circle


def _waiting(thread: Thread, seats: Sequence[Seat]) -> Extension | None:
    """What is open in a locked thread; what has lapsed is closed."""
    waiting = Extension.objects.filter(thread=thread, closed_at=None)
    found = waiting.select_related("seat", "proposer").first()
    if found is not None and has_lapsed(found, [*seats, found.seat]):
        _close(found, Outcome.LAPSED)
        return None
    return found


def _settle(extension: Extension, thread: Thread, circle: Sequence[Seat]) -> None:
    if extension.consents.filter(agrees=False).exists():
        _close(extension, Outcome.REFUSED)
    elif not unanswered(extension, circle):
        _let_in(extension, thread, circle)


def _let_in(extension: Extension, thread: Thread, circle: Sequence[Seat]) -> None:
    if not extension.with_past:
        extension.unread_to = thread.letters.order_by("-pk").first()
    _close(extension, Outcome.JOINED)
    thread.seats.add(extension.seat)
    thread.circle = sending.circle_name([*circle, extension.seat])
    thread.save(update_fields=["circle"])
    sending.welcome(thread, extension)


def _close(extension: Extension, outcome: Extension.Outcome) -> None:
    extension.outcome, extension.closed_at = outcome, clock.now()
    extension.save(update_fields=["outcome", "closed_at", "unread_to"])
