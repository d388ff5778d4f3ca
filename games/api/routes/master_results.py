"""Results that a game master checks before they come out."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from ...adjudication import phase_end
from ...adjudication.preview import PhasePreview, preview
from ...core import previews
from ...core.errors import PageOutdated
from ...deadlines import publication
from ...models import Order, Phase
from ...orders import reading_corrections
from ..acting import current_phase
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..problems import not_found
from ..schemas import master as schemas
from ..schemas.common import Done, Problem, acts
from ..schemas.orders import PhaseProblem
from ..values.phases import result_values

router = Router(tags=["Game master: orders and results"], auth=MASTER)
RESULTS = "/games/{slug:slug}/master/results"


@router.post(
    f"{RESULTS}/preview",
    response=acts(schemas.Preview) | {409: PhaseProblem, 503: Problem},
    summary="Look at the results",
)
@sensitive_variables()
def preview_results(request: KeyRequest, slug: str, nothing: schemas.Nothing) -> schemas.Preview:
    """The results of a closed phase, for you alone. The log tells everyone when you first look."""
    # The log says that a master looked, and late orders end, only if there was something to see.
    with acting_as_master(request, slug, "publish") as game, transaction.atomic():
        phase = publication.mark_previewed(game, by=request.user)
        phase.game = game
        found = preview(phase)
        missed = phase_end.consequences_of_publishing(phase, found.verdict)
        warning = phase_end.warning_of_publishing(phase, missed, found.verdict)
        doubtful = reading_corrections.doubtful_orders(phase)
    orders: dict[str, list[Order]] = {}
    for order in sorted(found.orders, key=lambda order: order.seat.place):
        orders.setdefault(order.seat.power, []).append(order)
    return schemas.Preview(
        phase=phase.code,
        seen=_digest(found, phase),
        results=result_values(phase, orders),
        doubtful=[
            schemas.DoubtfulOrder(
                power=each.order.seat.power,
                province=each.province,
                typed=each.line,
                order=each.order.text,
                readings=[str(reading) for reading in each.readings],
            )
            for each in doubtful
        ],
        ends_game=found.verdict is not None,
        warning=warning,
        missed=[schemas.MissedTurn(power=each.code, text=each.text) for each in missed],
    )


@router.post(
    f"{RESULTS}/publish",
    response=acts(Done) | {409: PhaseProblem, 503: Problem},
    summary="Publish the results",
)
def publish_results(request: KeyRequest, slug: str, sent: schemas.Publication) -> Done:
    """Let the results come out that you have seen."""
    with acting_as_master(request, slug, "publish") as game:
        phase = current_phase(game)
        known = phase.previewed_at is not None and _digest(preview(phase), phase)
        if not known or not secrets.compare_digest(known.encode(), sent.seen.encode()):
            raise PageOutdated(_("Look at the results first: they may have changed."))
        publication.publish(game, by=request.user)
    return Done(message=_("The results are published. They appear in a moment."))


@router.post(
    f"{RESULTS}/readings/{{province}}",
    response=acts(Done) | {409: PhaseProblem},
    summary="Correct a reading",
)
@sensitive_variables()
def correct_reading(request: KeyRequest, slug: str, province: str, sent: schemas.Reading) -> Done:
    """Let a doubtful order of the preview count as another of its readings."""
    with acting_as_master(request, slug, "correct_reading") as game:
        phase = current_phase(game)
        found = reading_corrections.doubtful_orders(phase) if phase.previewed_at else []
        order = next((each.order for each in found if each.province == province.upper()), None)
        if order is None:
            raise not_found()
        reading_corrections.correct_reading(
            game, order.pk, sent.reading, reason=sent.reason, by=request.user
        )
    return Done(message=_("The order is read as you chose. Check the results again."))


def _digest(found: PhasePreview, phase: Phase) -> str:
    return previews.digest(found.value(phase))
