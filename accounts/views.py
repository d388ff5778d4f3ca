"""Pages about oneself, beyond those of allauth, and those on which people are suspended."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import closing, limits, suspending
from accounts.forms import CloseForm, LiftForm, PreferencesForm, SuspendForm
from accounts.models import Suspension, User

LATEST = 50  # acts of administrators that a page shows


@require_POST
@limits.limited("preferences")
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Switch the language from the foot of any page; a person's choice is kept."""
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and code in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=code)
    return set_language(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    # A copy of its own: a name refused by the form must not show in the page's header.
    person = get_object_or_404(User, pk=request.user.pk)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=person)
    if limits.exceeded(request, "preferences"):
        form.add_error(None, limits.message())
        return render(request, "accounts/preferences.html", {"form": form}, status=429)
    if form.is_valid():
        try:
            user = form.save()
        except IntegrityError:
            form.add_error("name", _("Someone has just taken this name. Choose another."))
        else:
            with translation.override(user.language):
                messages.success(request, _("Your preferences are saved."))
            return redirect("accounts:preferences")
    return render(request, "accounts/preferences.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        refused: HttpResponse | None = ratelimit.consume_or_429(
            request, action="reauthenticate", user=user
        )
        if refused:
            return refused
    form = CloseForm(request.POST or None, user=user)
    if form.is_valid():
        closing.close(user)
        logout(request)
        messages.success(request, _("Your account is closed. Thank you for having played."))
        return redirect("/")
    context = {"form": form, "concerns": closing.warnings_for(user)}
    return render(request, "accounts/close.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("preferences")
def suspensions(request: HttpRequest) -> HttpResponse:
    """Who is suspended, what was done about whom, and the form to suspend somebody."""
    admin = _administrator_or_404(request)
    form = SuspendForm(request.POST if request.method == "POST" else None, by=admin)
    if form.is_valid():
        person = form.cleaned_data["person"]
        told = suspending.suspend(person, by=admin, reason=form.cleaned_data["reason"])
        messages.success(request, _("%(name)s is suspended.") % {"name": person})
        if not told:
            messages.warning(request, _("The mail that says so could not be sent."))
        return redirect("accounts:suspensions")
    context = {
        "form": form,
        "suspended": suspending.suspended().order_by("name"),
        "acts": Suspension.objects.select_related("person", "by")[:LATEST],
    }
    return render(request, "accounts/suspensions.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("preferences")
def lift_suspension(request: HttpRequest, person: int) -> HttpResponse:
    admin = _administrator_or_404(request)
    found = get_object_or_404(suspending.suspended().exclude(pk=admin.pk), pk=person)
    form = LiftForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        suspending.lift(found, by=admin, reason=form.cleaned_data["reason"])
        messages.success(request, _("%(name)s may sign in again.") % {"name": found})
        return redirect("accounts:suspensions")
    asked = {
        "title": _("Let %(name)s in again?") % {"name": found},
        "action": _("Let in again"),
        "form": form,
        "cancel_url": reverse("accounts:suspensions"),
    }
    return render(request, "components/confirm.html", asked)


def _administrator_or_404(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User) or not user.is_superuser:
        raise Http404
    return user
