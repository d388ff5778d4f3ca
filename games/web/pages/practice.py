"""Bots on the page of a practice game: whether it waits for them, and agreements with them."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from ... import access, wording
from ...models import BotRequest, Game, Phase, Seat
from ...press import locations
from ...wording import bots
from .seat_lines import SeatLine


@dataclass(frozen=True)
class Agreement:
    """An agreement in force: the bot's power, and what it has agreed to, in words.

    `own` is the reader's power, empty for a reader who plays one alone. `url` leads to the thread.
    """

    code: str
    power: str
    own: str
    text: str
    url: str


def waits_for_bots(phase: Phase, held: Sequence[Seat], due: Container[str]) -> bool:
    """Whether a phase of a practice game waits for nobody but bots.

    The seats `held` by the reader are then ready, or are not among the powers `due` to order.
    """
    if not phase.game.practice or not phase.is_open:
        return False
    return all(seat.ready_phase_id == phase.pk or seat.power not in due for seat in held)


def practice_page(role: access.Role, phase: Phase, lines: Sequence[SeatLine]) -> dict[str, object]:
    """Context of a practice game with press; empty for all other games and readers.

    `bot_threads` are the bots that still have units or centers, each with the reader's thread.
    """
    game, held = role.game, role.held
    if not game.practice or game.press == Game.Press.NONE or not held or not phase.is_open:
        return {}
    asked = BotRequest.objects.in_force(phase).filter(message__seat__in=held)
    agreed = asked.select_related("seat", "message__seat", "phase__game")
    return {
        # The same may be agreed on twice.
        "agreements": dict.fromkeys(
            _agreement(game, each, names_own=len(held) > 1) for each in agreed
        ),
        "bot_threads": _threads(role, lines),
    }


def _agreement(game: Game, request: BotRequest, *, names_own: bool) -> Agreement:
    bot, own = request.seat, request.message.seat
    assert own is not None
    return Agreement(
        code=bot.power,
        power=wording.power(bot.power),
        own=wording.power(own.power) if names_own else "",
        text=bots.agreement(request),
        url=locations.thread_url(game, sorted((own, bot), key=lambda seat: seat.place)),
    )


def _threads(role: access.Role, lines: Sequence[SeatLine]) -> list[tuple[SeatLine, str]]:
    """The bots that are still in the game, each with the thread that the reader's seat shares."""
    own, game = role.held[0], role.game
    seats = {seat.pk: seat for seat in game.seats.all()}
    return [
        (
            line,
            locations.thread_url(
                game, sorted((own, seats[line.seat]), key=lambda seat: seat.place)
            ),
        )
        for line in lines
        if not line.mine and not line.neutral and line.units + line.centers
    ]
