"""Taking over a game that has been played elsewhere, from its position."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.models import User

from ... import wording
from ...lifecycle import creation, position_text, take_over
from ...lifecycle.position_text import Pasted
from ...lifecycle.rhythms import LIVE
from ...models import Game
from ...seats import people
from ...state import variants
from ..authentication import MASTER, KeyRequest
from ..idempotency import HEADER, request_key
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
    response=acts(schemas.TakenOver, status=201)
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
    key = request_key(request)
    is_new = not creation.is_created(key)
    if is_new or wanted.check:
        count_form(request, "games")
    _must_fit(wanted.game)
    with fields_within("game"):
        fields = creation_fields(request.user, wanted.game, key=key)
    pasted, players = _read(request.user, wanted)
    position = pasted.position
    assert position is not None
    game = None
    if not wanted.check:
        if is_new:
            count_invitations(request, "seat_invitations", len(players))
        terms = {name: value for name, value in fields.items() if name not in NOT_USED}
        game = take_over.take_over(position, players, master=request.user, **terms)
        locate(response, "games", game.slug)
    names = {power: str(person) for power, person in players.items()}
    answer = schemas.TakenOver(
        game=values.game_value(request.user, game) if game else None,
        position=position_text.write(position, names),
        players=names,
        warnings=list(pasted.warnings),
    )
    return Status(201 if game else 200, answer)


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


def _read(master: User, wanted: schemas.TakeOver) -> tuple[Pasted, dict[str, User]]:
    """The position and the people named in it. Raises `Problem` with all wrong lines."""
    setup = variants.setup_of(Game(setup=wanted.game.setup))
    pasted = position_text.read(wanted.position, setup)
    neutral = variants.unplayed(setup, pasted.position)
    players, unknown = people.players_named(pasted.players, master, setup.players, neutral=neutral)
    errors = [*pasted.errors, *unknown]
    if errors:
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
    return pasted, players
