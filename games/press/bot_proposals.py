"""Proposals of a person to a bot: sent as a message in the thread that they share."""

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from adjudicator.terms import PhaseType

from ..core.errors import Refused, SaveFailedError, describe
from ..deadlines import open_phase
from ..models import BotRequest, Game, Message, Phase, Seat, Thread
from ..state import phases
from ..wording import bots as words
from . import bot_requests, sending


def seats_of_thread(
    game: Game, circle: Sequence[Seat], held: Sequence[Seat]
) -> tuple[Seat, Seat] | None:
    """Return the seats of a person, who holds those of `held`, and of a bot that share a thread.

    None if the thread is not one of these two alone, or no practice game is played.
    """
    if not game.practice or game.status != Game.Status.PLAYING or len(circle) != 2:
        return None
    mine = [seat for seat in circle if seat in held]
    if len(mine) != 1:
        return None
    bot = next(seat for seat in circle if seat not in held)
    return None if bot.hand == mine[0].hand else (mine[0], bot)


def open_for_proposals(
    game: Game, circle: Sequence[Seat], held: Sequence[Seat]
) -> tuple[Phase, Seat, Seat] | None:
    """Return the open phase in which a person can propose something to a bot in a thread.

    Returns it with the seats of the person and of the bot. None if these two do not share the
    thread alone, or no movement phase is open.
    """
    pair = seats_of_thread(game, circle, held)
    phase = phases.current(game) if pair else None
    if pair is None or phase is None or phase.type != PhaseType.MOVEMENT:
        return None
    phase.game = game
    return (phase, *pair)


def nothing_possible() -> Refused:
    """The refusal of a proposal where none can be made now."""
    return Refused(_("Nothing can be proposed now. Wait for the next movement phase."))


@sensitive_variables()  # keeps the text out of error reports
def propose(
    game: Game,
    circle: Sequence[Seat],
    *,
    person: User,
    held: Sequence[Seat],
    kind: BotRequest.Kind,
    order: str = "",
    province: str = "",
    request_key: uuid.UUID,
    topic: Thread | str = "",
) -> Message:
    """Send a proposal to the bot of a thread; return its message, written in fixed words.

    `order` is the canonical text of a support, `province` the code of the one to be kept free.
    The phase is locked before the thread, as by a bot that answers. Raises `Refused` if nothing can
    be proposed there now, and all that `sending.send` raises.
    """
    found = open_for_proposals(game, circle, held)
    if found is None:
        raise nothing_possible()
    phase, sender, _bot = found
    text = words.proposal(phase, kind, order=order, province=province)
    try:
        with transaction.atomic():
            open_phase.lock_open(phase)
            message = sending.send(
                game,
                circle,
                sender=sender,
                person=person,
                text=text,
                request_key=request_key,
                topic=topic,
            )
            bot_requests.make_proposal(message, phase, kind, order=order, province=province)
        return message
    except (Refused, SaveFailedError):
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None
