"""Reporting the texts of clubs and tournaments, and the reports for administrators."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...models import Club, Tournament
from ...reported_texts import reports
from ..forms.reported_texts import CloseTextReportForm, TextReportForm

PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def report_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    return _report(request, access.tournament_or_404(slug))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def report_club(request: SignedInRequest, slug: str) -> HttpResponse:
    return _report(request, access.club_or_404(request.user, slug))


def _report(request: SignedInRequest, subject: Club | Tournament) -> HttpResponse:
    """Report the title and the words of a club or a tournament."""
    form = TextReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reports.report(subject, by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("Thank you. The administrators will look at this text."))
        return redirect(subject)
    context = {
        "title": _("Report the text of “%(name)s”") % {"name": subject},
        "text": _("The administrators of the site see your name, your reason, and the words."),
        "form": form,
        "action": _("Send report"),
        "cancel_url": subject.get_absolute_url(),
    }
    return render(request, "components/confirm.html", context)


@login_required
@require_safe
def text_reports(request: SignedInRequest) -> HttpResponse:
    """The open reports of texts, for the administrators of the site."""
    _must_run_site(request)
    page = Paginator(reports.open_reports(), PAGE).get_page(request.GET.get("page"))
    return render(request, "games/reported_texts/list.html", {"page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def close_text_report(request: SignedInRequest, report: int) -> HttpResponse:
    """Close a report, and remove the texts if the administrator says so."""
    _must_run_site(request)
    found = get_object_or_404(reports.open_reports(), pk=report)
    form = CloseTextReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reports.close(found, by=request.user, **form.cleaned_data)
        messages.success(request, _("The report is closed."))
        return redirect("games:text_reports")
    context = {
        "title": _("Close the report of “%(name)s”?") % {"name": found.subject},
        "text": reports.text_of(found.subject),
        "form": form,
        "action": _("Close report"),
        "cancel_url": reverse("games:text_reports"),
    }
    return render(request, "components/confirm.html", context)


def _must_run_site(request: SignedInRequest) -> None:
    if not access.runs_site(request.user):
        raise Http404
