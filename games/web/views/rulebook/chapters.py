"""The chapters of the rules, a search through them, and lasting addresses of rules.

`?game=` shows what counts in a game, `?edition=` what counts in an edition.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from .... import access
from ....models import Game
from ....rulebook import addresses
from ....rulebook.readers_rules import ReadersRules, rules_of_game
from ...pages.rulebook import chapters as pages


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The contents or, with words to search for, the sections that have them."""
    context = pages.index_page(_rules_of_reader(request), request.GET.get("q", ""))
    return render(request, "games/rules/index.html", context)


@require_safe
def rules_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    try:
        context = pages.chapter_page(chapter, _rules_of_reader(request))
    except KeyError:
        raise Http404 from None
    return render(request, "games/rules/chapter.html", context)


@require_safe
def rules_to_print(request: HttpRequest) -> HttpResponse:
    """All chapters on one page."""
    return render(request, "games/rules/print.html", pages.print_page(_rules_of_reader(request)))


@require_safe
def lasting_address(request: HttpRequest, rule: str) -> HttpResponse:
    """Lead to the section about a rule; `games.rulebook.addresses` knows the names of rules."""
    kept = {name: request.GET[name] for name in ("game", "edition") if name in request.GET}
    try:
        url, sign, anchor = addresses.url_of_rule(rule).partition("#")
    except KeyError:
        return render(request, "games/rules/unknown.html", pages.unknown_page(rule), status=404)
    query = f"?{urlencode(kept)}" if kept else ""
    return redirect(f"{url}{query}{sign}{anchor}")


def _rules_of_reader(request: HttpRequest) -> ReadersRules | None:
    """The rules that the address asks for; None without a game and without a known edition."""
    slug = request.GET.get("game", "").replace("\0", "")  # PostgreSQL refuses it in a parameter
    if slug:
        return rules_of_game(access.game_or_404(request.user, slug))
    edition = request.GET.get("edition")
    return ReadersRules(edition) if edition in Game.Edition.values else None
