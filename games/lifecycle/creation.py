"""Creation of games from their forms; the same form sent twice makes one game."""

import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit, links
from ..core.errors import Refused
from ..models import Event, Game, Mastership
from ..models.settings import DisorderAfter
from ..state import editions
from . import joining_time, lobby, lobby_invitations, settings


def create(
    person: User,
    *,
    as_master: bool,
    lobby_days: int,
    request_key: uuid.UUID,
    game_settings: Mapping[str, Any],
    skipped: Collection[dt.date] = (),
    changes: Mapping[str, str] | None = None,
    invited: Collection[User] = (),
    **fields: Any,
) -> Game:
    """Create a game whose lobby is open for `lobby_days`; `person` masters it or joins it.

    The lobby of a live game, which has a joining time `starts_at`, is open until soon after that.

    `game_settings` has fields of `GameSettings`, `skipped` the dates without deadlines, `changes`
    the points on which the game departs from its edition of the rules (see `editions`). The people
    `invited` are notified; they decide whether they join.

    Raises `Refused` if a game without a master leaves it to a master to give the powers, or to
    decide about seats, or if a live game has no joining time or lets a master give the powers.

    The same form sent twice (the same `request_key` and fields) returns the existing game; changed
    and sent again, as the back button allows, it creates another.
    """
    if fields.get("orders_by_master") and not as_master:
        raise Refused(_("This game has no game master who could enter orders."))
    if fields.get("allotment") == Game.Allotment.MASTER and not as_master:
        raise Refused(_("This game has no game master. Choose another way to assign the powers."))
    if game_settings.get("disorder_after") == DisorderAfter.MASTER and not as_master:
        raise Refused(_("This game has no game master. Choose when seats are lost."))
    now, starts_at = clock.now(), fields.get("starts_at")
    if game_settings.get("live_minutes") is not None:
        joining_time.check(starts_at, Game.Allotment(fields.get("allotment", Game.Allotment.LOT)))
    with transaction.atomic():
        closes_at = joining_time.closing_time(starts_at) or now + dt.timedelta(days=lobby_days)
        game, made = get_or_create(request_key, created_at=now, lobby_closes_at=closes_at, **fields)
        if not made:
            agreed: dict[str, Any] = {
                "as_master": as_master,
                "game_settings": game_settings,
                "skipped": skipped,
                "changes": changes,
                **fields,
            }
            if _is_made_by(game, person, **agreed):
                if game.in_lobby:  # people may have been added after the back button
                    lobby_invitations.invite(game, invited, by=person)
                return game
            fresh: dict[str, Any] = {
                "lobby_days": lobby_days,
                "request_key": uuid.uuid4(),
                "invited": invited,
            }
            return create(person, **agreed, **fresh)
        settings.store(game, game_settings, skipped)
        editions.change_rules(game, changes or {})
        audit.log(Event.Kind.GAME_CREATED, game=game, actor=person)
        if as_master:
            Mastership.objects.create(game=game, person=person, since=now)
        else:
            lobby.enter(game, person)
        lobby_invitations.invite(game, invited, by=person)
    return game


def get_or_create(request_key: uuid.UUID, **fields: Any) -> tuple[Game, bool]:
    """Return the game of a form, and whether it is new."""

    def store() -> tuple[Game, bool]:
        private = fields.get("visibility") == Game.Visibility.PRIVATE
        slug = _random_slug() if private else _free_slug(fields["title"])
        defaults = {"slug": slug, **fields}
        return Game.objects.get_or_create(request_key=request_key, defaults=defaults)

    try:
        return store()
    except IntegrityError:  # another game with this slug was created meanwhile
        return store()


def created_with(request_key: uuid.UUID) -> Game | None:
    """Return the game that a form with this key has created; None before it has."""
    return Game.objects.filter(request_key=request_key).first()


def number_invited(
    person: User,
    *,
    request_key: uuid.UUID,
    invited: Collection[User],
    lobby_days: int,
    **agreed: Any,
) -> int:
    """Return how many people `create` would invite with these arguments."""
    game = created_with(request_key)
    if game is None or not _is_made_by(game, person, **agreed):
        return len({each.pk for each in invited} - {person.pk})
    return len(lobby_invitations.newly_invited(game, invited, by=person)) if game.in_lobby else 0


def _is_made_by(
    game: Game,
    person: User,
    *,
    as_master: bool,
    game_settings: Mapping[str, Any],
    skipped: Collection[dt.date] = (),
    changes: Mapping[str, str] | None = None,
    **fields: Any,
) -> bool:
    """Whether the form of `person` with these fields has made `game`."""
    if game.settings is None or not settings.is_same(game.settings, game_settings, skipped):
        return False
    mastered = game.masterships.current().filter(person=person).exists()
    same = all(getattr(game, name) == value for name, value in fields.items())
    stored, chosen = (
        editions.stored_changes(game, 0),
        editions.changes_from(game.rules, changes or {}),
    )
    return same and stored == chosen and mastered == as_master


def _free_slug(title: str) -> str:
    """Return an unused slug: made of the title and, if that is taken, random digits."""
    slug = slugify(title)[:60].strip("-") or "game"
    reserved = links.words_beside_games()
    while Game.objects.filter(slug=slug).exists() or slug in reserved:
        slug = f"{slug[:60]}-{secrets.token_hex(3)}"
    return slug


def _random_slug() -> str:
    """Return the slug of a private game.

    One made of its title would tell whoever creates a game of the same title, and so gets another
    slug, that the private game exists.
    """
    return secrets.token_hex(10)
