"""Orders that a game master enters for players, in games that agreed to it."""

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from accounts import clock

from ... import access
from ...models import Phase
from ...orders import on_behalf, sheet_words
from ...orders.on_behalf import Thread
from ...orders.thread_questions import Question
from ...orders.threads import Skipped
from ...state import phases
from ..acting import acting_in, current_phase
from ..authentication import MASTER, KeyRequest
from ..limits import count_form
from ..problems import Problem
from ..schemas import entered_orders as schemas
from ..schemas.common import Problem as ProblemAnswer
from ..schemas.common import acts, answers
from ..schemas.orders import PhaseProblem
from ..values import orders as values

router = Router(tags=["Game master: orders and results"], auth=MASTER)
ORDERS = "/games/{slug:slug}/master/orders"


@router.get(
    ORDERS,
    response=answers(schemas.EnteredList) | {409: PhaseProblem},
    summary="Read orders that you enter",
)
@sensitive_variables()
def read_entered_orders(request: KeyRequest, slug: str) -> schemas.EnteredList:
    """The stored orders of players without an account, and of those who let you enter theirs."""
    game = access.entered_game_or_404(request.user, slug)
    phase = current_phase(game)
    seats = access.seats_entered_by(request.user, game)
    return schemas.EnteredList(
        phase=phase.code, powers=[values.stored_orders(phase, seat) for seat in seats]
    )


@router.post(
    ORDERS,
    response=acts(schemas.EnteredOrders)
    | {409: PhaseProblem, 422: schemas.EnteredProblem, 503: ProblemAnswer},
    summary="Enter orders for players",
)
@sensitive_variables()
def enter_orders(
    request: KeyRequest, slug: str, sent: schemas.EnteredText
) -> schemas.EnteredOrders:
    """Read a text with orders of several players, and store them all or none.

    A text with wrong lines or open questions is refused with what was read of it.
    """
    count_form(request, "orders")
    game = access.entered_game_or_404(request.user, slug)
    phase = current_phase(game)
    thread = _read(request, phase, sent)
    kept = thread.without_ignorable() if sent.ignore and thread.ignorable else thread
    if thread.problem or not kept.is_accepted:
        text = thread.problem or _(
            "Nothing is saved yet. Answer the questions, and correct or delete the marked lines."
        )
        more = _answer(thread, sent, message="").model_dump(exclude={"saved", "message"})
        raise Problem(422, "lines_refused", text, open_phase=phase.code, **more)
    if sent.check:
        return _answer(thread, sent, message=_("These orders are valid."))
    with acting_in(game):
        on_behalf.store(phase, kept, person=request.user, seen=sent.seen, ready=sent.ready)
    is_late = phase.takes_late_orders(clock.now())
    saved = sheet_words.entered([part.seat for part in kept.parts], is_late=is_late)
    message = f"{saved} {sheet_words.not_entered(thread.refused)}".strip()
    return _answer(kept, sent, message=message, saved=True)


@sensitive_variables()
def _read(request: KeyRequest, phase: Phase, sent: schemas.EnteredText) -> Thread:
    due = phases.orders_due(phase)
    seats = access.seats_entered_by(request.user, phase.game)
    return on_behalf.read_thread(
        phase,
        [seat for seat in seats if seat.power in due],
        sent.text,
        sent.language,
        sent.answers,
        on_behalf.names_in_texts(request.user, phase.game),
        on_behalf.masters_in_texts(phase.game),
        sent.sections,
    )


@sensitive_variables()
def _answer(
    thread: Thread, sent: schemas.EnteredText, *, message: str, saved: bool = False
) -> schemas.EnteredOrders:
    recognized = sent.language is None
    return schemas.EnteredOrders(
        saved=saved,
        message=message,
        parts=[
            schemas.EnteredPart(
                power=part.seat.power,
                lines=values.sheet_lines(part.sheet, recognized=recognized),
            )
            for part in thread.parts
        ],
        questions=[_question(each) for each in thread.questions],
        skipped=[_skipped(each) for each in thread.skipped],
        not_entered=[seat.power for seat in thread.refused],
    )


def _question(question: Question) -> schemas.SectionQuestion:
    return schemas.SectionQuestion(
        key=question.key,
        kind=question.doubt,
        named=question.named,
        powers=list(question.powers),
        choices=question.choices,
        answer=question.answer,
        lines={str(number): text for number, text in sorted(question.lines.items())},
    )


def _skipped(section: Skipped) -> schemas.SkippedSection:
    return schemas.SkippedSection(
        reason=section.reason,
        named=section.named,
        lines={str(number): text for number, text in sorted(section.lines.items())},
    )
