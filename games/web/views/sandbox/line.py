"""The sandbox: positions and orders that anybody tries. Its addresses hold all of a line."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits

from .... import access
from ....orders.feedback import SheetFeedback
from ....sandbox import address, order_lists, order_text
from ....sandbox.address import AddressError
from ....sandbox.begin import line_of_phase
from ....sandbox.line import Line
from ...forms.orders import TextForm
from ...forms.sandbox import SandboxForm
from ...pages.sandbox import line as pages
from ...pages.sandbox.search import search_form


@require_http_methods(["GET", "HEAD", "POST"])
def sandbox(request: HttpRequest) -> HttpResponse:
    """Begin a line with a set-up or with a pasted position."""
    form = SandboxForm(request.POST if request.method == "POST" else None)
    status = 200
    if rate_limits.exceeds_limit(request, "sandbox"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        assert form.line is not None
        to = pages.pieces_url if "empty" in request.POST else pages.line_url
        return redirect(to(form.line))
    return render(request, "games/sandbox/start.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_line(request: HttpRequest, line: str) -> HttpResponse:
    """Show the last position of a line; order its units, and resolve their orders."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    if request.method != "POST":
        return _page(request, known)
    if rate_limits.exceeds_limit(request, "sandbox"):
        return _page(request, known, problems=[rate_limits.refusal_message()], status=429)
    if request.POST.get("mode") == "rows":
        orders, problems = order_lists.read_lists(request.POST.dict(), known)
        ordered = known.with_orders(orders)
        if problems:
            return _page(request, ordered, problems=problems, status=422)
    else:
        form = TextForm(request.POST)
        read = order_text.read_text(form.typed, known, form.stated_language, form.answers)
        ordered = known.with_orders(read.orders)
        if not read.is_whole:
            return _page(request, ordered, form.typed, read.feedback, status=422)
    return _next(request, ordered)


def _next(request: HttpRequest, line: Line) -> HttpResponse:
    """The answer to orders that can be given: the line with them, or the phase resolved."""
    if not address.has_room(line):
        return _page(request, line, status=422)
    if "resolve" in request.POST:
        resolved = line.resolved()
        return redirect(pages.results_url(resolved, len(resolved.phases)))
    if request.headers.get("X-Requested-With") == "map":
        return render(request, "games/sandbox/saved.html", pages.saved_page(line))
    return redirect(pages.line_url(line))


@require_safe
def sandbox_results(request: HttpRequest, line: str, number: int) -> HttpResponse:
    """The results of a resolved phase of a line; numbers begin with 1."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    if not 1 <= number <= len(known.phases):
        raise Http404
    return render(request, "games/sandbox/results.html", pages.results_page(known, number))


@require_safe
def phase_in_sandbox(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Begin a line with a phase of a game; the orders of a resolved phase come along."""
    shown = access.phase_or_404(access.game_or_404(request.user, slug), code)
    return redirect(pages.line_url(line_of_phase(shown)))


def read_line(request: HttpRequest, text: str) -> Line | HttpResponse:
    """The line of an address, or a page with the reason why it cannot be read."""
    try:
        line, is_whole = address.read(text)
    except AddressError as error:
        context = {"problem": pages.problem_of(error)}
        return render(request, "games/sandbox/unreadable.html", context, status=404)
    if not is_whole:
        messages.warning(request, _("Not all of this address could be read. The rest is shown."))
    return line


def _page(
    request: HttpRequest,
    line: Line,
    text: str | None = None,
    feedback: SheetFeedback | None = None,
    *,
    problems: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """The last position of a line; `text` was sent, and `feedback` says how it was read."""
    form = TextForm(initial={"text": order_text.orders_as_text(line) if text is None else text})
    context = pages.position_page(line, feedback) | {"text_form": form, "problems": problems}
    context |= search_form(line, request.user)
    return render(request, "games/sandbox/line.html", context, status=status)
