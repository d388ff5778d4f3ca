"""A public letter hidden from its readers, and shown again; the log tells of both."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock
from ..errors import Refused
from ..models import Event, Letter
from ..telling import notifications


def hide(letter: Letter, *, by: User, reason: str) -> None:
    """Keep a public letter from all but its author and the masters."""
    with transaction.atomic():
        letter = _locked(letter)
        if letter.hidden_at is not None:
            raise Refused(_("This letter is hidden already."))
        letter.hidden_at = clock.now()
        _store(letter, Event.Kind.LETTER_HIDDEN, by, reason)


def show(letter: Letter, *, by: User) -> None:
    with transaction.atomic():
        letter = _locked(letter)
        if letter.hidden_at is None:
            raise Refused(_("This letter is shown already."))
        letter.hidden_at = None
        _store(letter, Event.Kind.LETTER_SHOWN, by, "")


def _locked(letter: Letter) -> Letter:
    letters = Letter.objects.select_for_update(of=("self",), no_key=True)
    return letters.select_related("thread__game").get(pk=letter.pk, thread__circle="")


def _store(letter: Letter, kind: Event.Kind, by: User, reason: str) -> None:
    letter.save(update_fields=["hidden_at"])
    # Of an unsigned letter the log must not tell who wrote it, so of none.
    notifications.tell_news(audit.log(kind, game=letter.thread.game, actor=by, text=reason))
