"""What DESIGN.md promises of a game, asked of what was seen. Each promise lists what breaks it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from games import access
from games.models import Game, Order, Phase

from .sight import ONLY_GROWING, Sheets, Sight

RESOLVED, SUPERSEDED = Phase.Status.RESOLVED, Phase.Status.SUPERSEDED
FOLLOWING = {  # what may become of a phase
    Phase.Status.OPEN: {Phase.Status.OPEN, RESOLVED, SUPERSEDED},
    RESOLVED: {RESOLVED, SUPERSEDED},
    SUPERSEDED: {SUPERSEDED},
    Phase.Status.FINAL: {Phase.Status.FINAL},
}


def one_phase_is_open_and_numbers_only_grow(sight: Sight) -> Iterator[str]:
    numbers = [phase.number for phase in sight.phases]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the phases are numbered {numbers}"
    opened = [phase.number for phase in sight.phases if phase.is_open]
    if len(opened) != (sight.game.status != Game.Status.FINISHED):
        yield f"the game is {sight.game.status}, and {opened} are open"
    counted = Counter(phase.code for phase in sight.phases if phase.status != SUPERSEDED)
    yield from (f"{code} counts {times} times" for code, times in counted.items() if times > 1)


def the_clock_runs_or_stands_for_a_reason(sight: Sight) -> Iterator[str]:
    game, phase = sight.game, sight.phase
    if phase is None:
        return
    paused = game.status == Game.Status.PAUSED
    if not paused and game.status != Game.Status.PLAYING:
        yield f"the game is {game.status}: {game.error}"
    if sight.pauses != paused:
        yield f"the game is {game.status}, and {sight.pauses} pauses run"
    if (phase.due_at is None) != paused:
        yield f"the game is {game.status}, and {phase} is due at {phase.due_at}"
    if phase.due_at is not None and (phase.deadline is None or phase.due_at > phase.deadline):
        yield f"{phase} is due at {phase.due_at}, after its deadline, {phase.deadline}"


def each_phase_was_resolved_once_and_not_before_its_time(sight: Sight) -> Iterator[str]:
    ended = Counter(phase.pk for phase in sight.phases if phase.resolved_at is not None)
    if sight.resolutions != ended:
        yield f"resolved by the record {sight.resolutions}, and by the phases {ended}"
    for phase in sight.phases:
        if phase.status == RESOLVED and (
            phase.resolved_at is None or phase.due_at is None or phase.resolved_at < phase.due_at
        ):
            yield f"{phase} was resolved at {phase.resolved_at}, and due at {phase.due_at}"


def nobody_sits_and_masters(sight: Sight) -> Iterator[str]:
    if both := sight.sat & sight.masters:
        yield f"{both} play or played, and master or mastered"


def a_seat_has_one_holder_or_is_in_disorder(sight: Sight) -> Iterator[str]:
    for power, seat in sight.seats.items():
        holders = sight.holders.get(power, [])
        if len(holders) > 1:
            yield f"{holders} hold {power}"
        if sight.phase is not None and not holders and seat.disorder_since is None:
            yield f"nobody holds {power}, and it is waited for"


def only_a_seat_with_a_stand_in_is_lent(sight: Sight) -> Iterator[str]:
    """And it goes back with a phase that is still to come."""
    for power, seat in sight.seats.items():
        if (seat.lent_until is not None) != (power in sight.stand_ins):
            yield f"{power} is lent until {seat.lent_until}; stand-ins play {sight.stand_ins}"
        over = sight.phase is not None and sight.phase.number > (seat.lent_until or 1000)
        if over:
            yield f"{power} was lent until {seat.lent_until}, and it is {sight.phase}"


def orders_that_were_never_resolved_are_nobodys(sight: Sight) -> Iterator[str]:
    for phase in sight.phases:
        if phase.resolved_at is None and access.may_read_orders(phase):
            yield f"{phase} was never resolved, and its orders may be read"


STANDING = (
    one_phase_is_open_and_numbers_only_grow,
    the_clock_runs_or_stands_for_a_reason,
    each_phase_was_resolved_once_and_not_before_its_time,
    nobody_sits_and_masters,
    a_seat_has_one_holder_or_is_in_disorder,
    only_a_seat_with_a_stand_in_is_lent,
    orders_that_were_never_resolved_are_nobodys,
)


def broken_now(sight: Sight, saved: Sheets) -> Iterator[str]:
    """After any step; `saved` is what the players were told was saved for the open phase."""
    for promise in STANDING:
        yield from promise(sight)
    expected = {power: sorted(texts) for power, texts in saved.items() if texts}
    if sight.orders != expected:
        yield f"{sight.orders} are stored, and {expected} were saved"


def broken_since(before: Sight, now: Sight) -> Iterator[str]:
    """Nothing is unwritten: no row is gone, and no phase that is over opens again."""
    for model, old, new in zip(ONLY_GROWING, before.written, now.written, strict=True):
        if new < old:
            yield f"of {old} rows of {model.__name__} there are {new}"
    for was, phase in zip(before.phases, now.phases, strict=False):
        if phase.pk != was.pk or phase.status not in FOLLOWING[Phase.Status(was.status)]:
            yield f"{was} was {was.status}, and {phase} is {phase.status}"


def without_an_outcome(phases: Iterable[Phase]) -> Iterator[str]:
    """Each order of a phase that was resolved has one."""
    resolved = [phase.pk for phase in phases if phase.resolved_at is not None]
    for order in Order.objects.filter(phase__in=resolved, outcome="").select_related("phase"):
        yield f"{order.phase}: {order} has no outcome"
