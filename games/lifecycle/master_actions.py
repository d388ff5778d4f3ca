"""Actions of a game master, and when each is possible: for the pages and for the API.

`POSSIBLE` has their names, which are mostly the last parts of the addresses of their pages. Whether
a person may take them is decided in `access`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import Refused
from ..deadlines import control, publication
from ..game_master import comments
from ..models import Game
from ..models.game import NEVER_BEGAN, RUNNING
from ..state import phases
from . import provisional

LOBBY = frozenset([Game.Status.LOBBY])
PLAYING = frozenset([Game.Status.PLAYING])
PAUSED = frozenset([Game.Status.PAUSED])
ANY = frozenset(Game.Status.values)
BEGUN = frozenset([*RUNNING, Game.Status.FINISHED])


@dataclass(frozen=True)
class Condition:
    """Statuses of games in which an action is possible, and what else it needs, if anything."""

    statuses: frozenset[str]
    also: Callable[[Game], bool] | None = None

    def holds(self, game: Game) -> bool:
        return game.status in self.statuses and (self.also is None or self.also(game))


def _takes_orders(game: Game) -> bool:
    return not publication.is_awaited(game)


def _can_be_shortened(game: Game) -> bool:
    phase = phases.current(game)
    return (
        _takes_orders(game)
        and phase is not None
        and control.earliest_deadline(phase, clock.now()) is not None
    )


def _has_results(game: Game) -> bool:
    return comments.commentable_phase(game) is not None


def _can_open_maps(game: Game) -> bool:
    return game.visibility == Game.Visibility.PRIVATE and game.map_key is None


def _can_close_maps(game: Game) -> bool:
    return game.map_key is not None


def _is_assigned_by_site(game: Game) -> bool:
    return game.allotment != Game.Allotment.MASTER and game.starts_at is None


def _is_assigned_by_master(game: Game) -> bool:
    return game.allotment == Game.Allotment.MASTER


def _has_masters(game: Game) -> bool:
    return game.masterships.current().exists()


def _takes_orders_by_master(game: Game) -> bool:
    return game.orders_by_master


POSSIBLE: Mapping[str, Condition] = {
    # The clock
    "extend": Condition(PLAYING, _takes_orders),
    "shorten": Condition(PLAYING, _can_be_shortened),
    "pause": Condition(PLAYING, _takes_orders),
    "unpause": Condition(PAUSED),
    "restart": Condition(frozenset([Game.Status.ASIDE])),
    "process": Condition(PLAYING, _takes_orders),
    # The results of a closed phase
    "publish": Condition(PLAYING, publication.is_awaited),
    "correct_reading": Condition(PLAYING, publication.is_awaited),
    # The game
    "announce": Condition(BEGUN),
    "comment": Condition(BEGUN, _has_results),
    "correct": Condition(frozenset(RUNNING)),
    "back": Condition(frozenset(RUNNING)),
    "draw": Condition(frozenset(RUNNING)),
    "close": Condition(frozenset(RUNNING)),
    "reopen": Condition(BEGUN, provisional.is_provisional),
    "rename": Condition(LOBBY | BEGUN),
    "settings": Condition(LOBBY | frozenset(RUNNING)),
    "show_maps": Condition(BEGUN, _can_open_maps),
    "hide_maps": Condition(BEGUN, _can_close_maps),
    "webhooks": Condition(ANY),
    "propose_amendment": Condition(frozenset(RUNNING)),
    "withdraw_amendment": Condition(frozenset(RUNNING)),
    "hide_message": Condition(BEGUN),
    "show_message": Condition(BEGUN),
    # The lobby
    "assign": Condition(LOBBY, _is_assigned_by_site),
    "give_powers": Condition(LOBBY, _is_assigned_by_master),
    "remove": Condition(LOBBY),
    "renew_invitation": Condition(LOBBY),
    "delete": Condition(frozenset(NEVER_BEGAN)),
    "declare_in_lobby": Condition(LOBBY, _takes_orders_by_master),
    "remove_declared": Condition(LOBBY, _takes_orders_by_master),
    "withdraw_lobby_invitation": Condition(LOBBY),
    # Masters
    "add": Condition(BEGUN),
    "leave": Condition(BEGUN),
    "dismiss": Condition(BEGUN, _has_masters),
    # Seats
    "disorder": Condition(frozenset(RUNNING)),
    "remind": Condition(frozenset(RUNNING)),
    "declare": Condition(frozenset(RUNNING), _takes_orders_by_master),
    "declared": Condition(BEGUN),
    "undeclare": Condition(frozenset(RUNNING)),
    "account": Condition(frozenset(RUNNING)),
    "replace": Condition(frozenset(RUNNING)),
    "withdraw_invitation": Condition(frozenset(RUNNING)),
    "undo_replacement": Condition(frozenset(RUNNING)),
    "return_seat": Condition(frozenset(RUNNING)),
    "enter_orders": Condition(frozenset(RUNNING), _takes_orders_by_master),
}


def is_possible(name: str, game: Game) -> bool:
    return POSSIBLE[name].holds(game)


def must_be_possible(name: str, game: Game) -> None:
    """Raise `Refused` if an action cannot be taken now."""
    if not is_possible(name, game):
        raise Refused(not_possible(game))


def games_to_act_on(person: User, slugs: Collection[str]) -> QuerySet[Game]:
    """The games with these slugs that `person` masters and that have begun."""
    mastered = access.mastered_games(person).filter(status__in=BEGUN)
    return mastered.filter(slug__in=slugs).order_by("title", "pk")


def not_possible(game: Game) -> str:
    """Sentence that an action cannot be taken in a game as it is."""
    reason = _("This can’t be done now. Status of the game: %(status)s.")
    return reason % {"status": game.get_status_display()}


def is_of_lobbies(name: str) -> bool:
    """Whether an action can be taken in a lobby, and not only once the game has begun."""
    return Game.Status.LOBBY in POSSIBLE[name].statuses
