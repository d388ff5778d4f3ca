"""News of one’s games: an address for a program that asks again and again."""

import datetime as dt

from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.http import quote_etag
from ninja import Router

from accounts import clock

from ... import access
from ...models import Game, Phase
from ...polling import states
from ...state import phases
from ..authentication import READ, KeyRequest
from ..schemas import me as schemas
from ..schemas.common import answers

router = Router(tags=["You"], auth=READ)
PAUSE, LIVE_PAUSE = dt.timedelta(minutes=1), dt.timedelta(seconds=5)
MOST_GAMES = 50


@router.get("/news", response=answers(schemas.News), summary="Ask what is new")
def read_news(request: KeyRequest, response: HttpResponse) -> schemas.News:
    """Your games that are not over, each with a state that changes when you can see more.

    Its ETag follows these states alone. Ask again at `next_look_at`: soon in a live game, else
    after a minute, or when a phase ends.
    """
    games = access.games_of(request.user).exclude(status__in=["finished", "expired", "deleted"])
    now = clock.now()
    looks, found = [now + PAUSE], []
    for game in games.order_by("-created_at", "-pk")[:MOST_GAMES]:
        state = states.page_state(access.Role(request.user, game))
        phase = phases.current(game) if game.has_begun else None
        if state.is_live:
            looks.append(now + LIVE_PAUSE)
        if phase is not None and phase.due_at is not None and phase.due_at > now:
            looks.append(phase.due_at + dt.timedelta(seconds=1))
        found.append(_news(request, game, phase, state))
    marks = [(each.slug, each.state, each.waits_for_orders_of) for each in found]
    mark = salted_hmac("games.api.news", repr((request.user.pk, marks)), algorithm="sha256")
    response.headers["ETag"] = quote_etag(mark.hexdigest()[:32])
    return schemas.News(games=found, next_look_at=min(looks))


def _news(
    request: KeyRequest, game: Game, phase: Phase | None, state: states.PageState
) -> schemas.GameNews:
    missing: list[str] = []
    if phase is not None:
        phase.game = game
        mine = {seat.power for seat in access.Role(request.user, game).held}
        due = [power for power in phases.orders_due(phase) if power in mine]
        if due:
            missing = [seat.power for seat in phases.undecided(phase, due).order_by("place")]
    return schemas.GameNews(
        slug=game.slug,
        state=state.digest,
        phase=phase.code if phase else None,
        due_at=phase.due_at if phase else None,
        waits_for_orders_of=missing,
    )
