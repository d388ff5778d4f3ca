"""Letters that were reported: by a reader, to the masters or to who runs the site."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User

from .. import access
from ..errors import Refused
from ..forms.complaints import ComplaintForm, RemarkForm
from ..models import Complaint, Letter
from ..pages import complaints as heard
from ..pages.letter import alone
from ..press import complaints as hearing
from ..press import threads

PAGE = 20


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables()
def report_letter(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Say first who will read the letter; then report it."""
    assert isinstance(request.user, User)
    game = access.begun_game_or_404(request.user, slug)
    letter = access.others_letter_or_404(access.Part(request.user, game), key)
    back = threads.address_of(request.user, letter)
    if request.method != "POST" and hearing.is_reported(letter, by=request.user):
        messages.info(request, _("You have reported this letter already."))
        return redirect(back)
    form = ComplaintForm(request.POST if request.method == "POST" else None)
    status = 200
    if limits.exceeded(request, "complaints"):
        form.add_error(None, limits.message())
        status = 429
    elif form.is_valid():
        try:
            hearing.complain(letter, by=request.user, reason=form.cleaned_data["reason"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The letter is reported."))
            return redirect(back)
    asked = _question(request.user, letter) | {"form": form, "cancel_url": back}
    return render(request, "games/letter_question.html", asked, status=status)


def _question(reader: User, letter: Letter) -> dict[str, Any]:
    if letter.thread.is_public:
        hearers = _("The masters of this game and the administrators of this site are told.")
    else:
        hearers = _(
            "This letter is private. By reporting it you show it: a copy of this one letter, and of"
            " no other, goes to the administrators of this site. The game masters do not see it."
        )
    nobody = _("Nobody is told who reported it. You can report a letter once.")
    return {
        "title": _("Report this letter?"),
        "text": nobody,
        "warning": hearers,
        "letter": alone(reader, letter),
        "action": _("Report it"),
    }


@cache_control(private=True, no_store=True)
@login_required
@require_safe
@sensitive_variables()
def complaints(request: HttpRequest) -> HttpResponse:
    """The open ones that the reader hears, the oldest first."""
    found = access.complaints(request.user).filter(closed_at=None).order_by("made_at", "pk")
    page = Paginator(found.select_related(*heard.ROWS), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "complaints": heard.lines(request.user, list(page))}
    return render(request, "games/complaints.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def close_complaint(request: HttpRequest, complaint: int) -> HttpResponse:
    assert isinstance(request.user, User)
    heard_here = access.complaints(request.user).select_related(*heard.ROWS)
    found = get_object_or_404(heard_here, pk=complaint)
    form = RemarkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            hearing.close(found, by=request.user, remark=form.cleaned_data["remark"])
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("The complaint is closed."))
        return redirect("games:complaints")
    asked = _closing(request.user, found) | {"form": form}
    return render(request, "games/letter_question.html", asked)


def _closing(hearer: User, complaint: Complaint) -> dict[str, Any]:
    return {
        "title": _("Close this complaint?"),
        "text": f"{_('Reason')}: {complaint.reason}",
        "letter": heard.letter_line(hearer, complaint),
        "action": _("Close it"),
        "cancel_url": reverse("games:complaints"),
    }
