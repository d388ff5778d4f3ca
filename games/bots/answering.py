"""Bots answer the messages that they get, with fixed sentences and as their seat.

An agreement is a row, `BotRequest`, and nothing else. A bot that has ordered already orders again
after it has agreed; meanwhile the phase waits for it.
"""

import uuid

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import translation

from accounts import clock
from accounts.models import User

from ..core.errors import Refused, describe
from ..deadlines import open_phase, readiness
from ..models import BotRequest, Game, Phase, Tenure, Thread
from ..models.bot_request import BotRequestQuerySet
from ..press import sending
from ..state import phases
from ..wording.bots import ANSWERS
from . import seats
from .programs import proposals
from .programs.proposals import Answer

logger = structlog.get_logger(__name__)

_PAUSE_SECONDS = 60  # of a request whose answer failed
_REFUSED_SECONDS = 5  # of a request whose phase was just over


def waiting() -> BotRequestQuerySet:
    """Return the requests that can be answered now: a phase of their game takes orders."""
    opened = Phase.objects.open().filter(game=OuterRef("seat__game"), due_at__gt=clock.now())
    found = BotRequest.objects.unanswered().filter(seat__game__status=Game.Status.PLAYING)
    return found.filter(Exists(opened.order_by())).order_by("pk")


def is_due() -> bool:
    """Whether a request waits for an answer that has not just failed."""
    return bool(_due_keys())


def _due_keys() -> list[int]:
    keys = list(waiting().values_list("pk", flat=True))
    failed = cache.get_many([_key(each) for each in keys])
    return [each for each in keys if _key(each) not in failed]


def _key(request: int) -> str:
    return f"bots.request.{request}"


def answer_due() -> int:
    """Answer all requests that wait; return the number of answers. An error stops no other one."""
    return sum(map(_answer, _due_keys()))


def _answer(key: int) -> bool:
    try:
        with transaction.atomic():
            return _answer_locked(key)
    except Refused:  # the phase is over: the next one has the answer
        cache.set(_key(key), True, _REFUSED_SECONDS)
        return False
    except Exception as error:
        logger.error("bot_answer_failed", request=key, error=describe(error))
        cache.set(_key(key), True, _PAUSE_SECONDS)
        return False


def _answer_locked(key: int) -> bool:
    """Answer a request; return False if that was done meanwhile, or no phase is open.

    Its phase is locked first, then its thread, as by a person who proposes something.
    """
    game = Game.objects.get(seats__bot_requests=key)
    phase = open_phase.lock_current(game)
    if phase is None:
        return False
    open_phase.must_be_open(phase)
    sending.locked(Thread.objects.get(messages__bot_requests=key))
    locked = BotRequest.objects.unanswered().select_for_update(of=("self",))
    locked = locked.select_related("seat", "message__seat", "message__thread", "phase")
    request = locked.filter(pk=key).first()
    if request is None:
        return False
    bot = Tenure.objects.current().select_related("person").get(seat=request.seat).person
    _send(request, phase, bot, _chosen(request, phase))
    return True


def _chosen(request: BotRequest, phase: Phase) -> Answer:
    """The answer to a request, from what the seat of the bot may see."""
    if request.phase is None:
        return Answer.FREE_TEXT
    if request.phase != phase:
        return Answer.TOO_LATE
    return proposals.answer(seats.view_of(phase, request.seat.power), seats.proposal_of(request))


def _send(request: BotRequest, phase: Phase, bot: User, answer: Answer) -> None:
    """Send the sentence of an answer as the bot's seat, and store it with the request."""
    thread = request.message.thread
    with translation.override(phase.game.language):
        text = str(ANSWERS[answer])
    reply = sending.send(
        phase.game,
        list(thread.seats.order_by("place")),
        sender=request.seat,
        person=bot,
        text=text,
        request_key=uuid.uuid5(request.message.request_key, f"answer of {request.seat_id}"),
        topic=thread if thread.title else "",
    )
    answered = BotRequest.objects.filter(pk=request.pk)
    answered.update(reply=reply, agrees=answer.accepts)
    if answer.accepts:
        _order_again(phase, request, bot)


def _order_again(phase: Phase, request: BotRequest, bot: User) -> None:
    """Make the phase wait until the bot has ordered as it has promised now."""
    if readiness.store_ready(phase, request.seat, ready=False, person=bot):
        readiness.update_end(phase, phases.orders_due(phase))
