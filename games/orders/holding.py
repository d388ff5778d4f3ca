"""Orders to hold for a whole power: the way to be ready without choosing any order.

A power that stores no order in a movement phase has missed it (NMR), however ready its player is.
So readiness alone never stands for orders: its person is asked, and the units then hold by orders
that are stored like all others.
"""

from collections.abc import Collection, Sequence

from django.db import transaction

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from ..deadlines import open_phase, readiness
from ..models import Phase, Seat
from ..state import phases, positions
from . import submission
from .order_sheets import hiding_orders
from .submission import Line


def hold_lines(phase: Phase, seat: Seat) -> list[Line]:
    """An order to hold for each unit of a seat in a movement phase; nothing in other phases."""
    if phase.type != PhaseType.MOVEMENT:
        return []
    units = positions.load(phase).units.get(seat.power, ())
    return [Line(f"unit-{unit.province}", f"{unit} H") for unit in units]


def without_orders(phase: Phase, seats: Sequence[Seat]) -> list[Seat]:
    """The seats among `seats` with units and no order in a movement phase that takes orders."""
    if not phase.is_open or phase.type != PhaseType.MOVEMENT or phase.is_due(clock.now()):
        return []
    due = phases.orders_due(phase)
    found = phases.undecided(phase, [seat.power for seat in seats if seat.power in due])
    keys = set(found.values_list("pk", flat=True))
    return [seat for seat in seats if seat.pk in keys]


def be_ready(
    phase: Phase, seats: Sequence[Seat], *, person: User, holding: Collection[str] = ()
) -> None:
    """Make `seats`, of one person, ready: all or none.

    The units of those of the powers in `holding` that have no orders get orders to hold. Raises
    what `submission.submit` and `readiness.set_ready` raise: a power without orders that is not
    named there is refused.
    """
    with hiding_orders(), transaction.atomic():
        phase = open_phase.lock_open(phase)  # nobody saves other orders for them meanwhile
        for seat in without_orders(phase, seats):
            if seat.power in holding:
                submission.submit(phase, seat, hold_lines(phase, seat), person=person)
        readiness.set_ready(phase, seats, ready=True, person=person)
