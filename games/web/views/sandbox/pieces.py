"""Positions of the sandbox that are set by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts import rate_limits

from ...forms.sandbox_pieces import PhaseForm, PiecesForm
from ...pages.sandbox.line import bare_line, pieces_url
from ...pages.sandbox.pieces import pieces_page
from .line import read_line


@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_pieces(request: HttpRequest, line: str) -> HttpResponse:
    """Place, move and take units of a line's last position, set owners, and choose its phase."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    sent = request.POST if request.method == "POST" else None
    sets_phase = sent is not None and sent.get("mode") == "phase"
    chosen = {"tool": request.GET.get("tool", "A"), "power": request.GET.get("power", "")}
    pieces = PiecesForm(known.position, None if sets_phase else sent, initial=chosen)
    phase = PhaseForm(known.position, sent if sets_phase else None)
    form, status = (phase if sets_phase else pieces), 200
    if rate_limits.exceeds_limit(request, "sandbox"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif sent is not None and form.is_valid():
        after = bare_line(known, form.changed)
        kept = chosen if sets_phase else form.cleaned_data
        return redirect(pieces_url(after, kept["tool"], kept["power"]))
    elif sent is not None:
        status = 422
    context = pieces_page(known, pieces, phase)
    return render(request, "games/sandbox/pieces.html", context, status=status)
