"""The sandbox: positions and orders that anybody tries. Its addresses hold all of a line."""

from collections.abc import Sequence
from functools import partial

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
from ...forms.sandbox_private import Origin
from ...pages.sandbox import line as pages
from ...pages.sandbox.private import made_private
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
    return answer_orders(request, known) if request.method == "POST" else line_page(request, known)


def answer_orders(request: HttpRequest, known: Line, origin: Origin | None = None) -> HttpResponse:
    """Give the orders that were sent to the last position of a line.

    A private line has an `origin`, and is shown at once: its address must not hold it.
    """
    show = partial(_refused_page, origin=origin)
    if rate_limits.exceeds_limit(request, "sandbox"):
        return show(request, known, [rate_limits.refusal_message()], status=429)
    if request.POST.get("mode") == "rows":
        orders, problems = order_lists.read_lists(request.POST.dict(), known)
        ordered = known.with_orders(orders)
        if problems:
            return show(request, ordered, problems)
    else:
        form = TextForm(request.POST)
        read = order_text.read_text(form.typed, known, form.stated_language, form.answers)
        ordered = known.with_orders(read.orders)
        if not read.is_whole:
            return line_page(request, ordered, form.typed, read.feedback, status=422, origin=origin)
    return _next(request, ordered, origin)


def _next(request: HttpRequest, line: Line, origin: Origin | None) -> HttpResponse:
    """The answer to orders that can be given: the line with them, or the phase resolved."""
    if not address.has_room(line):
        return _refused_page(request, line, [pages.full_message()], origin=origin)
    if "resolve" in request.POST:
        resolved = line.resolved()
        number = len(resolved.phases)
        if origin is not None:
            return results_page(request, resolved, number, origin)
        return redirect(pages.results_url(resolved, number))
    if is_of_map(request):
        context = pages.saved_page(line, is_private=origin is not None)
        return render(request, "games/sandbox/saved.html", context)
    if origin is not None:
        return line_page(request, line, origin=origin)
    return redirect(pages.line_url(line))


def _refused_page(
    request: HttpRequest,
    line: Line,
    problems: Sequence[str],
    *,
    status: int = 422,
    origin: Origin | None = None,
) -> HttpResponse:
    """The answer to orders that were not taken: the page, or for the map's script the reasons."""
    if is_of_map(request):
        context = pages.not_saved_page(problems)
        return render(request, "games/sandbox/saved.html", context, status=status)
    return line_page(request, line, problems=problems, status=status, origin=origin)


def is_of_map(request: HttpRequest) -> bool:
    """Whether the map's script sent the request, and reads the answer."""
    return request.headers.get("X-Requested-With") == "map"


@require_safe
def sandbox_results(request: HttpRequest, line: str, number: int) -> HttpResponse:
    """The results of a resolved phase of a line; numbers begin with 1."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    if not 1 <= number <= len(known.phases):
        raise Http404
    return results_page(request, known, number)


def results_page(
    request: HttpRequest, line: Line, number: int, origin: Origin | None = None
) -> HttpResponse:
    """The results of a phase of a line; a private line has an `origin`."""
    context = pages.results_page(line, number)
    if origin is not None:
        context = made_private(context, line, number, origin, request.user)
    return render(request, "games/sandbox/results.html", context)


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


def line_page(
    request: HttpRequest,
    line: Line,
    text: str | None = None,
    feedback: SheetFeedback | None = None,
    *,
    problems: Sequence[str] = (),
    status: int = 200,
    origin: Origin | None = None,
) -> HttpResponse:
    """The last position of a line; `text` was sent, and `feedback` says how it was read.

    A private line has an `origin`.
    """
    form = TextForm(initial={"text": order_text.orders_as_text(line) if text is None else text})
    context = pages.position_page(line, feedback) | {"text_form": form, "problems": problems}
    context |= search_form(line, request.user)
    if origin is not None:
        context = made_private(context, line, None, origin, request.user)
    return render(request, "games/sandbox/line.html", context, status=status)
