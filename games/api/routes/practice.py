"""Practice games against bots: list, begin and end them."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.models import Bot

from ... import access
from ...lifecycle import creation, practice
from ...models import Game, Seat
from ...state import variants
from ...wording import consequences
from .. import limits, wrong_values
from ..acting import acting_in, must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..idempotency import HEADER, once, repeated
from ..locations import locate
from ..problems import Problem
from ..schemas import games as game_schemas
from ..schemas import practice as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.orders import PhaseProblem
from ..values import games as values

router = Router(tags=["Practice games"])


@router.get(
    "/practice",
    response=answers(schemas.PracticeGames),
    auth=READ,
    summary="List your practice games",
)
def list_practice_games(request: KeyRequest) -> schemas.PracticeGames:
    """Your games against bots that are not over, and how many you can have at once."""
    games = list(practice.practice_games(request.user))
    held = Seat.objects.held_by(request.user).filter(game__in=games).order_by("-place")
    powers = dict(held.values_list("game", "power"))
    return schemas.PracticeGames(
        games=[
            schemas.PracticeGame(slug=game.slug, title=game.title, power=powers[game.pk])
            for game in games
        ],
        most=practice.most_at_once(),
    )


@router.post(
    "/practice",
    response=acts(game_schemas.Game, 503, status=201),
    auth=ACCOUNT,
    summary="Begin a practice game",
    openapi_extra={"parameters": [HEADER]},
)
def begin_practice(
    request: KeyRequest, response: HttpResponse, wanted: schemas.NewPractice
) -> Status[game_schemas.Game]:
    """Begin a game against bots at once. A phase ends when you are ready."""
    powers = variants.played_powers(wanted.setup)
    if wanted.power is not None and wanted.power not in powers:
        text = _("This power can’t be played in this set-up.")
        text = f"{text} {wrong_values.possible(powers)}"
        raise Problem(422, "wrong_field", text, field="power")
    game = repeated(request, creation.created_with) or _begin(request, wanted)
    locate(response, "games", game.slug)
    return Status(201, values.game_value(request.user, access.game_or_404(request.user, game.slug)))


def _begin(request: KeyRequest, wanted: schemas.NewPractice) -> Game:
    limits.count_form(request, "games")
    with once(request) as key:
        return practice.begin(
            request.user,
            setup=wanted.setup,
            power=wanted.power,
            bot=Bot(wanted.bot),
            edition=wanted.rules,
            press=Game.Press(wanted.press),
            request_key=key,
        )


@router.post(
    "/games/{slug:slug}/end-practice",
    response=acts(Done) | {409: PhaseProblem},
    auth=ACCOUNT,
    summary="End a practice game",
)
def end_practice(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """End a game of yours against bots without a result."""
    limits.count_form(request, "games")
    game = access.practice_game_or_404(request.user, slug)
    must_be_confirmed(consequences.of_ending_practice(), confirmed=sent.confirmed)
    with acting_in(game):
        practice.end(game, request.user)
    return Done(message=_("The game is over."))
