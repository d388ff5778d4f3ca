"""Webhooks, which masters of a game and people for themselves add, test and switch off."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ...core import audit
from ...core.errors import Refused
from ...models import Event, Game, Webhook, WebhookDelivery
from ...models.webhook import WebhookQuerySet

MOST = 10  # of one game or person: each takes time of the site's workers


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


def add_own(person: User, **fields: Any) -> Webhook:
    """Add a webhook that gets the notifications of `person` from now on.

    Raises `Refused` if there are too many, or the same one exists.
    """
    with transaction.atomic():
        if not User.objects.lock_taking_part(person.pk):
            raise Refused(_("This account is closed."))
        own = Webhook.objects.of_person(person)
        if own.filter(url=fields["url"], topic=fields.get("topic")).exists():
            raise Refused(_("Your news is already sent there."))
        if own.count() >= MOST:
            raise Refused(
                _("You can send news to at most %(number)d places. Switch one off first.")
                % {"number": MOST}
            )
        return Webhook.objects.create(made_by=person, since=clock.now(), **fields)


def switch_off_own(webhook: Webhook) -> None:
    """Delete a webhook of a person with all that was sent there."""
    _delete(Webhook.objects.filter(pk=webhook.pk, game=None))


def end_all_of(person: User) -> None:
    """Delete all webhooks that get the notifications of `person`."""
    _delete(Webhook.objects.of_person(person))


def _delete(webhooks: WebhookQuerySet) -> None:
    with transaction.atomic():
        locked = list(webhooks.select_for_update(of=("self",)).values_list("pk", flat=True))
        WebhookDelivery.objects.filter(webhook__in=locked).delete()
        Webhook.objects.filter(pk__in=locked).delete()


def switch_off(webhook: Webhook, *, by: User) -> None:
    """Stop sending to a webhook of a game, and delete its address and key, for good."""
    assert webhook.game is not None, "people's own are deleted"
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
        if webhook.deliveries.filter(event=None, notification=None, send_at__isnull=False).exists():
            raise Refused(_("A test is already on its way. Check again in a minute."))
        now = clock.now()
        WebhookDelivery.objects.create(webhook=webhook, created_at=now, send_at=now)
