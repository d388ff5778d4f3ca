"""Views: one's own profile, reporting a profile, and the reports for administrators."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.profiles import profiles, reports
from accounts.profiles.forms import CloseReportForm, ProfileForm, ReportForm
from accounts.requests import SignedInRequest
from accounts.second_factors import demand

PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def own_profile(request: SignedInRequest) -> HttpResponse:
    """The form of one's own profile."""
    form = ProfileForm(request.POST if request.method == "POST" else None, person=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Your profile has been saved."))
        return redirect("accounts:profile")
    return render(request, "accounts/profiles/own_profile.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def report_profile(request: SignedInRequest, person: int) -> HttpResponse:
    """Report the words on a profile that the reader sees."""
    found = _reportable_or_404(request, person)
    form = ReportForm(request.POST if request.method == "POST" else None)
    back = reverse("games:profile", args=[found.name])
    if form.is_valid():
        reports.report(found, by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("Thank you. The administrators will look at this profile."))
        return redirect(back)
    context = {
        "title": _("Report the profile of %(name)s") % {"name": found},
        "text": _("The administrators of the site see your name, your reason, and the words."),
        "form": form,
        "action": _("Send report"),
        "cancel_url": back,
    }
    return render(request, "components/confirm.html", context)


def _reportable_or_404(request: SignedInRequest, person: int) -> User:
    people = User.objects.confirmed().select_related("profile").exclude(pk=request.user.pk)
    found = get_object_or_404(people, pk=person)
    profile = profiles.profile_of(found)
    if not profiles.sees(request.user, profile) or not profiles.words_of(profile):
        raise Http404
    return found


@login_required
@require_safe
@demand.demanded
def profile_reports(request: SignedInRequest) -> HttpResponse:
    """The open reports of profiles, for the administrators of the site."""
    _must_run_site(request)
    found = reports.reports_for(request.user)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/profiles/reports.html", {"page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@demand.demanded
@rate_limits.limited("preferences")
def close_profile_report(request: SignedInRequest, report: int) -> HttpResponse:
    """Close a report, and remove the words if the administrator says so."""
    _must_run_site(request)
    found = get_object_or_404(reports.reports_for(request.user), pk=report)
    form = CloseReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reports.close(found, by=request.user, **form.cleaned_data)
        messages.success(request, _("The report is closed."))
        return redirect("accounts:profile_reports")
    context = {
        "title": _("Close the report of the profile of %(name)s?") % {"name": found.person},
        "text": profiles.profile_of(found.person).about,
        "form": form,
        "action": _("Close report"),
        "cancel_url": reverse("accounts:profile_reports"),
    }
    return render(request, "components/confirm.html", context)


def _must_run_site(request: HttpRequest) -> None:
    if not isinstance(request.user, User) or not demand.is_superuser_with_factor(request.user):
        raise Http404
