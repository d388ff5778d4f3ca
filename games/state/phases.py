"""Phases: the powers that must order in them, missing orders, and the opening of a phase."""

import datetime as dt
from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.compiled_queries import CompiledQuery
from adjudicator import AdjudicatorError, Position, must_order
from adjudicator.terms import PhaseCode, PhaseType

from ..models import (
    DeclaredPlayer,
    Game,
    Order,
    Phase,
    ReadingCorrection,
    Receipt,
    Seat,
    Tenure,
)
from . import phase_clock, positions
from .positions import Snapshot


def orders_due(phase: Phase) -> Mapping[str, int]:
    """Power -> number of its orders that `phase` asks for.

    Empty if the rules cannot read the position: such a game is set aside, but its pages must work.
    """
    try:
        return must_order(positions.load(phase))
    except AdjudicatorError:
        return {}


def current(game: Game) -> Phase | None:
    """The open phase of a game, if there is one."""
    return game.phases.open().select_related("settings").first()


def final(game: Game) -> Phase | None:
    """The phase with the final position of a game; None while the game goes on."""
    return game.phases.filter(status=Phase.Status.FINAL).first()


def took_orders(final: Phase) -> bool:
    """Whether a final phase was open before the game ended in it.

    Otherwise it only holds the position after the last resolved phase. Stopping the clock of a
    stored phase revises it, so a phase without a revision was never open.
    """
    return final.revision > 0


def phase_after(phase: Phase) -> Phase | None:
    """The next phase of the game that was not superseded.

    After a resolved phase there always is one: the phase it led to, or the final position.
    """
    later = phase.game.phases.not_superseded()
    return later.filter(number__gt=phase.number).order_by("number").first()


def open_phase(
    game: Game,
    position: Position,
    seats: Mapping[str, Seat],
    *,
    number: int,
    now: dt.datetime,
    deadline: dt.datetime | None,
) -> Phase:
    """Open the phase of `position` and store it; without a `deadline` its clock is stopped.

    `seats` are by power; `now` is the moment from which the deadline was counted.
    """
    phase = new_phase(game, position.phase, number=number, now=now, deadline=deadline)
    store(Snapshot(phase, position, seats))
    return phase


def new_phase(
    game: Game, code: PhaseCode, *, number: int, now: dt.datetime, deadline: dt.datetime | None
) -> Phase:
    """An open phase with the game's current settings, not stored yet."""
    assert game.settings is not None
    phase = Phase(game=game, settings=game.settings, number=number, code=str(code), opened_at=now)
    phase_clock.set_deadline(phase, deadline, now=now)
    return phase


def new_final_phase(game: Game, code: PhaseCode, *, number: int, now: dt.datetime) -> Phase:
    """The final position of a game as a phase that takes no orders, not stored yet."""
    phase = new_phase(game, code, number=number, now=now, deadline=None)
    phase.status = Phase.Status.FINAL
    return phase


def store(*snapshots: Snapshot) -> None:
    """Store new phases with their positions, by three queries in all."""
    Phase.objects.bulk_create(snapshot.phase for snapshot in snapshots)
    positions.store(*snapshots)


def receipts(*phases: Phase) -> QuerySet[Receipt]:
    """The receipts in `phases` of the seats' present holders, or that a master saved for them.

    Those of earlier holders do not count: a newcomer begins with an empty sheet.
    """
    return _receipts_of_present_holders().filter(phase__in=phases)


def newest_receipt(phase: Phase, seat: Seat) -> Receipt | None:
    """The newest of those `receipts` of one seat in a phase, if there is any."""
    newest: Receipt | None = _NEWEST_RECEIPT.first(phase=phase.pk, seat=seat.pk)
    return newest


def undone_receipt(phase: Phase, seat: Seat) -> Receipt | None:
    """The newest receipt of a seat's present holder in a phase that `phase` replaces, if any.

    Such a phase has the same code, and was superseded when the game was rolled back or corrected,
    or its end undone. The holder may have left the seat meanwhile, as substitutes do at the end of
    a game: it is their own sheet. Those that a master saved for the holder count, too, and those
    that a player without an account has mailed.
    """
    undone = Phase.objects.superseded().filter(game=phase.game_id, code=phase.code)
    present = Tenure.objects.lasting().filter(seat=seat).order_by().values("person")
    own = Receipt.objects.filter(phase__in=undone, seat=seat, person__in=present)
    of_others = Q(on_behalf=True) | Q(person=None)
    saved_for_them = _receipts_of_present_holders().filter(of_others, phase__in=undone, seat=seat)
    found = Receipt.objects.filter(
        Q(pk__in=own.values("pk")) | Q(pk__in=saved_for_them.values("pk"))
    )
    return found.exclude(text="").order_by("-pk").first()


def undone_text(phase: Phase, seat: Seat) -> str:
    """The orders of `undone_receipt` in canonical text, with the readings that a master corrected.

    Empty without such a receipt.
    """
    receipt = undone_receipt(phase, seat)
    if receipt is None:
        return ""
    lines = receipt.text.splitlines()
    of_seat = ReadingCorrection.objects.filter(phase=receipt.phase_id, seat=seat).order_by("pk")
    for before, after in of_seat.values_list("before", "after"):
        lines = [after if line == before else line for line in lines]
    return "\n".join(lines)


def _receipts_of_present_holders() -> QuerySet[Receipt]:
    until_saved = {"since__lte": OuterRef("saved_at")}
    present = Tenure.objects.lasting().filter(seat=OuterRef("seat"), **until_saved).order_by()
    declared = DeclaredPlayer.objects.current().filter(
        game=OuterRef("seat__game"), hand=OuterRef("seat__hand"), **until_saved
    )
    own = Exists(present.filter(person=OuterRef("person")))
    mailed = Q(person=None) & Exists(declared.order_by())
    on_behalf = Q(on_behalf=True) & (Exists(present) | Exists(declared.order_by()))
    return Receipt.objects.filter(own | mailed | on_behalf)


def _newest_receipt(phase: int, seat: int) -> QuerySet[Receipt]:
    found = _receipts_of_present_holders().filter(phase=phase, seat=seat)
    return found.order_by("-pk")[:1]


_NEWEST_RECEIPT = CompiledQuery(_newest_receipt, phase=int, seat=int)


def undecided(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` that gave no orders in `phase`, as `without_orders` says."""
    return without_orders(Seat.objects.filter(game=phase.game_id, power__in=list(powers)), phase)


def without_orders(seats: QuerySet[Seat], *phases: Phase) -> QuerySet[Seat]:
    """The seats among `seats` that gave no orders in `phases`, one phase of each of their games.

    Outside movement phases a saved empty sheet counts: there, ordering nothing is a choice.
    """
    movement = [phase for phase in phases if phase.type == PhaseType.MOVEMENT]
    others = [phase for phase in phases if phase.type != PhaseType.MOVEMENT]
    ordered = Order.objects.filter(phase__in=movement).order_by()
    saved = receipts(*others).order_by()
    return seats.exclude(pk__in=ordered.values("seat")).exclude(pk__in=saved.values("seat"))


def missing(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` for whose orders `phase` waits, and that gave none."""
    return without_orders(waited_for(phase, powers), phase)


def waited_for(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` that have a player and are not in civil disorder."""
    return Seat.objects.played().filter(game=phase.game_id, power__in=list(powers))
