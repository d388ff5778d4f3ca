"""Deleting a game that never began.

Its log is append-only and refers to the game, so the row stays, as a trace for the administration:
title, dates and log. All that people have typed besides the title, and all that leads to the game
or shows it, is deleted or emptied; nobody sees it on the site any more. Its address stays taken, so
that no old link leads to another game.
"""

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..models import Event, Game, Notification
from ..models.fields import new_key
from ..models.game import NEVER_BEGAN
from ..notifications import notify, recipients
from ..notifications.webhooks import subscriptions
from . import lobby_invitations

logger = structlog.get_logger(__name__)


def people_concerned(game: Game) -> set[int]:
    """The people of a game that has not begun, by primary key: waiting, invited, and masters.

    People who want no invitations know of none.
    """
    waiting = game.entries.values_list("person", flat=True)
    invited = game.lobby_invitations.filter(answered_at=None, person__takes_invitations=True)
    return {*waiting, *invited.values_list("person", flat=True), *recipients.masters(game)}


def delete(game: Game, *, by: User, reason: str = "") -> None:
    """Delete a game that never began; tell all who wait in it, master it or are invited.

    Raises `Refused` if it has begun.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if game.status == Game.Status.DELETED:
            raise Refused(_("This game is already deleted."))
        if game.status not in NEVER_BEGAN:
            raise Refused(_("This game has begun. You can close it, but not delete it."))
        concerned = people_concerned(game) - {by.pk}
        _empty(game, by=by)
        event = audit.log(Event.Kind.GAME_DELETED, game=game, actor=by, text=reason)
        notify.notify(Notification.Kind.REMOVED, concerned, game=game, event=event)
    logger.info("game_deleted", game=game.slug, by=by.pk)


def _empty(game: Game, *, by: User) -> None:
    """Delete what belongs to a locked game, and close every way to it."""
    now = clock.now()
    Notification.objects.filter(game=game).delete()
    lobby_invitations.delete_all(game)
    game.entries.all().delete()  # with their wishes
    game.declared_players.all().delete()
    game.rule_changes.all().delete()
    game.masterships.current().update(until=now)
    for webhook in game.webhooks.active():
        subscriptions.switch_off(webhook, by=by)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.DELETED,
        visibility=Game.Visibility.PRIVATE,
        invitation_key=new_key(),
        map_key=None,
        house_rules="",
        ended_at=game.ended_at or now,
    )
