"""Games: lists of them, one with its settings and powers, and opening one."""

from typing import Annotated, Literal

from django.db.models import Q
from django.http import HttpResponse
from ninja import Query, Router, Status
from pydantic import Field

from ... import access
from ...lifecycle import creation, listed_games
from ...lifecycle.filtered_games import GameFilter, filtered_games
from ...models import Game
from ...models.game import RUNNING
from ...models.game_queries import GameQuerySet
from ..authentication import MASTER, READ, KeyRequest, must_have
from ..idempotency import HEADER, once, repeated
from ..limits import count_form, count_invitations
from ..locations import locate
from ..pagination import MOST, PAGE, cursor_after, read_cursor, unknown_cursor
from ..schemas import games as schemas
from ..schemas.common import acts, answers
from ..schemas.new_game import NewGame
from ..schemas.orders import Language
from ..values import games as values
from ..values.new_game import creation_fields

router = Router(tags=["Games"], auth=READ)

ListedStatus = Literal["lobby", "running", "playing", "paused", "aside", "finished", "expired"]
Press = Literal["full", "rulebook", "public", "none"]
STATUSES = "As the games have it; “running” is playing, paused or aside."
Cursor = Annotated[str, Field(max_length=200)]


@router.get("/games", response=answers(schemas.GamePage), summary="List games")
def list_games(
    request: KeyRequest,
    status: Annotated[ListedStatus | None, Query(description=STATUSES)] = None,
    press: Annotated[Press | None, Query(description="Only games with this press.")] = None,
    language: Annotated[Language | None, Query(description="Only games in this language.")] = None,
    mine: Annotated[
        bool, Query(description="Only games that you play, master or wait in.")
    ] = False,
    free_seats: Annotated[bool, Query(description="Only games with a seat for you.")] = False,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    cursor: Cursor | None = None,
) -> schemas.GamePage:
    """The games that you may see, the newest first."""
    person = request.user
    seen = access.own_games(person) if mine else access.visible_games(person)
    wanted = GameFilter(
        status="running" if status in RUNNING else status or "",
        press=press or "",
        language=language or "",
        free_seats=free_seats,
    )
    found = filtered_games(seen, person, wanted)
    if status in RUNNING:
        found = found.filter(status=status)
    if cursor is not None:
        found = _after(found, access.visible_games(person), read_cursor(cursor))
    keys = list(found.values_list("pk", flat=True)[: limit + 1])
    rows = listed_games.rows(person, keys[:limit], with_seats=False)
    more = len(keys) > limit
    return schemas.GamePage(
        games=[values.game_line(row) for row in rows],
        next_cursor=cursor_after(rows[-1].slug) if more else None,
    )


def _after(games: GameQuerySet, seen: GameQuerySet, slug: str) -> GameQuerySet:
    last = seen.filter(slug=slug).first()
    if last is None:
        raise unknown_cursor()
    older = Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk)
    return games.filter(older)


@router.get("/games/{slug:slug}", response=answers(schemas.Game), summary="Read a game")
def read_game(request: KeyRequest, slug: str) -> schemas.Game:
    """A game with its settings, powers, players as you may see them, and the clock."""
    return values.game_value(request.user, access.game_or_404(request.user, slug))


@router.post(
    "/games",
    response=acts(schemas.Game, 503, status=201),
    auth=MASTER,
    summary="Open a game",
    openapi_extra={"parameters": [HEADER]},
)
def open_game(request: KeyRequest, response: HttpResponse, wanted: NewGame) -> Status[schemas.Game]:
    """Open a game, with you as its game master or as its first player.

    For the role “player”, the key also needs the scope “account”, as for joining a game.
    """
    if wanted.role == "player":
        must_have(request.auth, "account")
    game = repeated(request, creation.created_with) or _open(request, wanted)
    locate(response, "games", game.slug)
    return Status(201, values.game_value(request.user, access.game_or_404(request.user, game.slug)))


def _open(request: KeyRequest, wanted: NewGame) -> Game:
    count_form(request, "games")
    fields = creation_fields(request.user, wanted)
    invited = len({each.pk for each in fields["invited"]} - {request.user.pk})
    count_invitations(request, "lobby_invitations", invited)
    with once(request) as key:
        return creation.create(request.user, request_key=key, **fields)
