"""Webhooks as objects of the API, and the fields of a new one."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from ...models import Webhook
from ...notifications.webhooks import places
from ...notifications.webhooks.overview import WebhookCard
from ..problems import not_found, of_fields
from ..schemas import webhooks as schemas


@sensitive_variables()
def fields_of(wanted: schemas.NewWebhook, *, language: str) -> dict[str, Any]:
    """The fields of a new webhook; `language` is the usual one.

    Raises `Problem` for what its kind lacks, or does not take.
    """
    given = wanted.model_dump(exclude={"kind", "language"}, exclude_none=True)
    needed = ("url", *places.NEEDED.get(wanted.kind, ()))
    missing, strange = (
        _("The field “%(field)s” is missing."),
        _("There’s no field “%(field)s” here."),
    )
    found = [(name, missing % {"field": name}) for name in needed if name not in given]
    found += [(name, strange % {"field": name}) for name in given if name not in needed]
    if problem := places.url_problem(wanted.kind, wanted.url):
        found.append(("url", problem))
    if not found and wanted.kind == Webhook.Kind.JSON:
        found += places.key_problems(given["secret"])
    if found:
        raise of_fields(found)
    return places.webhook_fields(wanted.kind, given | {"language": wanted.language or language})


def webhook_or_problem(webhooks: Iterable[Webhook], name: str) -> Webhook:
    """The webhook with this `id`. Raises `Problem` if there is none."""
    for webhook in webhooks:
        if secrets.compare_digest(webhook_id(webhook).encode(), name.encode()):
            return webhook
    raise not_found()


def webhook_id(webhook: Webhook) -> str:
    """The name of a webhook in addresses. Its primary key would count those of other games."""
    return salted_hmac("games.api.webhook", str(webhook.pk), algorithm="sha256").hexdigest()[:16]


def webhook_list(cards: Iterable[WebhookCard]) -> schemas.WebhookList:
    return schemas.WebhookList(webhooks=[_value(card) for card in cards])


def _value(card: WebhookCard) -> schemas.Webhook:
    webhook = card.webhook
    return schemas.Webhook(
        id=webhook_id(webhook),
        kind=webhook.kind,
        address=card.address,
        language=webhook.language,
        since=webhook.since,
        made_by=str(webhook.made_by),
        waiting=card.waiting,
        deliveries=[
            schemas.WebhookDelivery(
                at=line.at, event=line.title, state=line.state, problem=line.why
            )
            for line in card.lines
        ],
    )
