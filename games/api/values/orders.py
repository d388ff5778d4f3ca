"""Orders of a seat → values of the API. Only for those who may order for the seat."""

from ...models import Phase, Seat
from ...orders import choices, feedback
from ...orders.order_sheets import TextSheet
from ...state import phases
from ..schemas import orders as schemas


def legal_orders(phase: Phase, power: str) -> schemas.LegalOrders:
    """Orders that the power may give in an open phase; they follow from the position."""
    rows = [
        schemas.LegalRow(
            row=row.key,
            label=row.label,
            orders=[
                schemas.LegalOrder(order=text, text=str(words))
                for _heading, group in row.groups
                for text, words in group
            ],
        )
        for row in choices.offers(phase, power)
    ]
    return schemas.LegalOrders(phase=phase.code, power=power, rows=rows)


def stored_orders(phase: Phase, seat: Seat) -> schemas.Orders:
    # The receipt is read first: it is then never newer than the orders beside it.
    receipt = phases.newest_receipt(phase, seat)
    rows = feedback.orders_of(phase, seat)
    shown = feedback.stored_orders(phase, seat, rows)
    return schemas.Orders(
        phase=phase.code,
        power=seat.power,
        orders=[
            schemas.StoredOrder(order=row.text, text=each.order, warnings=each.warnings)
            for row, each in zip(rows, shown, strict=True)
        ],
        ready=seat.ready_phase_id == phase.pk,
        receipt=receipt.digest if receipt else None,
        saved_at=receipt.saved_at if receipt else None,
    )


def sheet_lines(sheet: TextSheet, *, recognized: bool) -> list[schemas.Line]:
    """The lines of a text as they were understood; `recognized` if no language was stated."""
    return [_line(entry) for entry in feedback.sheet_feedback(sheet, found=recognized).entries]


def _line(entry: feedback.LineFeedback) -> schemas.Line:
    question, text = None, entry.order
    if entry.question is not None:
        text = dict(entry.question.options).get(entry.canonical, "")
        question = schemas.Question(
            province=entry.question.province,
            unit=entry.question.unit,
            options=[
                schemas.LegalOrder(order=text, text=words) for text, words in entry.question.options
            ],
        )
    return schemas.Line(
        line=entry.number,
        typed=entry.text,
        order=entry.canonical,
        text=text,
        state=entry.state,
        problem=entry.problem,
        warnings=entry.warnings,
        question=question,
    )
