"""The joining time of a live game: it begins then, with the people who are there.

From then on people who are not there lose their places, which others can take until the lobby
closes. The game begins as soon as all seats are taken. Everything here that writes locks the game,
as joining does; people are noted as present without a lock.
"""

import datetime as dt

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused, describe
from ..deadlines import outages
from ..models import Event, Game, LobbyEntry, Notification, Outage
from ..notifications import notify
from . import allotment, beginning

logger = structlog.get_logger(__name__)

# A person who was seen within this time is there. An open page asks every few seconds.
HERE_FOR = dt.timedelta(minutes=2)
NOTED_EVERY = dt.timedelta(seconds=15)
# How long after the joining time the lobby is open for those who take freed places.
OPEN_FOR = dt.timedelta(minutes=15)
LONGEST_AHEAD = dt.timedelta(days=90)


def check(starts_at: dt.datetime | None, method: Game.Allotment) -> None:
    """Raise `Refused` unless a live game can be opened with these terms."""
    if starts_at is None:
        raise Refused(_("A live game needs a joining time."))
    if method == Game.Allotment.MASTER:
        raise Refused(no_masters_powers())


def no_masters_powers() -> str:
    """The refusal of a live game in which the master would give the powers."""
    return _(
        "A live game begins on its own, so nobody can assign its powers. Choose another option."
    )


def closing_time(starts_at: dt.datetime | None) -> dt.datetime | None:
    """Return when the lobby of a live game closes; None for other games."""
    return starts_at and starts_at + OPEN_FOR


def has_come(game: Game) -> bool:
    """Whether `game` has a joining time, and it is over."""
    return game.starts_at is not None and game.starts_at <= clock.now()


def is_here(entry: LobbyEntry) -> bool:
    """Whether a person who waits was seen lately."""
    return entry.here_at is not None and entry.here_at > clock.now() - HERE_FOR


def is_complete(game: Game) -> bool:
    """Whether the joining time has come and all seats are taken by people who are there."""
    full = allotment.places_left(game) == 0
    return has_come(game) and full and all(is_here(entry) for entry in game.entries.all())


def note_here(game: Game, person: User) -> bool:
    """Note that `person` is in the lobby of a live game now; return whether they wait there."""
    if game.starts_at is None or not game.in_lobby:
        return False
    now = clock.now()
    own = LobbyEntry.objects.filter(game=game, person=person)
    due = Q(here_at=None) | Q(here_at__lte=now - NOTED_EVERY)
    return bool(own.filter(due).update(here_at=now)) or own.exists()


def free_places(game: Game) -> None:
    """Take everybody who is not there out of the locked lobby of a game, and tell them."""
    if _site_was_down():
        return
    for entry in list(game.entries.select_related("person")):
        if not is_here(entry):
            _free(entry)


def _free(entry: LobbyEntry) -> None:
    game, person = entry.game, entry.person
    entry.delete()
    event = audit.log(Event.Kind.PLACE_FREED, game=game, subject=person)
    notify.notify(Notification.Kind.REMOVED, [person.pk], game=game, event=event)


def has_lost_place(game: Game, person: int | None) -> bool:
    """Whether a person, by primary key, was taken out of the lobby because they were not there."""
    freed = Event.Kind.PLACE_FREED
    return has_come(game) and game.events.filter(kind=freed, subject=person).exists()


def _site_was_down() -> bool:
    """Whether the site has just come back, so that nobody could be seen."""
    return Outage.objects.filter(ended_at__gt=clock.now() - HERE_FOR).exists()


def begin_due() -> int:
    """Begin the live games whose joining time has come and whose seats are taken.

    Everybody who is not there loses the place first. Returns how many games have begun.
    """
    lobbies = Game.objects.in_lobby().filter(lobby_closes_at__gt=clock.now())
    due = list(lobbies.filter(starts_at__lte=clock.now()).only("pk", "slug"))
    if due:
        outages.Watch().moment()  # stores an outage, if the site has just come back
    count = 0
    for game in due:
        try:
            count += _begin(game)
        except Exception as error:  # an error in one game must not stop the others
            logger.error("live_game_not_begun", game=game.slug, error=describe(error))
    return count


def _begin(game: Game) -> bool:
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if not game.has_open_lobby:
            return False  # begun by another worker or by the last person to join
        free_places(game)
        if not is_complete(game):
            return False
        beginning.begin(game)
    return True
