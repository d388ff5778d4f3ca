"""Webhooks of the key's owner, which get their notifications."""

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Status

from ...models import Webhook
from ...notifications.webhooks import overview, subscriptions
from ...wording import consequences
from .. import limits
from ..acting import must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..schemas import webhooks as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.master import Nothing
from ..values.webhooks import fields_of, webhook_list, webhook_or_problem

router = Router(tags=["You"], auth=ACCOUNT)
WEBHOOKS = "/me/webhooks"


@router.get(
    WEBHOOKS, response=answers(schemas.WebhookList), auth=READ, summary="List your webhooks"
)
def list_own_webhooks(request: KeyRequest) -> schemas.WebhookList:
    """The places that get your notifications of all games, with the last deliveries of each."""
    return webhook_list(overview.own_webhook_cards(request.user))


@router.post(WEBHOOKS, response=acts(schemas.WebhookList, status=201), summary="Add your webhook")
@sensitive_variables()
def add_own_webhook(request: KeyRequest, wanted: schemas.NewWebhook) -> Status[schemas.WebhookList]:
    """Send your notifications to another place from now on. The same place twice is refused."""
    limits.count_form(request, "preferences")
    fields = fields_of(wanted, language=request.user.language)
    subscriptions.add_own(request.user, **fields)
    return Status(201, list_own_webhooks(request))


@router.post(
    f"{WEBHOOKS}/{{webhook}}/test", response=acts(Done), summary="Send a test to your webhook"
)
def try_own_webhook(request: KeyRequest, webhook: str, nothing: Nothing) -> Done:
    """Send a test. `deliveries` of the webhook say soon whether it arrived."""
    limits.count_form(request, "preferences")
    subscriptions.try_out(_own_or_problem(request, webhook))
    return Done(message=_("The test is on its way."))


@router.post(f"{WEBHOOKS}/{{webhook}}/off", response=acts(Done), summary="Switch your webhook off")
def switch_own_webhook_off(request: KeyRequest, webhook: str, sent: Confirmation) -> Done:
    """Stop sending your notifications there, for good."""
    limits.count_form(request, "preferences")
    found = _own_or_problem(request, webhook)
    must_be_confirmed(consequences.of_webhook_that_ends(), confirmed=sent.confirmed)
    subscriptions.switch_off_own(found)
    return Done(message=_("News is no longer sent there."))


def _own_or_problem(request: KeyRequest, name: str) -> Webhook:
    return webhook_or_problem(Webhook.objects.of_person(request.user), name)
