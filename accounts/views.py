"""Pages about oneself, beyond those of allauth."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import closing, limits
from accounts.forms import CloseForm, PreferencesForm
from accounts.models import User


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
