"""Webhooks of a game: pages for its masters."""

from typing import Any

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

from ... import access
from ...core.errors import Refused
from ...models import Game, Webhook
from ...notifications.webhooks import overview, subscriptions
from ...wording import consequences
from ..forms.webhooks import WebhookForm


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def webhook_list(request: SignedInRequest, slug: str) -> HttpResponse:
    """The webhooks of a game, with the result of the last delivery of each."""
    game = access.mastered_game_or_404(request.user, slug)
    context = {"game": game, "cards": overview.webhook_cards(game), "kinds": Webhook.Kind.choices}
    return render(request, "games/webhooks/webhooks.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_webhook(request: SignedInRequest, slug: str, kind: str) -> HttpResponse:
    """Add a webhook. A form with errors keeps its input."""
    game = access.mastered_game_or_404(request.user, slug)
    if kind not in Webhook.Kind.values:
        raise Http404
    form = WebhookForm(kind, game.language, request.POST if request.method == "POST" else None)
    status = 200
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        try:
            subscriptions.add(game, by=request.user, **form.webhook_fields)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("News is sent there from now on. Send a test to check it."))
            return redirect("games:webhooks", slug)
    context = {
        "of": game.title,
        "form": form,
        "label": Webhook.Kind(kind).label,
        "back_url": reverse("games:webhooks", args=[slug]),
    }
    return render(request, "games/webhooks/add.html", context, status=status)


@login_required
@require_POST
@rate_limits.limited("games")
def try_webhook(request: SignedInRequest, slug: str, webhook: int) -> HttpResponse:
    game = access.mastered_game_or_404(request.user, slug)
    try:
        subscriptions.try_out(_active_webhook(game, webhook))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The test is on its way. Reload the page in half a minute."))
    return redirect("games:webhooks", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def switch_off_webhook(request: SignedInRequest, slug: str, webhook: int) -> HttpResponse:
    """Switch a webhook off after a question, because its URL is deleted for good."""
    game = access.mastered_game_or_404(request.user, slug)
    found = _active_webhook(game, webhook)
    if request.method == "POST":
        try:
            subscriptions.switch_off(found, by=request.user)
        except Refused as refusal:  # another master switched it off first
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("News is no longer sent there."))
        return redirect("games:webhooks", slug)
    return render(
        request, "components/confirm.html", question(found, reverse("games:webhooks", args=[slug]))
    )


def question(webhook: Webhook, back_url: str) -> dict[str, Any]:
    """The context of the question before a webhook is switched off."""
    return {
        "title": _("Stop sending news there?"),
        "text": f"{webhook.get_kind_display()}: {overview.address(webhook)}",
        "warning": consequences.of_webhook_that_ends(),
        "action": _("Stop sending"),
        "danger": True,
        "cancel_url": back_url,
    }


def _active_webhook(game: Game, key: int) -> Webhook:
    """Return an active webhook of the game, or raise Http404."""
    return get_object_or_404(game.webhooks.active(), pk=key)
