"""Feedback on orders while they are typed."""

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from ...core.errors import Refused, SaveFailedError
from ...deadlines import open_phase
from ...models import Phase, Seat
from ...orders import feedback, order_sheets
from ...orders.feedback import SheetFeedback
from ..forms.orders import TextForm

logger = structlog.get_logger(__name__)


def typing_feedback(phase: Phase, seat: Seat, data: QueryDict) -> tuple[SheetFeedback, int]:
    """Return the feedback on a text while it is typed, and the status of the answer.

    Nothing is stored.
    """
    try:
        open_phase.must_be_open(phase)
        form = TextForm(data)
        sheet = order_sheets.read_text(phase, seat, form.typed, form.stated_language, form.answers)
        return feedback.sheet_feedback(sheet, found=form.stated_language is None), 200
    except Refused as refusal:
        return SheetFeedback([], str(refusal)), 409
    except SaveFailedError as failure:
        logger.error("orders_not_read", game=phase.game.slug, error=str(failure))
        return SheetFeedback([], _("Your orders couldn’t be checked just now. Try again.")), 503
