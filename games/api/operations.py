"""The API as an object of django-ninja: its routes, and the answers to what they raise."""

from typing import Any

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from ..core.errors import NeedsConfirmation, Refused, SaveFailedError
from . import authentication, problems
from .bodies import JsonParser
from .problems import Problem
from .routes import (
    absences,
    account,
    amendments,
    animations,
    archive,
    boards,
    bot_proposals,
    clubs,
    declared_players,
    drafts,
    games,
    invitations,
    lobby,
    lobby_invitations,
    log,
    master,
    master_clock,
    master_consent,
    master_corrections,
    master_game,
    master_lobby,
    master_maps,
    master_orders,
    master_results,
    master_seats,
    master_settings,
    master_webhooks,
    me,
    news,
    open_seats,
    orders,
    own_webhooks,
    people,
    phases,
    pictures,
    practice,
    press,
    ratings,
    reading,
    seats,
    several_games,
    statistics,
    take_over,
    thread_members,
    tournaments,
    votes,
    waiting_list,
)

logger = structlog.get_logger(__name__)

VERSION = "1.0"

api = NinjaAPI(
    title="Entente",
    version=VERSION,
    description="Games of Diplomacy for programs of players and game masters: what they see and do "
    "on the pages.",
    openapi_url=None,
    docs_url=None,
    parser=JsonParser(),
    urls_namespace="games-api",
)
ROUTES = (
    *(games, log, lobby, lobby_invitations, phases, boards, pictures, animations, archive),
    *(seats, open_seats, declared_players, absences, orders, votes, amendments),
    *(press, thread_members, bot_proposals, drafts, reading, news),
    *(me, account, invitations, waiting_list, people, practice),
    *(own_webhooks, take_over, ratings, statistics, tournaments, clubs),
    *(master, master_clock, master_lobby, master_seats, master_orders, master_results),
    *(master_settings, master_corrections, master_game, master_consent, master_maps),
    *(master_webhooks, several_games),
)  # in the order of the page
for routes in ROUTES:
    api.add_router("", routes.router)


@api.exception_handler(Problem)
def answer_problem(_request: HttpRequest, problem: Problem) -> HttpResponse:
    return problem.response()


@api.exception_handler(AuthenticationError)
def answer_no_key(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    return authentication.no_key().response()


@api.exception_handler(Http404)
def answer_not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return problems.not_found().response()


@api.exception_handler(ValidationError)
def answer_wrong_field(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    return problems.of_validation(error.errors).response()


@api.exception_handler(HttpError)
def answer_http_error(_request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer what django-ninja refuses itself; a problem with a body is its cause."""
    cause = error.__cause__
    problem = cause if isinstance(cause, Problem) else None
    return (problem or Problem(400, "no_json", _("The body is not JSON."))).response()


@api.exception_handler(Refused)
def answer_refused(_request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Answer an act that the use case refuses now; its text says why."""
    return Problem(409, "refused", str(refusal)).response()


@api.exception_handler(NeedsConfirmation)
def answer_question(_request: HttpRequest, question: NeedsConfirmation) -> HttpResponse:
    """Answer an act that its caller has to confirm; its text says what would happen."""
    return Problem(409, "needs_confirmation", str(question)).response()


@api.exception_handler(SaveFailedError)
def answer_failure(_request: HttpRequest, failure: SaveFailedError) -> HttpResponse:
    logger.error("api_failed", error=str(failure))
    text = _("This couldn’t be done just now. Try again.")
    return Problem(503, "failed", text).response()


@api.exception_handler(Exception)
def raise_unexpected(_request: HttpRequest, error: Exception) -> Any:
    """Let the site report an unexpected error as it does for pages."""
    raise error
