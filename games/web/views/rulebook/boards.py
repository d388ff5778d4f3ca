"""The boards of the rules: diagrams of the rulebooks, and cases of the DATC."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ....models import Game
from ....rulebook.known_boards import all_boards
from ...pages.rulebook import boards as pages


@require_safe
def rules_board(request: HttpRequest, board: str) -> HttpResponse:
    """Show the results of a board or, with `?orders`, its orders only; under `?edition=`."""
    known = all_boards().get(board)
    if known is None:
        raise Http404
    edition = request.GET.get("edition", "")
    if edition not in Game.Edition:
        edition = known.edition
    context = pages.board_page(known, edition, resolved="orders" not in request.GET)
    return render(request, "games/rule_boards/board.html", context)


@require_safe
def datc_cases(request: HttpRequest) -> HttpResponse:
    """List the cases of the DATC or, with `?differ`, those that editions end differently."""
    context = pages.cases_page(only_different="differ" in request.GET)
    return render(request, "games/rule_boards/datc.html", context)
