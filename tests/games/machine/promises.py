"""Checks of the promises of DESIGN.md about a game. Each yields its violations."""

from collections import Counter
from collections.abc import Iterable, Iterator

from games import access
from games.models import Game, Order, Phase

from .game_state import ONLY_GROWING, GameState, Sheets

RESOLVED, SUPERSEDED = Phase.Status.RESOLVED, Phase.Status.SUPERSEDED
FOLLOWING = {  # the statuses that may follow
    Phase.Status.OPEN: {Phase.Status.OPEN, RESOLVED, SUPERSEDED},
    RESOLVED: {RESOLVED, SUPERSEDED},
    SUPERSEDED: {SUPERSEDED},
    Phase.Status.FINAL: {Phase.Status.FINAL},
}


def one_phase_is_open_and_numbers_only_grow(state: GameState) -> Iterator[str]:
    numbers = [phase.number for phase in state.phases]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the phases are numbered {numbers}"
    opened = [phase.number for phase in state.phases if phase.is_open]
    if len(opened) != (state.game.status != Game.Status.FINISHED):
        yield f"the game is {state.game.status}, and {opened} are open"
    counted = Counter(phase.code for phase in state.phases if phase.status != SUPERSEDED)
    yield from (f"{code} counts {times} times" for code, times in counted.items() if times > 1)


def the_clock_runs_or_stands_for_a_reason(state: GameState) -> Iterator[str]:
    game, phase = state.game, state.phase
    if phase is None:
        return
    paused = game.status == Game.Status.PAUSED
    if not paused and game.status != Game.Status.PLAYING:
        yield f"the game is {game.status}: {game.error}"
    if state.pauses != paused:
        yield f"the game is {game.status}, and {state.pauses} pauses run"
    if (phase.due_at is None) != paused:
        yield f"the game is {game.status}, and {phase} is due at {phase.due_at}"
    if phase.due_at is not None and (phase.deadline is None or phase.due_at > phase.deadline):
        yield f"{phase} is due at {phase.due_at}, after its deadline, {phase.deadline}"


def each_phase_was_resolved_once_and_not_before_its_time(state: GameState) -> Iterator[str]:
    ended = Counter(phase.pk for phase in state.phases if phase.resolved_at is not None)
    if state.resolutions != ended:
        yield f"resolved by the record {state.resolutions}, and by the phases {ended}"
    for phase in state.phases:
        if phase.status == RESOLVED and (
            phase.resolved_at is None or phase.due_at is None or phase.resolved_at < phase.due_at
        ):
            yield f"{phase} was resolved at {phase.resolved_at}, and due at {phase.due_at}"


def nobody_sits_and_masters(state: GameState) -> Iterator[str]:
    if both := state.sat & state.masters:
        yield f"{both} play or played, and master or mastered"


def a_seat_has_one_holder_or_is_in_disorder(state: GameState) -> Iterator[str]:
    for power, seat in state.seats.items():
        holders = state.holders.get(power, [])
        if len(holders) > 1:
            yield f"{holders} hold {power}"
        if state.phase is not None and not holders and seat.disorder_since is None:
            yield f"nobody holds {power}, and it is waited for"


def only_a_seat_with_a_substitute_is_lent(state: GameState) -> Iterator[str]:
    """A lent seat has a substitute and goes back with a later phase."""
    for power, seat in state.seats.items():
        if (seat.lent_until is not None) != (power in state.substitutes):
            yield f"{power} is lent until {seat.lent_until}; stand-ins play {state.substitutes}"
        over = state.phase is not None and state.phase.number > (seat.lent_until or 1000)
        if over:
            yield f"{power} was lent until {seat.lent_until}, and it is {state.phase}"


def orders_that_were_never_resolved_are_nobodys(state: GameState) -> Iterator[str]:
    for phase in state.phases:
        if phase.resolved_at is None and access.may_read_orders(phase):
            yield f"{phase} was never resolved, and its orders may be read"


STANDING = (
    one_phase_is_open_and_numbers_only_grow,
    the_clock_runs_or_stands_for_a_reason,
    each_phase_was_resolved_once_and_not_before_its_time,
    nobody_sits_and_masters,
    a_seat_has_one_holder_or_is_in_disorder,
    only_a_seat_with_a_substitute_is_lent,
    orders_that_were_never_resolved_are_nobodys,
)


def broken_now(state: GameState, saved: Sheets) -> Iterator[str]:
    """Yield the violations after any step.

    `saved` are the sheets that the players were told are saved for the open phase.
    """
    for promise in STANDING:
        yield from promise(state)
    expected = {power: sorted(texts) for power, texts in saved.items() if texts}
    if state.orders != expected:
        yield f"{state.orders} are stored, and {expected} were saved"


def broken_since(before: GameState, now: GameState) -> Iterator[str]:
    """Rows are never deleted, and a finished phase never opens again."""
    for model, old, new in zip(ONLY_GROWING, before.written, now.written, strict=True):
        if new < old:
            yield f"of {old} rows of {model.__name__} there are {new}"
    for was, phase in zip(before.phases, now.phases, strict=False):
        if phase.pk != was.pk or phase.status not in FOLLOWING[Phase.Status(was.status)]:
            yield f"{was} was {was.status}, and {phase} is {phase.status}"


def without_an_outcome(phases: Iterable[Phase]) -> Iterator[str]:
    """Each order of a resolved phase has an outcome."""
    resolved = [phase.pk for phase in phases if phase.resolved_at is not None]
    for order in Order.objects.filter(phase__in=resolved, outcome="").select_related("phase"):
        yield f"{order.phase}: {order} has no outcome"
