"""Webhooks of a game in the hands of its masters."""

import secrets
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Status

from ... import access
from ...models import Game, Webhook
from ...notifications.webhooks import overview, places, subscriptions
from ...notifications.webhooks.overview import WebhookCard
from ...wording import consequences
from ..acting import must_be_confirmed
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..problems import not_found, of_fields
from ..schemas import webhooks as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.master import Nothing
from ..schemas.orders import PhaseProblem

router = Router(tags=["Webhooks"], auth=MASTER)
WEBHOOKS = "/games/{slug:slug}/master/webhooks"
DONE = acts(Done) | {409: PhaseProblem}


@router.get(WEBHOOKS, response=answers(schemas.WebhookList), summary="List the webhooks of a game")
def list_webhooks(request: KeyRequest, slug: str) -> schemas.WebhookList:
    """The places that get the news of a game, with the last deliveries of each."""
    game = access.mastered_game_or_404(request.user, slug)
    return schemas.WebhookList(webhooks=[_value(card) for card in overview.webhook_cards(game)])


@router.post(
    WEBHOOKS,
    response=acts(schemas.WebhookList, status=201) | {409: PhaseProblem},
    summary="Add a webhook",
)
@sensitive_variables()
def add_webhook(
    request: KeyRequest, slug: str, wanted: schemas.NewWebhook
) -> Status[schemas.WebhookList]:
    """Send the news of a game to another place from now on. The same place twice is refused."""
    with acting_as_master(request, slug, "webhooks") as game:
        subscriptions.add(game, by=request.user, **_fields(game, wanted))
    return Status(201, list_webhooks(request, slug))


@sensitive_variables()
def _fields(game: Game, wanted: schemas.NewWebhook) -> dict[str, Any]:
    """The fields of the webhook. Raises `Problem` for what its kind lacks, or does not take."""
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
    return places.webhook_fields(
        wanted.kind, given | {"language": wanted.language or game.language}
    )


@router.post(f"{WEBHOOKS}/{{webhook}}/test", response=DONE, summary="Send a test to a webhook")
def try_webhook(request: KeyRequest, slug: str, webhook: str, nothing: Nothing) -> Done:
    """Send a test. `deliveries` of the webhook say soon whether it arrived."""
    with acting_as_master(request, slug, "webhooks") as game:
        subscriptions.try_out(_webhook_or_problem(game, webhook))
    return Done(message=_("The test is on its way."))


@router.post(f"{WEBHOOKS}/{{webhook}}/off", response=DONE, summary="Switch a webhook off")
def switch_webhook_off(request: KeyRequest, slug: str, webhook: str, sent: Confirmation) -> Done:
    """Stop sending news there, for good."""
    with acting_as_master(request, slug, "webhooks") as game:
        found = _webhook_or_problem(game, webhook)
        must_be_confirmed(consequences.of_webhook_that_ends(), confirmed=sent.confirmed)
        subscriptions.switch_off(found, by=request.user)
    return Done(message=_("News is no longer sent there."))


def _webhook_or_problem(game: Game, name: str) -> Webhook:
    for webhook in game.webhooks.active():
        if secrets.compare_digest(_id(webhook).encode(), name.encode()):
            return webhook
    raise not_found()


def _id(webhook: Webhook) -> str:
    """The name of a webhook in addresses. Its primary key would count those of other games."""
    return salted_hmac("games.api.webhook", str(webhook.pk), algorithm="sha256").hexdigest()[:16]


def _value(card: WebhookCard) -> schemas.Webhook:
    webhook = card.webhook
    return schemas.Webhook(
        id=_id(webhook),
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
