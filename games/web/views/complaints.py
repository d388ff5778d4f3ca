"""Reporting a message, and the complaints that masters and administrators read."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.second_factors import demand

from ... import access
from ...core.errors import Refused
from ...models import Complaint, Message
from ...press import locations, moderation
from ..forms.press import ComplaintForm, RemarkForm
from ..pages.press import complaints
from ..pages.press.message import message_alone

PAGE = 20


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables()
def report_message(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Report a message, after a page that says who will read it."""
    game = access.begun_game_or_404(request.user, slug)
    message = access.reportable_message_or_404(access.Role(request.user, game), key)
    back = locations.message_url(request.user, message)
    if request.method != "POST" and moderation.is_reported(message, by=request.user):
        messages.info(request, _("You’ve already reported this message."))
        if not moderation.can_be_heard(message):
            messages.warning(request, moderation.nobody_hears())
        return redirect(back)
    form = ComplaintForm(request.POST if request.method == "POST" else None)
    status = 200
    if rate_limits.exceeds_limit(request, "complaints"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        try:
            moderation.complain(message, by=request.user, reason=form.cleaned_data["reason"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("You’ve reported this message."))
            return redirect(back)
    question = _report_question(request.user, message) | {"form": form, "cancel_url": back}
    return render(request, "games/press/confirm.html", question, status=status)


def _report_question(reader: User, message: Message) -> dict[str, Any]:
    anonymity = _("The site tells nobody who reported it. You can report a message only once.")
    return {
        "title": _("Report this message?"),
        "text": anonymity,
        "warning": moderation.consequence_of_complaint(message),
        "message": message_alone(reader, message),
        "action": _("Report message"),
    }


@cache_control(private=True, no_store=True)
@login_required
@require_safe
@demand.demanded
@sensitive_variables()
def open_complaints(request: SignedInRequest) -> HttpResponse:
    """The open complaints that the reader may handle, oldest first."""
    found = access.complaints(request.user).filter(closed_at=None).order_by("made_at", "pk")
    found = found.select_related(*complaints.RELATED_ROWS)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "complaints": complaints.complaint_lines(request.user, list(page))}
    return render(request, "games/press/complaints.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@demand.demanded
@rate_limits.limited("games")
def close_complaint(request: SignedInRequest, complaint: int) -> HttpResponse:
    readable = access.complaints(request.user).select_related(*complaints.RELATED_ROWS)
    found = get_object_or_404(readable, pk=complaint)
    form = RemarkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            moderation.close_complaint(found, by=request.user, remark=form.cleaned_data["remark"])
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("The report is closed."))
        return redirect("games:complaints")
    question = _closing_question(request.user, found) | {"form": form}
    return render(request, "games/press/confirm.html", question)


def _closing_question(reader: User, complaint: Complaint) -> dict[str, Any]:
    return {
        "title": _("Close this report?"),
        "text": f"{_('Reason')}: {complaint.reason}",
        "message": complaints.message_line(reader, complaint),
        "action": _("Close report"),
        "cancel_url": reverse("games:complaints"),
    }
