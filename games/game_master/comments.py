"""The game master's comment on the last turn, beside its results.

It can be changed until the next phase is resolved. Nothing is overwritten: each version is an
event, the newest one is shown, and the log has them all.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ..core import audit
from ..core.errors import PageOutdated, Refused
from ..deadlines import open_phase
from ..models import Event, Game, Notification, Phase
from ..notifications import notify, recipients
from ..wording.comments import comment_on

LONGEST = 5000


def commentable_phase(game: Game) -> Phase | None:
    """The phase that was resolved last; None before the first."""
    return game.phases.resolved().order_by("-number").first()


def write_comment(game: Game, text: str, *, by: User, seen: int) -> Event:
    """Publish a comment on the last resolved phase, or change or remove it by an empty `text`.

    `seen` is the number of the phase that the sender's page showed. The first comment is announced
    to everyone in the game; changes are not. Raises `PageOutdated` if another phase has been
    resolved since, and `Refused` if nothing would change.
    """
    text = text.replace("\r\n", "\n").strip()
    with transaction.atomic():
        # Locked first, as everywhere: no phase is resolved until the comment is stored.
        open_phase.lock_current(game)
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        phase = commentable_phase(game)
        if phase is None or phase.number != seen:
            raise PageOutdated(_("Another phase is the last one now. Check its results first."))
        phase.game = game
        comment = comment_on(phase)
        if text == (comment.text if comment else ""):
            refusal = _("The comment is unchanged.") if comment else _("Write something first.")
            raise Refused(refusal)
        kinds = Event.Kind
        is_first = not phase.events.filter(kind=kinds.COMMENTED).exists()
        kind = kinds.COMMENTED if is_first else kinds.COMMENT_CHANGED
        event = audit.log(kind, game=game, phase=phase, actor=by, text=text)
        if is_first:
            people = set(recipients.everyone(game)) - {by.pk}
            notify.notify(Notification.Kind.ANNOUNCEMENT, people, game=game, event=event)
    return event
