"""Of what a person is told by mail, and by their browsers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User

from ..pages import browsers
from ..telling.mails import choices
from ..telling.mails.form import PUSH, MailForm
from ..telling.pushes import choices as push_choices


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    sent = request.POST if request.method == "POST" else None
    told = browsers.of(request)
    initial = {**choices.of(request.user), PUSH: push_choices.of(request.user)}
    form = MailForm(sent, initial=initial, has_browsers=bool(told and told.number))
    context = {"form": form, "browsers": told}
    if limits.exceeded(request, "preferences"):
        form.add_error(None, limits.message())
        return render(request, "games/mail.html", context, status=429)
    if form.is_valid():
        choices.choose(request.user, form.hows)
        if form.push is not None:
            push_choices.choose(request.user, form.push)
        messages.success(request, _("Your choice is saved."))
        return redirect("games:mail")
    return render(request, "games/mail.html", context)


@csrf_exempt  # mail programs send it on one click (RFC 8058); the signed link is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Switch off one kind of mail to whom the link was sent, signed in or not.

    Looking changes nothing: programs follow the links of mails to see what is behind them.
    """
    found = choices.read_token(token)
    if found is None:
        raise Http404
    person, kind = found
    if request.method == "POST":
        choices.stop(person, kind)
    context = {"kind": choices.label(kind), "off": choices.is_off(person, kind)}
    return render(request, "games/unsubscribe.html", context)
