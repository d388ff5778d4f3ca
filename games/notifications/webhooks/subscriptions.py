"""The webhooks of a game, which its masters add, test and switch off."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ...core import audit
from ...core.errors import Refused
from ...models import Event, Game, Webhook, WebhookDelivery

MOST = 10  # of one game: each takes time of the site's workers


def add(game: Game, *, by: User, **fields: Any) -> Webhook:
    """Add a webhook that gets the news of `game` from now on; `fields` are those of `Webhook`.

    Raises `Refused` if there are too many, or the same one exists.
    """
    with transaction.atomic():
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        on = game.webhooks.active()
        if on.filter(url=fields["url"], topic=fields.get("topic")).exists():
            raise Refused(_("News of this game is already sent there."))
        if on.count() >= MOST:
            raise Refused(
                _("A game can send news to at most %(number)d places. Switch one off first.")
                % {"number": MOST}
            )
        # Logged before the webhook is stored, because a webhook posts only later events.
        audit.log(Event.Kind.WEBHOOK_ADDED, game=game, actor=by)
        return Webhook.objects.create(game=game, made_by=by, since=clock.now(), **fields)


def switch_off(webhook: Webhook, *, by: User) -> None:
    """Stop sending to a webhook, and delete its address and key, for good."""
    with transaction.atomic():
        on = Webhook.objects.active().filter(pk=webhook.pk)
        if not on.update(off_at=clock.now(), url="", secret="", username=""):
            raise Refused(_("It is already switched off."))
        webhook.deliveries.filter(send_at__isnull=False).update(send_at=None)
        audit.log(Event.Kind.WEBHOOK_OFF, game=webhook.game, actor=by)


def try_out(webhook: Webhook) -> None:
    """Send a test, besides any news that may be waiting."""
    with transaction.atomic():
        webhook = Webhook.objects.select_for_update(of=("self",)).get(pk=webhook.pk)
        if webhook.off_at is not None:
            raise Refused(_("It is already switched off."))
        if webhook.deliveries.filter(event=None, send_at__isnull=False).exists():
            raise Refused(_("A test is already on its way. Check again in a minute."))
        now = clock.now()
        WebhookDelivery.objects.create(webhook=webhook, created_at=now, send_at=now)
