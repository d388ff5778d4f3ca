"""Orders of one's own seat: what it may order, what is stored, and saving a sheet."""

from typing import Any

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from accounts.devices import device_traces

from ... import access, wording
from ...core.errors import SheetRefused
from ...models import Phase, Seat
from ...orders import order_sheets, sheet_words, submission
from ...orders.order_sheets import TextRefused, TextSheet, hiding_orders
from ...orders.submission import Line, Saved
from .. import limits
from ..acting import acting_in, current_phase, orders_must_be_allowed, phase_to_act_in
from ..authentication import ORDERS, READ, KeyRequest
from ..problems import Problem
from ..schemas import orders as schemas
from ..schemas.common import acts, answers
from ..values import orders as values

router = Router(tags=["Orders"])
SEAT = "/games/{slug:slug}/seats/{power:power}"


@router.get(
    f"{SEAT}/legal-orders",
    response=answers(schemas.LegalOrders) | {409: schemas.PhaseProblem},
    auth=READ,
    summary="List legal orders",
)
def read_legal_orders(request: KeyRequest, slug: str, power: str) -> schemas.LegalOrders:
    """Each unit of your power with all orders that it may get in the open phase."""
    seat = access.seat_or_404(request.user, slug, power)
    return values.legal_orders(current_phase(seat.game), seat.power)


@router.get(
    f"{SEAT}/orders",
    response=answers(schemas.Orders) | {409: schemas.PhaseProblem},
    auth=READ,
    summary="Read your orders",
)
def read_orders(request: KeyRequest, slug: str, power: str) -> schemas.Orders:
    """The stored orders of your power in the open phase. Nobody else reads them before its end."""
    seat = access.seat_or_404(request.user, slug, power)
    return values.stored_orders(current_phase(seat.game), seat)


@router.put(
    f"{SEAT}/orders",
    response=acts(schemas.Saved, 503) | {409: schemas.PhaseProblem, 422: schemas.SheetProblem},
    auth=ORDERS,
    summary="Save orders",
)
@sensitive_variables()
def save_orders(request: KeyRequest, slug: str, power: str, sheet: schemas.Sheet) -> schemas.Saved:
    """Replace the orders of your power in the open phase.

    Lines that cannot be read, and doubtful ones, come back as a problem with one entry each. Of a
    list, all or none are saved. Of a text, the good lines are saved all the same, the orders of
    units without a good line stay, and you are no longer ready: `stored` has what counts then.

    In a movement phase a power without orders is not ready. In others an empty list is a choice,
    and a power that is ready stays so.
    """
    limits.count_form(request, "feedback" if sheet.check else "orders")
    seat = access.seat_or_404(request.user, slug, power)
    if (sheet.text is None) == (sheet.orders is None):
        text = _("Send either “orders” or “text”, not both.")
        if sheet.text is None:
            text = _("Send “orders” or “text”.")
        raise Problem(422, "wrong_field", text, field="orders")
    phase = phase_to_act_in(seat.game, sheet.phase)
    orders_must_be_allowed(phase)
    with acting_in(seat.game):
        save = _save_list if sheet.text is None else _save_text
        answer = save(request, phase, seat, sheet)
    if answer.saved:
        device_traces.record_network(request, request.user)
    return answer


@sensitive_variables()
def _save_list(
    request: KeyRequest, phase: Phase, seat: Seat, sheet: schemas.Sheet
) -> schemas.Saved:
    lines = [Line(str(number), text) for number, text in enumerate(sheet.orders or ())]
    try:
        if sheet.check:
            with hiding_orders():
                submission.read_sheet(phase, seat, lines)
            return _answer(phase, seat, None, [])
        saved = submission.submit(phase, seat, lines, person=request.user, seen=sheet.seen)
    except SheetRefused as refusal:
        wrong = [
            schemas.Line(
                line=int(error.key) + 1,
                typed=wording.truncated(error.line),
                order="",
                text="",
                state="wrong",
                problem=error.message,
                warnings=[],
                question=None,
            )
            for error in refusal.errors
        ]
        text = _("Nothing was saved: some of these orders need a correction.")
        if sheet.check:
            text = _("Some of these orders need a correction.")
        raise _sheet_problem(text, wrong, saved=False) from None
    return _answer(phase, seat, saved, [])


@sensitive_variables()
def _save_text(
    request: KeyRequest, phase: Phase, seat: Seat, sheet: schemas.Sheet
) -> schemas.Saved:
    read = order_sheets.read_text(phase, seat, sheet.text or "", sheet.language, sheet.answers)
    recognized = sheet.language is None
    saved: Saved | None = None
    if not sheet.check:
        try:
            saved, read = submission.submit_text(
                phase, seat, read, person=request.user, seen=sheet.seen
            )
        except TextRefused as refusal:
            lines = values.sheet_lines(refusal.sheet, recognized=recognized)
            text = sheet_words.nothing_saved(refusal.sheet)
            raise _sheet_problem(text, lines, saved=False) from None
    lines = values.sheet_lines(read, recognized=recognized)
    if read.problem or read.left_over:
        if saved is None:
            text = sheet_words.checked(read)
            raise _sheet_problem(text, lines, saved=False)
        raise _part_problem(_partly_saved(saved, read), lines, _stored(phase, seat))
    return _answer(phase, seat, saved, lines)


def _partly_saved(saved: Saved, sheet: TextSheet) -> str:
    """Say what was saved of a text, and that the seat, if it was ready, no longer is."""
    text = sheet_words.partly_saved(saved, sheet)
    return f"{text} {_('You’re no longer ready.')}" if saved.unready else text


def _part_problem(text: str, lines: list[schemas.Line], stored: schemas.Orders) -> Problem:
    return _sheet_problem(
        text,
        lines,
        saved=True,
        title=_("Only a part was saved"),
        ready=stored.ready,
        stored=stored.model_dump(),
    )


def _sheet_problem(text: str, lines: list[schemas.Line], *, saved: bool, **more: Any) -> Problem:
    shown = [line.model_dump(mode="json") for line in lines]
    return Problem(422, "lines_refused", text, saved=saved, lines=shown, **more)


def _answer(
    phase: Phase, seat: Seat, saved: Saved | None, lines: list[schemas.Line]
) -> schemas.Saved:
    return schemas.Saved(
        saved=saved is not None,
        changed=saved is not None and saved.changed,
        message=sheet_words.saved_message(saved) if saved else _("These orders are valid."),
        lines=lines,
        stored=_stored(phase, seat),
    )


def _stored(phase: Phase, seat: Seat) -> schemas.Orders:
    """The orders of a seat that count now, with whether it is ready still."""
    seat.refresh_from_db(fields=["ready_phase"])
    return values.stored_orders(phase, seat)
