"""News of one’s games: an address for a program that asks again and again."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence

from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.http import quote_etag
from ninja import Router

from accounts import clock

from ... import access
from ...models import Game, Phase, Seat
from ...polling import states
from ...state import phases, positions
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
    after a minute, or when a phase ends. `Retry-After` has the seconds until then, also with 304.
    """
    running = access.games_of(request.user).exclude(status__in=["finished", "expired", "deleted"])
    games = list(running.order_by("-created_at", "-pk")[:MOST_GAMES])
    roles = access.roles_in(request.user, games)
    opened = _open_phases(games)
    waiting = _without_orders(roles, opened)
    now = clock.now()
    looks, found = [now + PAUSE], []
    for role in roles:
        phase = opened.get(role.game.pk)
        state = _state(role, phase)
        if state.is_live:
            looks.append(now + LIVE_PAUSE)
        if phase is not None and phase.due_at is not None and phase.due_at > now:
            looks.append(phase.due_at + dt.timedelta(seconds=1))
        found.append(
            schemas.GameNews(
                slug=role.game.slug,
                state=state.digest,
                phase=phase.code if phase else None,
                due_at=phase.due_at if phase else None,
                waits_for_orders_of=[seat.power for seat in role.held if seat.pk in waiting],
            )
        )
    marks = [(each.slug, each.state, each.waits_for_orders_of) for each in found]
    mark = salted_hmac("games.api.news", repr((request.user.pk, marks)), algorithm="sha256")
    response.headers["ETag"] = quote_etag(mark.hexdigest()[:32])
    response.headers["Retry-After"] = str(math.ceil((min(looks) - now).total_seconds()))
    return schemas.News(games=found, next_look_at=min(looks))


def _open_phases(games: Sequence[Game]) -> dict[int, Phase]:
    """The open phases by game, with their games, settings and positions."""
    known = {game.pk: game for game in games if game.has_begun}
    rows = Phase.objects.open().filter(game__in=known).select_related("settings")
    opened = {phase.game_id: phase for phase in rows}
    for phase in opened.values():
        phase.game = known[phase.game_id]
    positions.fetch(*opened.values())
    return opened


def _without_orders(roles: Sequence[access.Role], opened: Mapping[int, Phase]) -> set[int]:
    """The keys of seats that their holders have to give orders for, and have not yet."""
    due = []
    for role in roles:
        held = role.held
        if held and (phase := opened.get(role.game.pk)):
            powers = phases.orders_due(phase)
            due += [seat.pk for seat in held if seat.power in powers]
    seats = phases.without_orders(Seat.objects.filter(pk__in=due), *opened.values())
    return set(seats.order_by().values_list("pk", flat=True))


def _state(role: access.Role, phase: Phase | None) -> states.PageState:
    if not role.game.has_begun:
        return states.page_state(role)
    return states.state_of_game(role, states.GameMarks.read(role), phase)
