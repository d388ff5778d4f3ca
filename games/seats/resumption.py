"""Taking up the seats of a game again whose end is undone.

The people who held a seat when the game ended hold it again, substitutes included. A seat whose
holder has closed their account, or asked for it, is in civil disorder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import QuerySet

from accounts import clock
from accounts.models import User

from ..models import Event, Game, Phase, Seat, Tenure
from . import handover

ENDING = Tenure.Ending


@dataclass(frozen=True)
class Resumed:
    """The hands of seats that were taken up again, with what is logged once a phase is open.

    `lent` are those that went back to their substitutes, each with the substitute, and `left` those
    whose holders are gone, each with the former holder. `lenders` are the people, by primary key,
    for whom the substitutes play.
    """

    lent: list[tuple[Sequence[Seat], User]] = field(default_factory=list)
    left: list[tuple[Sequence[Seat], User]] = field(default_factory=list)
    lenders: list[int] = field(default_factory=list)

    def log(self, phase: Phase, *, by: User | None) -> None:
        for seats, person in self.lent:
            handover.log_each(Event.Kind.LENT, phase, seats, actor=by, subject=person)
        for seats, person in self.left:
            handover.log_each(Event.Kind.RESIGNED, phase, seats, subject=person)


def resume_seats(game: Game, undone: QuerySet[Phase]) -> Resumed:
    """Give the seats back to those who held them when the game ended.

    To be called with the final phase locked, before the phases `undone` are superseded. Locks the
    seats and the people, so that nobody closes their account meanwhile.
    """
    # The default order joins the game, whose row would be locked too.
    locked = Seat.objects.select_for_update(no_key=True).playable().filter(game=game)
    seats = list(locked.order_by("hand", "place"))
    # The order of locks: phase, seats, game, people.
    Game.objects.select_for_update(of=("self",), no_key=True).order_by("pk").get(pk=game.pk)
    held = Tenure.objects.filter(seat__in=seats)
    people = User.objects.not_closing().filter(pk__in=held.values("person"))
    here = {person.pk for person in people.select_for_update(no_key=True).order_by("pk")}
    resumed = Resumed()
    for _hand, own in groupby(seats, key=lambda seat: seat.hand):
        _resume_hand(list(own), here, undone, resumed)
    return resumed


def _resume_hand(
    seats: Sequence[Seat], here: set[int], undone: QuerySet[Phase], resumed: Resumed
) -> None:
    last = Tenure.objects.filter(seat__in=seats, ending=ENDING.GAME_OVER)
    holder = last.select_related("person").first()
    if holder is None:
        return  # nobody held them: they stay open
    substitute = _substitute(seats, for_whom=holder.person)
    if substitute is not None and substitute.person_id in here:
        _lend_again(seats, substitute, undone)
        resumed.lent.append((seats, substitute.person))
        resumed.lenders.append(holder.person_id)
    elif holder.person_id in here:
        last.update(until=None, ending="")
        Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(lent_until=None)
    else:
        now = clock.now()
        last.update(until=now, ending=ENDING.RESIGNED)
        for seat in seats:
            seat.disorder_since, seat.lent_until = seat.disorder_since or now, None
            seat.save(update_fields=["disorder_since", "lent_until"])
        resumed.left.append((seats, holder.person))


def _substitute(seats: Sequence[Seat], *, for_whom: User) -> Tenure | None:
    """The tenure of the substitute whose time ended with the game, if there is one."""
    if seats[0].lent_until is None:
        return None
    ended = Tenure.objects.filter(seat__in=seats, ending=ENDING.RETURNED, stands_in_for=for_whom)
    return ended.select_related("person").order_by("-pk").first()


def _lend_again(seats: Sequence[Seat], substitute: Tenure, undone: QuerySet[Phase]) -> None:
    """Give the seats to the substitute again, for as many of the phases that count as were agreed.

    This begins a new time in the seats, so each of the two people goes on reading what was sent in
    their own time. `prolong_substitutions` counts the unresolved phase among those `undone`.
    """
    now = clock.now()
    played = undone.filter(resolved_at__gt=substitute.since).count()
    back = Tenure.objects.filter(seat__in=seats, ending=ENDING.GAME_OVER)
    back.update(until=now, ending=ENDING.LENT)
    for seat in seats:
        Tenure.objects.create(
            seat=seat,
            person=substitute.person,
            since=now,
            stands_in_for_id=substitute.stands_in_for_id,
        )
        assert seat.lent_until is not None
        seat.lent_until += played
        seat.save(update_fields=["lent_until"])
