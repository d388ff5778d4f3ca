"""Views: preferences, own data, closing an account, suspensions, and the language switch."""

from allauth.account import views as allauth
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import (
    account_closing,
    address_changes,
    appearance,
    rate_limits,
    suspension,
    time_zones,
)
from accounts.dates import local_time_text
from accounts.forms import LiftSuspensionForm, PreferencesForm, SuspendForm
from accounts.models import Suspension, User
from accounts.own_data import data_export
from accounts.requests import SignedInRequest
from accounts.second_factors import demand
from accounts.sessions import reauthentication

SHOWN_RECORDS = 50  # of suspensions


@require_POST
@rate_limits.limited("preferences")
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Switch the language (the form in the footer). A signed-in person's choice is stored."""
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and code in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=code)
    return set_language(request)


@require_POST
def choose_appearance(request: HttpRequest) -> HttpResponse:
    """Change the looks of pages in this browser (the form in the footer)."""
    response = _back(request)
    appearance.choose(request, response)
    return response


@login_required
@require_POST
@rate_limits.limited("preferences")
def choose_time_zone(request: SignedInRequest) -> HttpResponse:
    """Store the zone that a browser tells as that of its person (the button in the footer)."""
    zone = request.POST.get("zone", "")
    if zone in time_zones.names():
        User.objects.filter(pk=request.user.pk).update(time_zone=zone)
        done = _("Times are in %(zone)s.") % {"zone": time_zones.in_words(zone)}
        messages.success(request, done)
    return _back(request)


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the page on which the form in the footer was sent."""
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(target if safe else "/")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    # Not `request.user`: the page's header shows it, and an invalid name must not appear there.
    person = get_object_or_404(User, pk=request.user.pk)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=person)
    if rate_limits.exceeds_limit(request, "preferences"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "accounts/preferences.html", {"form": form}, status=429)
    if form.is_valid():
        try:
            user = form.save()
        except IntegrityError:
            form.add_error("name", _("Someone has just taken this name. Choose another."))
        else:
            with translation.override(user.language):
                messages.success(request, _("Your preferences have been saved."))
            return redirect("accounts:preferences")
    return render(request, "accounts/preferences.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication.required
def close(request: SignedInRequest) -> HttpResponse:
    user = request.user
    if request.method == "POST":
        date = local_time_text(account_closing.ask(user))
        logout(request)
        thanks = _(
            "Your account will be erased on %(date)s. Until then you can sign in and keep it."
        )
        messages.success(request, thanks % {"date": date})
        return redirect("/")
    context = {
        "warnings": account_closing.warnings_for(user),
        "days": account_closing.COMING_BACK.days,
    }
    return render(request, "accounts/close.html", context)


# Allauth lets an open session choose a password where there is none.
set_password = require_http_methods(["GET", "HEAD", "POST"])(
    reauthentication.required(allauth.password_set)
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def keep_account(request: SignedInRequest) -> HttpResponse:
    """The page of a person who has asked to close their account: keep it, or sign out.

    It is the only page that they can open (`accounts.middleware`).
    """
    if request.user.closing_at is None:
        return redirect("accounts:preferences")
    if request.method != "POST":
        return render(request, "accounts/keep.html")
    if account_closing.keep(request.user):
        messages.success(request, _("You’ve kept your account. Welcome back."))
        return redirect("accounts:preferences")
    logout(request)
    messages.error(request, _("It’s too late: this account has been erased."))
    return redirect("/")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication.required
def my_data(request: SignedInRequest) -> HttpResponse:
    """The page on which people ask for their own data, and download them once they are ready."""
    export = data_export.export_of(request.user)
    status, problem = 200, ""
    if request.method == "POST":
        waits = export is not None and export.prepare_at is not None
        if waits or not rate_limits.exceeds_limit(request, "data_exports"):
            data_export.ask(request.user)
            return redirect("accounts:my_data")
        status, problem = 429, _("You’ve already asked several times today. Try again tomorrow.")
    context = {"export": export, "days": data_export.KEPT.days, "problem": problem}
    return render(request, "accounts/my_data.html", context, status=status)


@login_required
@require_safe
@cache_control(private=True, no_store=True)
@reauthentication.required
def download_data(request: SignedInRequest) -> HttpResponse:
    """The ZIP of the person's own data."""
    content = data_export.content_of(request.user)
    if content is None:
        raise Http404
    name = f"entente-{timezone.localdate().isoformat()}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/zip", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def undo_address_change(request: HttpRequest, token: str) -> HttpResponse:
    """Give an account its old address back, by the link in the mail about the change."""
    change = address_changes.find(token)
    person = address_changes.undo(change) if change and request.method == "POST" else None
    if person is not None:
        logout(request)
        messages.success(request, _("Your old address is back. Now choose a new password."))
        uid, key = user_pk_to_url_str(person), default_token_generator.make_token(person)
        return redirect("account_reset_password_from_key", uidb36=uid, key=key)
    found = change is not None and request.method != "POST"
    context = {"change": change if found else None}
    return render(request, "accounts/undo_address.html", context, status=200 if found else 404)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@demand.demanded
@rate_limits.limited("preferences")
def suspensions(request: SignedInRequest) -> HttpResponse:
    """List suspended people and records of suspensions, with the form to suspend somebody."""
    admin = _administrator_or_404(request)
    form = SuspendForm(request.POST if request.method == "POST" else None, by=admin)
    if form.is_valid():
        person = form.cleaned_data["person"]
        terms = {name: form.cleaned_data[name] for name in ("reason", "days")}
        suspension.suspend(person, by=admin, **terms)
        messages.success(request, _("%(name)s has been suspended.") % {"name": person})
        return redirect("accounts:suspensions")
    context = {
        "form": form,
        "suspended": suspension.suspended_people().order_by("name"),
        "records": Suspension.objects.select_related("person", "by")[:SHOWN_RECORDS],
    }
    return render(request, "accounts/suspensions.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@demand.demanded
@rate_limits.limited("preferences")
def lift_suspension(request: SignedInRequest, person: int) -> HttpResponse:
    admin = _administrator_or_404(request)
    found = get_object_or_404(suspension.suspended_people().exclude(pk=admin.pk), pk=person)
    form = LiftSuspensionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        suspension.lift(found, by=admin, reason=form.cleaned_data["reason"])
        messages.success(request, _("%(name)s can sign in again.") % {"name": found})
        return redirect("accounts:suspensions")
    context = {
        "title": _("Lift the suspension of %(name)s?") % {"name": found},
        "action": _("Lift suspension"),
        "form": form,
        "cancel_url": reverse("accounts:suspensions"),
    }
    return render(request, "components/confirm.html", context)


def _administrator_or_404(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User) or not demand.is_superuser_with_factor(user):
        raise Http404
    return user
