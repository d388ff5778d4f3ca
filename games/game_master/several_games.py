"""One action of a game master on several games, each on its own: a refusal stops no other game."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import structlog
from django.utils.translation import gettext as _

from accounts.models import User

from ..core.errors import Refused, describe
from ..deadlines import control
from ..models import Game
from ..wording import events, powers
from . import masters, nudges

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Outcome:
    """The outcome in one game, in words; `is_done` says whether the game has changed."""

    game: Game
    is_done: bool
    sentence: str


def extend(
    games: Iterable[Game],
    *,
    length: dt.timedelta | None,
    by: User,
    reason: str,
    seen: Mapping[int, dt.datetime],
) -> list[Outcome]:
    """Extend the deadline of each game by `length`, or to its next date if that is None.

    `seen` are the deadlines that the page showed, by the game's primary key: a game whose deadline
    has moved since is refused, so that a form that is sent twice extends nothing twice.
    """

    def extend_one(game: Game) -> str:
        shown = seen.get(game.pk)
        if shown is None:
            raise Refused(_("The clock of this game is stopped."))
        event = control.extend(game, length=length, by=by, reason=reason, seen=shown)
        return events.sentence(event, names_open=True)

    return [_outcome(game, extend_one) for game in games]


def announce(games: Iterable[Game], text: str, *, by: User) -> list[Outcome]:
    """Publish the same announcement in each game."""

    def announce_one(game: Game) -> str:
        masters.announce(game, text, by=by)
        return _("Everyone has been notified.")

    return [_outcome(game, announce_one) for game in games]


def remind(games: Iterable[Game], *, by: User) -> list[Outcome]:
    """Remind the players of each game whose orders are missing."""

    def remind_in_one(game: Game) -> str:
        seats = nudges.nudge_all(game, by=by)
        return _("Reminded: %(powers)s.") % {"powers": powers(seat.power for seat in seats)}

    return [_outcome(game, remind_in_one) for game in games]


def _outcome(game: Game, act: Callable[[Game], str]) -> Outcome:
    try:
        return Outcome(game, is_done=True, sentence=act(game))
    except Refused as refusal:
        return Outcome(game, is_done=False, sentence=str(refusal))
    except Exception as error:  # an error in one game must not stop the others
        logger.error("several_games", game=game.slug, error=describe(error))
        message = _("An error occurred, and nothing has changed in this game. Try again.")
        return Outcome(game, is_done=False, sentence=message)
