"""The page of notification preferences, and the unsubscribe link in mails."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...models import Notification
from ...notifications import preferences
from ..forms.mail import PUSH, MailForm
from ..pages import notifications


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notification_preferences(request: SignedInRequest) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    browsers = notifications.push_browsers(request)
    initial = {
        **preferences.mail_preferences(request.user),
        PUSH: preferences.push_preferences(request.user),
    }
    form = MailForm(sent, initial=initial, has_browsers=bool(browsers and browsers.number))
    context = {"form": form, "browsers": browsers}
    if rate_limits.exceeds_limit(request, "preferences"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "games/notifications/preferences.html", context, status=429)
    if form.is_valid():
        preferences.set_mail_preferences(request.user, form.mail_choices)
        if form.push is not None:
            preferences.set_push_preferences(request.user, form.push)
        messages.success(request, _("Your choice is saved."))
        return redirect("games:mail")
    return render(request, "games/notifications/preferences.html", context)


@csrf_exempt  # mail programs send it on one click (RFC 8058); the signed link is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Switch off one kind of mail for the person to whom the link was sent, signed in or not.

    A GET changes nothing: mail scanners follow the links of mails.
    """
    found = preferences.read_unsubscribe_token(token)
    if found is None:
        raise Http404
    person, kind = found
    if request.method == "POST":
        preferences.stop_mail(person, kind)
    context = {
        "kind": preferences.mail_label(kind),
        "is_off": preferences.is_mail_off(person, kind),
        "invitations": kind == Notification.Kind.INVITATION,
    }
    return render(request, "games/notifications/unsubscribe.html", context)
