"""Practice games: one person against bots, begun at once, ended by the person at any time.

A phase ends when the person is ready: the bots give their orders as soon as it opens. Such a game
is private and unrated, notifies nobody, and counts in no record (`Game.practice`). In games with
press, the bots answer proposals.
"""

import secrets
import uuid
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings as site_settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import bots, clock
from accounts.models import Bot, User

from .. import wording
from ..core import audit
from ..core.errors import Refused
from ..models import Event, Game, GameSettings, Phase, Tenure
from ..models.game import RUNNING
from ..models.game_queries import GameQuerySet
from ..state import positions, variants
from . import beginning, creation, endings, settings

WEEK = 7 * 24  # hours; a game waits so long for its person
_chance = secrets.SystemRandom()


def practice_games(person: User) -> GameQuerySet:
    """Return the practice games of a person that are not over, newest first."""
    mine = Tenure.objects.current().filter(person=person).values("seat__game")
    return Game.objects.filter(practice=True, status__in=RUNNING, pk__in=mine).order_by("-pk")


def most_at_once() -> int:
    """Return how many practice games a person may have at once; 0 if the site has none."""
    return int(site_settings.PRACTICE_GAMES)


def begin(
    person: User,
    *,
    setup: str,
    power: str | None,
    bot: Bot,
    edition: str,
    press: Game.Press = Game.Press.NONE,
    request_key: uuid.UUID,
) -> Game:
    """Begin a practice game against a bot in all other seats; return it.

    `power` is the one that the person plays, or one of the person's powers in a set-up in which
    they have several; None leaves it to chance.

    The same form sent twice (the same `request_key` and terms) returns the same game. Changed, or
    after that game is over, as the back button allows, it begins another. Raises `Refused` if the
    set-up has no such power, or the person has too many such games.
    """
    hands = variants.start_position(setup).setup.players
    wanted = [rank for rank, hand in enumerate(hands) if power is None or power in hand]
    if not wanted:
        powers = ", ".join(wording.power(each) for hand in hands for each in hand)
        raise Refused(
            _("This power isn’t played in this set-up. Choose one of these: %(powers)s.")
            % {"powers": powers}
        )
    terms = {
        "setup": setup,
        "rules": edition,
        "press": press,
        "allotment": Game.Allotment.LOT if power is None else Game.Allotment.WISHES,
    }
    with transaction.atomic():
        if not User.objects.lock_taking_part(person.pk):
            raise Refused(_("This account is closed."))
        if sent_before := creation.created_with(request_key):
            same = _is_begun_by(sent_before, person, terms, hands=wanted, bot=bot)
            if same and sent_before.status in RUNNING:
                return sent_before
            request_key = uuid.uuid4()
        _must_have_room(person)
        own = _chance.choice(wanted)
        title = _("Practice: %(power)s against %(bot)s") % {
            "power": wording.powers(hands[own]),
            "bot": bot.label,
        }
        game = _new_game(person, {"title": title, **terms}, key=request_key)
        seats = beginning.create_seats(game)
        opponent = bots.account_of(bot)
        now = clock.now()
        Tenure.objects.bulk_create(
            Tenure(seat=seat, person=person if seat.hand == own else opponent, since=now)
            for seat in seats.values()
            if seat.hand is not None
        )
        beginning.open_first_phase(game, seats, now=now)
    return game


def _is_begun_by(
    game: Game, person: User, terms: Mapping[str, Any], *, hands: Collection[int], bot: Bot
) -> bool:
    """Whether the form of `person` with these terms, for one of these hands, has begun `game`."""
    played = Tenure.objects.filter(seat__game=game)
    return (
        game.practice
        and all(getattr(game, name) == value for name, value in terms.items())
        and played.filter(person=person, seat__hand__in=hands).exists()
        and played.filter(person__bot=bot).exists()
    )


def _must_have_room(person: User) -> None:
    most = most_at_once()
    if most == 0:
        raise Refused(_("This site has no practice games."))
    if practice_games(person).count() >= most:
        message = ngettext(
            "You can have %(number)s practice game at once. End it to begin another.",
            "You can have %(number)s practice games at once. End one to begin another.",
            most,
        )
        raise Refused(message % {"number": most})


def _new_game(person: User, chosen: dict[str, Any], *, key: uuid.UUID) -> Game:
    """Store the game with the terms of practice, before it has seats."""
    now = clock.now()
    fields: dict[str, Any] = {
        **chosen,
        "practice": True,
        "rated": False,
        "visibility": Game.Visibility.PRIVATE,
        "orders_watched_by": Game.Watch.EVERYONE,
        "votes_on_end": False,
        "no_machine_help": False,
        "provisional_days": 0,
        "language": person.language,
        "created_at": now,
        "lobby_closes_at": now,
    }
    game, _made = creation.get_or_create(key, **fields)
    terms = {
        "phase_hours": WEEK,
        "window_hours": WEEK,
        "ready_minutes": 0,
        "on_missed": GameSettings.OnMissed.NONE,
    }
    settings.store(game, terms)
    audit.log(Event.Kind.GAME_CREATED, game=game, actor=person)
    return game


def end_if_lost(phase: Phase) -> bool:
    """End a practice game whose person has nothing left on the board; return whether it is so.

    Otherwise its bots would play on, phase after phase, for nobody.
    """
    people = Tenure.objects.current().filter(seat__game=phase.game_id, person__bot="")
    powers = set(people.values_list("seat__power", flat=True))
    if not phase.game.practice or powers & positions.living_powers(phase):
        return False
    with suppress(Refused):  # the person has just ended it
        with translation.override(phase.game.language):
            reason = _("The power played by a person has no units and centers left.")
        endings.close(phase.game, by=None, reason=reason)
    return True


def end(game: Game, person: User) -> None:
    """End a practice game of a person without a result. Raises `Refused` if it is over."""
    if not practice_games(person).filter(pk=game.pk).exists():
        raise Refused(_("This game isn’t in progress."))
    endings.close(game, by=person, reason="")


def end_all(person: User) -> None:
    """End the practice games of a person who closes their account."""
    for game in practice_games(person):
        with suppress(Refused):  # it has just ended
            endings.close(game, by=person, reason="")
