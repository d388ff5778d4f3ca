"""Webhooks of a game in the hands of its masters."""

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Status

from ... import access
from ...notifications.webhooks import overview, subscriptions
from ...wording import consequences
from ..acting import must_be_confirmed
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..schemas import webhooks as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.master import Nothing
from ..schemas.orders import PhaseProblem
from ..values.webhooks import fields_of, webhook_list, webhook_or_problem

router = Router(tags=["Webhooks"], auth=MASTER)
WEBHOOKS = "/games/{slug:slug}/master/webhooks"
DONE = acts(Done) | {409: PhaseProblem}


@router.get(WEBHOOKS, response=answers(schemas.WebhookList), summary="List the webhooks of a game")
def list_webhooks(request: KeyRequest, slug: str) -> schemas.WebhookList:
    """The places that get the news of a game, with the last deliveries of each."""
    game = access.mastered_game_or_404(request.user, slug)
    return webhook_list(overview.webhook_cards(game))


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
        subscriptions.add(game, by=request.user, **fields_of(wanted, language=game.language))
    return Status(201, list_webhooks(request, slug))


@router.post(f"{WEBHOOKS}/{{webhook}}/test", response=DONE, summary="Send a test to a webhook")
def try_webhook(request: KeyRequest, slug: str, webhook: str, nothing: Nothing) -> Done:
    """Send a test. `deliveries` of the webhook say soon whether it arrived."""
    with acting_as_master(request, slug, "webhooks") as game:
        subscriptions.try_out(webhook_or_problem(game.webhooks.active(), webhook))
    return Done(message=_("The test is on its way."))


@router.post(f"{WEBHOOKS}/{{webhook}}/off", response=DONE, summary="Switch a webhook off")
def switch_webhook_off(request: KeyRequest, slug: str, webhook: str, sent: Confirmation) -> Done:
    """Stop sending news there, for good."""
    with acting_as_master(request, slug, "webhooks") as game:
        found = webhook_or_problem(game.webhooks.active(), webhook)
        must_be_confirmed(consequences.of_webhook_that_ends(), confirmed=sent.confirmed)
        subscriptions.switch_off(found, by=request.user)
    return Done(message=_("News is no longer sent there."))
