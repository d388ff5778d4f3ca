"""Two lines of the sandbox beside each other."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits

from ....sandbox import address
from ....sandbox.address import AddressError
from ...forms.sandbox_private import Origin, PrivateLineForm
from ...pages.sandbox import compare as pages
from ...pages.sandbox.line import problem_of


@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_compare(request: HttpRequest, line: str) -> HttpResponse:
    """Compare a line with another one: `with` is its text or address.

    A form is answered with the address of the page, or, if that would be too long, with the page.
    """
    if request.method != "POST":
        return _page(request, line, request.GET)
    if rate_limits.exceeds_limit(request, "sandbox"):
        return _page(request, line, request.POST, problem=rate_limits.refusal_message(), status=429)
    if pages.is_private(request.POST.get("with", "")):
        problem = pages.refusal_of_private()
        return _page(request, line, request.POST, problem=problem, status=422)
    other = pages.text_in(request.POST.get("with", ""))
    url = pages.compare_url(line, other) if _is_line(line) and _is_line(other) else None
    return redirect(url) if url else _page(request, line, request.POST)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_POST
def sandbox_compare_private(request: HttpRequest) -> HttpResponse:
    """Compare two lines that no address may hold: `line` and `with` are in the form."""
    form = PrivateLineForm(request.POST)
    show = partial(_page, request, form.text, request.POST, origin=form.origin)
    if rate_limits.exceeds_limit(request, "sandbox"):
        return show(problem=rate_limits.refusal_message(), status=429)
    return show()


def _is_line(text: str) -> bool:
    try:
        address.read(text)
    except AddressError:
        return False
    return True


def _page(
    request: HttpRequest,
    line: str,
    sent: QueryDict,
    *,
    problem: str = "",
    status: int = 200,
    origin: Origin | None = None,
) -> HttpResponse:
    """The page for a line and what was sent; without another line it has only the form.

    A private line has an `origin`.
    """
    context: dict[str, Any] = {"line": line, "problem": problem}
    if origin is not None:
        context |= {"is_private": True, "origin": origin}
    try:
        first = address.read(line)
    except AddressError as error:
        context["problem"] = problem_of(error)
        return render(request, "games/sandbox/unreadable.html", context, status=404)
    typed = sent.get("with", "").strip()
    context["typed"] = typed
    if typed and not problem:
        try:
            second = address.read(pages.text_in(typed))
        except AddressError as error:
            context["problem"], status = problem_of(error), 422
        else:
            context |= pages.compare_page(first.line, second.line, sent.get("at", ""))
            context["is_whole"] = first.is_whole and second.is_whole
    return render(request, "games/sandbox/compare.html", context, status=status)
