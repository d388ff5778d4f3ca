"""Administrators of the site look at games that they are not in: the game's log says so."""

import datetime as dt

from django.db import transaction

from accounts.models import User

from .. import access, audit, clock
from ..models import Event, Game

# Whoever looks twice within this time has looked once.
ONCE_IN = dt.timedelta(days=1)


def looked_at(game: Game, person: User) -> None:
    """Note that `person` saw of a game what others of the public do not see."""
    if access.visible_games(person).filter(pk=game.pk).exists():
        return
    with transaction.atomic():
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        since = clock.now() - ONCE_IN
        seen = game.events.filter(kind=Event.Kind.LOOKED_AT, actor=person, at__gt=since)
        if not seen.exists():
            audit.log(Event.Kind.LOOKED_AT, game=game, actor=person)
