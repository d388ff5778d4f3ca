"""Webhooks of a person, which get their notifications."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...core.errors import Refused
from ...models import Webhook
from ...notifications.webhooks import overview, subscriptions
from ..forms.webhooks import WebhookForm
from .webhooks import question


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def own_webhook_list(request: SignedInRequest) -> HttpResponse:
    """The person's webhooks, with the results of the last deliveries of each."""
    cards = overview.own_webhook_cards(request.user)
    context = {"cards": cards, "kinds": Webhook.Kind.choices}
    return render(request, "games/webhooks/own.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_own_webhook(request: SignedInRequest, kind: str) -> HttpResponse:
    """Add a webhook. A form with errors keeps its input."""
    if kind not in Webhook.Kind.values:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = WebhookForm(kind, request.user.language, data)
    status = 200
    if rate_limits.exceeds_limit(request, "preferences"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        try:
            subscriptions.add_own(request.user, **form.webhook_fields)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("News is sent there from now on. Send a test to check it."))
            return redirect("games:own_webhooks")
    back = reverse("games:own_webhooks")
    context = {"form": form, "label": Webhook.Kind(kind).label, "back_url": back}
    context["of"] = str(request.user)
    return render(request, "games/webhooks/add.html", context, status=status)


@login_required
@require_POST
@rate_limits.limited("preferences")
def try_own_webhook(request: SignedInRequest, webhook: int) -> HttpResponse:
    try:
        subscriptions.try_out(_own_or_404(request, webhook))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The test is on its way. Reload the page in half a minute."))
    return redirect("games:own_webhooks")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def switch_off_own_webhook(request: SignedInRequest, webhook: int) -> HttpResponse:
    """Switch a webhook off after a question, because its address is deleted for good."""
    found = _own_or_404(request, webhook)
    if request.method == "POST":
        subscriptions.switch_off_own(found)
        messages.success(request, _("News is no longer sent there."))
        return redirect("games:own_webhooks")
    context = question(found, reverse("games:own_webhooks"))
    return render(request, "components/confirm.html", context)


def _own_or_404(request: SignedInRequest, key: int) -> Webhook:
    return get_object_or_404(Webhook.objects.of_person(request.user), pk=key)
