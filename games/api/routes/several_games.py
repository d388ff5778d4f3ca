"""Acts of a game master in several games: each goes its own way, and a refusal stops no other."""

import datetime as dt
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _
from ninja import Router

from ... import wording
from ...game_master import several_games
from ...lifecycle import master_actions
from ...models import Game
from .. import limits
from ..authentication import MASTER, KeyRequest
from ..mastering import known_deadline
from ..problems import Problem
from ..schemas import several_games as schemas
from ..schemas.common import acts

router = Router(tags=["Several games"], auth=MASTER)
GAMES = "/mastered-games"
DONE = acts(schemas.Outcomes)


@router.post(f"{GAMES}/extend", response=DONE, summary="Extend the deadlines of several games")
def extend_several(request: KeyRequest, wanted: schemas.LaterDeadlines) -> schemas.Outcomes:
    """Extend the deadline of each game by days or hours, or to its next date."""
    if wanted.days is not None and wanted.hours is not None:
        text = _("Send only one of “days” and “hours”, or none of them.")
        raise Problem(422, "wrong_field", text, field="days")
    length = dt.timedelta(days=wanted.days or 0, hours=wanted.hours or 0)
    games = _games(request, wanted.games)
    outcomes = several_games.extend(
        games,
        length=length or None,
        by=request.user,
        reason=wanted.reason,
        seen={game.pk: known_deadline(game, wanted.games[game.slug]) for game in games},
    )
    return _values(outcomes)


@router.post(f"{GAMES}/announce", response=DONE, summary="Announce to several games")
def announce_to_several(
    request: KeyRequest, sent: schemas.SeveralAnnouncements
) -> schemas.Outcomes:
    """Publish the same announcement in each game, and notify everyone in it."""
    games = _games(request, sent.games)
    return _values(several_games.announce(games, sent.text, by=request.user))


@router.post(f"{GAMES}/remind", response=DONE, summary="Remind the players of several games")
def remind_several(request: KeyRequest, sent: schemas.SeveralReminders) -> schemas.Outcomes:
    """Remind the players of each game whose orders are missing; nobody twice in a day."""
    return _values(several_games.remind(_games(request, sent.games), by=request.user))


def _games(request: KeyRequest, slugs: Collection[str]) -> list[Game]:
    """The games with these slugs. Raises `Problem` for one that the person does not run."""
    limits.count_form(request, "games")
    games = list(master_actions.games_to_act_on(request.user, slugs))
    strange = sorted(set(slugs) - {game.slug for game in games})
    if strange:
        text = _("You run no game “%(game)s” that has begun.")
        named = text % {"game": wording.truncated(strange[0])}
        raise Problem(422, "wrong_field", named, field="games")
    return games


def _values(outcomes: Iterable[several_games.Outcome]) -> schemas.Outcomes:
    return schemas.Outcomes(
        outcomes=[
            schemas.Outcome(slug=each.game.slug, done=each.is_done, message=each.sentence)
            for each in outcomes
        ]
    )
