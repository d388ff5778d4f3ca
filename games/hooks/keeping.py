"""The hooks of a game: added, tried and switched off by its masters."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock
from ..errors import Refused
from ..models import Event, Game, Hook, Posting

MOST = 10  # of one game: each costs the site's workers their time


def add(game: Game, *, by: User, **fields: Any) -> Hook:
    """Send the news of `game` from now on to one more place; `fields` are those of `Hook`."""
    with transaction.atomic():
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        on = game.hooks.filter(off_at=None)
        if on.filter(url=fields["url"], topic=fields.get("topic")).exists():
            raise Refused(_("The news of this game goes there already."))
        if on.count() >= MOST:
            raise Refused(
                _("A game has at most %(number)d such places. Switch one off first.")
                % {"number": MOST}
            )
        # First: what tells of the hook itself is older than the hook.
        audit.log(Event.Kind.HOOK_ADDED, game=game, actor=by)
        return Hook.objects.create(game=game, made_by=by, since=clock.now(), **fields)


def switch_off(hook: Hook, *, by: User) -> None:
    """Send nothing there any more, and forget the address and the key, for good."""
    with transaction.atomic():
        on = Hook.objects.filter(pk=hook.pk, off_at=None)
        if not on.update(off_at=clock.now(), url="", secret="", username=""):
            raise Refused(_("It is switched off already."))
        hook.postings.filter(send_at__isnull=False).update(send_at=None)
        audit.log(Event.Kind.HOOK_OFF, game=hook.game, actor=by)


def try_out(hook: Hook) -> None:
    """Send a test, beside the news that may be waiting."""
    with transaction.atomic():
        hook = Hook.objects.select_for_update(of=("self",)).get(pk=hook.pk)
        if hook.off_at is not None:
            raise Refused(_("It is switched off already."))
        if hook.postings.filter(event=None, send_at__isnull=False).exists():
            raise Refused(_("A test is on its way already. Look again in a minute."))
        now = clock.now()
        Posting.objects.create(hook=hook, created_at=now, send_at=now)
