"""Taking over a game that has been played elsewhere, from its position."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.models import User

from ... import access, wording
from ...lifecycle import creation, position_text, take_over
from ...lifecycle.position_text import Pasted
from ...lifecycle.rhythms import LIVE
from ...models import Game
from ...seats import people
from ...state import variants
from ..authentication import MASTER, KeyRequest
from ..idempotency import HEADER, must_be_valid, once, repeated
from ..limits import count_form, count_invitations
from ..locations import locate
from ..problems import Problem, fields_within, of_fields
from ..schemas import take_over as schemas
from ..schemas.common import acts
from ..schemas.new_game import NewGame
from ..values import games as values
from ..values.new_game import creation_fields
from ..values.settings import COUNTING

router = Router(tags=["Games"], auth=MASTER)
OF_LOBBIES = ("role", "names", "club", "lobby_days", "starts_at", "allotment", "rated")
NOT_USED = ("as_master", "invited", "club", "lobby_days", "starts_at", "allotment")


@router.post(
    "/take-over",
    response=acts(schemas.TakenOver, 503, status=201)
    | {200: schemas.TakenOver, 422: schemas.PositionProblem},
    summary="Take over a game from elsewhere",
    openapi_extra={"parameters": [HEADER]},
)
def take_over_game(
    request: KeyRequest, response: HttpResponse, wanted: schemas.TakeOver
) -> Status[schemas.TakenOver]:
    """Begin a game at a position. The people named in it are invited, and the clock waits for them.

    With “check”, the position is only read: the answer is 200 then, and nothing is stored.
    """
    _must_fit(wanted.game)
    must_be_valid(request)
    game = None if wanted.check else repeated(request, creation.created_with)
    if game is None:
        count_form(request, "games")
    setup = variants.setup_of(Game(setup=wanted.game.setup))
    pasted = position_text.read(wanted.position, setup)
    if game is None:
        terms, players = _terms(request.user, wanted), _players(request.user, wanted, pasted)
        if wanted.check:
            return Status(200, _answer(pasted, players))
        game = _take_over(request, pasted, players, terms)
    game = access.game_or_404(request.user, game.slug)
    locate(response, "games", game.slug)
    answer = _answer(pasted, _invited(request.user, game))
    answer.game = values.game_value(request.user, game)
    return Status(201, answer)


def _take_over(
    request: KeyRequest, pasted: Pasted, players: dict[str, User], terms: dict[str, Any]
) -> Game:
    count_invitations(request, "seat_invitations", len(players))
    assert pasted.position is not None
    with once(request) as key:
        return take_over.take_over(
            pasted.position, players, master=request.user, request_key=key, **terms
        )


def _terms(master: User, wanted: schemas.TakeOver) -> dict[str, Any]:
    """The arguments of `take_over` about the game. Raises `Problem` for wrong fields."""
    with fields_within("game"):
        fields = creation_fields(master, wanted.game)
    return {name: value for name, value in fields.items() if name not in NOT_USED}


def _invited(master: User, game: Game) -> dict[str, User]:
    """The people who have not answered yet, by power."""
    invited = access.open_invitations_to_seats(master, game)
    return {
        seat.power: invited[seat.hand].person
        for seat in game.seats.order_by("place")
        if seat.hand in invited
    }


def _answer(pasted: Pasted, players: dict[str, User]) -> schemas.TakenOver:
    assert pasted.position is not None
    names = {power: str(person) for power, person in players.items()}
    return schemas.TakenOver(
        game=None,
        position=position_text.write(pasted.position, names),
        players=names,
        warnings=list(pasted.warnings),
    )


def _must_fit(game: NewGame) -> None:
    """Raise `Problem` for terms that only games with a lobby have, as live ones."""
    strange = [f"game.{name}" for name in OF_LOBBIES if name in game.model_fields_set]
    sent = game.deadlines.model_dump(exclude_none=True) if game.deadlines else {}
    strange += [f"game.deadlines.{name}" for name in COUNTING[LIVE] if name in sent]
    text = _("There’s no field “%(field)s” here.")
    found = [(name, text % {"field": name}) for name in strange]
    if game.pace == "live":
        wrong = _("The field “%(field)s” has a wrong value.") % {"field": "game.pace"}
        found.append(("game.pace", wrong))
    if found:
        raise of_fields(found)


def _players(master: User, wanted: schemas.TakeOver, pasted: Pasted) -> dict[str, User]:
    """The people named in a position, by power. Raises `Problem` with all its wrong lines."""
    setup = variants.setup_of(Game(setup=wanted.game.setup))
    neutral = variants.unplayed(setup, pasted.position)
    players, unknown = people.players_named(pasted.players, master, setup.players, neutral=neutral)
    if errors := [*pasted.errors, *unknown]:
        text = _("This position can’t be used yet: “lines” has its errors.")
        lines: list[dict[str, Any]] = [
            {
                "line": int(each.key) if each.key else None,
                "text": wording.truncated(each.line),
                "problem": each.message,
            }
            for each in errors
        ]
        raise Problem(422, "lines_refused", text, field="position", lines=lines)
    return players
