"""Addresses by which the maps of a private game open for whoever has them: made, and revoked."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit
from ..errors import Refused
from ..models import Event, Game
from ..telling import notifications

KEY_BYTES = 16  # 128 bits: nobody guesses it


def show(game: Game, *, by: User) -> None:
    """Let the maps of resolved phases be seen by whoever has an address with a new key."""
    with transaction.atomic():
        game = _locked(game)
        if game.visibility != Game.Visibility.PRIVATE:
            raise Refused(_("This game is public: its maps are open to everybody."))
        if game.map_key is not None:
            raise Refused(_("The maps have their addresses already."))
        _set(game, secrets.token_hex(KEY_BYTES), Event.Kind.MAPS_SHOWN, by)


def hide(game: Game, *, by: User) -> None:
    """Revoke the key: the addresses that have it open nothing any more, for good."""
    with transaction.atomic():
        game = _locked(game)
        if game.map_key is None:
            raise Refused(_("The maps have no addresses that could be revoked."))
        _set(game, None, Event.Kind.MAPS_HIDDEN, by)


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)


def _set(game: Game, key: str | None, kind: Event.Kind, by: User) -> None:
    game.map_key = key
    game.save(update_fields=["map_key"])
    notifications.tell_news(audit.log(kind, game=game, actor=by))
