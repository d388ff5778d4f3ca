"""Creating and revoking the key in public addresses of a private game's maps."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..models import Event, Game
from ..notifications import notify

KEY_BYTES = 16  # 128 bits: cannot be guessed


def show(game: Game, *, by: User) -> None:
    """Create a key: anyone who has an address with it may see maps of resolved phases."""
    with transaction.atomic():
        game = _locked(game)
        if game.visibility != Game.Visibility.PRIVATE:
            raise Refused(_("This game is public: everyone can see its maps."))
        if game.map_key is not None:
            raise Refused(_("The maps already have addresses."))
        _set(game, secrets.token_hex(KEY_BYTES), Event.Kind.MAPS_SHOWN, by)


def hide(game: Game, *, by: User) -> None:
    """Revoke the key: addresses that contain it stop working for good."""
    with transaction.atomic():
        game = _locked(game)
        if game.map_key is None:
            raise Refused(_("The maps have no addresses to revoke."))
        _set(game, None, Event.Kind.MAPS_HIDDEN, by)


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)


def _set(game: Game, key: str | None, kind: Event.Kind, by: User) -> None:
    game.map_key = key
    game.save(update_fields=["map_key"])
    notify.notify_event(audit.log(kind, game=game, actor=by))
