"""Giving a game another title. Its address stays: links, feeds and webhooks go on."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase
from ..models import Event, Game
from ..notifications import notify
from ..wording import events


def rename(game: Game, title: str, *, by: User, reason: str = "") -> Event:
    """Change the title of a game, in its lobby too, and notify everybody. Raises `Refused`."""
    title = " ".join(title.split())
    if not title:
        raise Refused(_("Enter a title."))
    with transaction.atomic():
        phase = open_phase.lock_current(game)  # locked first, as everywhere; the event refers to it
        game = Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        if game.status == Game.Status.DELETED:
            raise Refused(_("This game was deleted."))
        if game.title == title:
            raise Refused(_("The game already has this title."))
        text = events.change_text(game.title, title, reason)
        game.title = title
        game.save(update_fields=["title"])
        event = audit.log(Event.Kind.RENAMED, game=game, phase=phase, actor=by, text=text)
        notify.notify_event(event, also=game.entries.values_list("person", flat=True))
    return event
