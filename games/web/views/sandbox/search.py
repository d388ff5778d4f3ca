"""The search for replies to the orders of one power."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits

from ....sandbox import order_lists
from ....sandbox.line import Line
from ....sandbox.search import search
from ...forms.sandbox_private import Origin, PrivateLineForm
from ...pages.sandbox import search as pages
from ...pages.sandbox.line import line_url
from .line import read_line


@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_search(request: HttpRequest, line: str) -> HttpResponse:
    """Search replies to the orders of a power; the form sends its goal and the orders of all."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    return _answer(request, known) if request.method == "POST" else redirect(line_url(known))


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_POST
def sandbox_private_search(request: HttpRequest) -> HttpResponse:
    """Search replies in a private line, which comes in the form and goes on in forms."""
    form = PrivateLineForm(request.POST)
    known = read_line(request, form.text)
    if isinstance(known, HttpResponse):
        return known
    return _answer(request, known, form.origin)


def _answer(request: HttpRequest, line: Line, origin: Origin | None = None) -> HttpResponse:
    """The page with the replies, or with the reason why nothing was searched.

    A private line has an `origin`.
    """
    problems: list[str] = []
    status = 200
    if request.POST.get("mode") == "rows":
        orders, problems = order_lists.read_lists(request.POST.dict(), line)
        line = line.with_orders(orders)
    goal = pages.goal_in(line, request.POST.get("goal", ""))
    if refusal := pages.forbidden(line, request.user):
        problems, status = [refusal], 403
    elif problems or goal is None:
        problems, status = problems or [_("Choose what would break the plan.")], 422
    elif rate_limits.exceeds_search_limit(request):
        problems, status = [rate_limits.refusal_message()], 429
    if problems or goal is None:
        context = pages.problem_page(line, problems)
    else:
        context = pages.found_page(line, goal, search(line, goal))
    if origin is not None:
        context |= {"is_private": True, "origin": origin}
    return render(request, "games/sandbox/search.html", context, status=status)
