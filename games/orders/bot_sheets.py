"""Sheets that a bot saves for powers in civil disorder, in games that have agreed to it.

Such a sheet is a receipt alone until its phase is resolved: nobody reads it before, it is not among
the orders of the seat, and nobody comes back by it. It counts only if the seat is still in the same
civil disorder and nobody has given orders for it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from accounts.models import User
from adjudicator import parse_canonical

from ..deadlines import open_phase
from ..models import Order, Phase, Receipt, Seat
from ..models.seat import SeatQuerySet
from ..state import variants
from . import submission
from .order_sheets import hiding_orders
from .submission import Line


def without_sheet(seats: SeatQuerySet, phase: Phase | OuterRef) -> SeatQuerySet:
    """The seats in civil disorder among `seats` for which nobody has saved anything in a phase."""
    here = {"phase": phase, "seat": OuterRef("pk")}
    return seats.filter(
        ~Exists(Receipt.objects.filter(**here).order_by()),
        ~Exists(Order.objects.filter(**here).order_by()),
        disorder_since__isnull=False,
    )


def save(phase: Phase, seat: Seat, texts: Sequence[str], *, bot: User) -> bool:
    """Save what `bot` orders for a power in civil disorder; return whether that was still wanted.

    Raises `SheetRefused` for wrong orders, and `Refused` if the phase is over.
    """
    with hiding_orders():
        lines = [Line(str(number), text) for number, text in enumerate(texts)]
        given = submission.read_sheet(phase, seat, lines)
        with transaction.atomic():
            locked = open_phase.lock_open(phase)
            wanted = without_sheet(Seat.objects.filter(pk=seat.pk), locked).exists()
            if not locked.settings.bots_in_disorder or not wanted:
                return False
            text = "\n".join(str(order) for _typed, order in given)
            submission.store_receipt(locked, seat, bot, text)
    return True


def counting(phases: Iterable[Phase]) -> Mapping[int, Sequence[Receipt]]:
    """The sheets of bots that count in `phases`, by the key of the phase.

    Without a query unless a game has agreed to them.
    """
    found: dict[int, list[Receipt]] = defaultdict(list)
    agreed = [phase for phase in phases if phase.settings.bots_in_disorder]
    if agreed:
        ordered = Order.objects.filter(phase=OuterRef("phase"), seat=OuterRef("seat"))
        sheets = Receipt.objects.filter(
            ~Exists(ordered.order_by()),
            phase__in=agreed,
            person__bot__gt="",
            seat__disorder_since__lte=F("saved_at"),
        )
        for sheet in sheets.select_related("person", "seat").order_by("seat__place"):
            found[sheet.phase_id].append(sheet)
    return found


def orders_of(phase: Phase, sheet: Receipt) -> list[Order]:
    """The orders of a sheet as rows that are not stored. They say which bot gave them."""
    board = variants.board_of(phase.game)
    given = [(text, parse_canonical(text, phase.type, board)) for text in sheet.text.splitlines()]
    rows = submission.order_rows(phase, sheet.seat, given, {})
    for row in rows:
        row.entered_by = sheet.person
    return rows
