"""The choice of a person for a seat: who may be chosen, and giving the seat or inviting them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User

from .. import access
from ..core.errors import Refused
from ..models import Seat, Volunteer
from . import handover, invitations, substitutes, tenures, waiting_list


@dataclass(frozen=True)
class Ineligible:
    """A person on the waiting list who cannot take a seat, and the reason."""

    volunteer: Volunteer
    problem: str


def volunteers_for(chooser: User, seat: Seat) -> tuple[list[Volunteer], list[Ineligible]]:
    """Return the people on the waiting list: those who may take the seat, and those who may not."""
    listed = list(waiting_list.volunteers())
    problems = handover.problems_of([each.person for each in listed], seat, chosen=True)
    names_open = access.sees_names(chooser, seat.game)
    eligible, ineligible = [], []
    for each in listed:
        if problem := problems.get(each.person_id, ""):
            ineligible.append(Ineligible(each, problem if names_open else involvement_message()))
        else:
            eligible.append(each)
    return eligible, ineligible


def must_be_eligible(person: User, seat: Seat, *, chooser: User) -> None:
    """Raise `Refused` if `person` may not take the seat.

    If the chooser may not know who plays, the reason does not tell how the person is involved.
    """
    problem = handover.may_take(person, seat, chosen=True)
    if problem:
        names_open = access.sees_names(chooser, seat.game)
        raise Refused(problem if names_open else involvement_message())


def involvement_message() -> str:
    """Message that a person cannot take a seat, for a reader who may not know who plays."""
    return _("People who take part or took part in this game can’t take this seat.")


def give(
    seat: Seat, person: User, *, is_listed: bool, number: int | None, by: User, reason: str
) -> None:
    """Give a seat for good, or to a substitute for `number` phases.

    A person on the waiting list (`is_listed`) has it at once; anyone else is invited. Raises
    `Refused`.
    """
    if not is_listed:
        invitations.invite(seat, person, by=by, reason=reason, number=number)
    elif number is None:
        tenures.replace(seat, person, by=by, reason=reason)
    else:
        substitutes.start_substitute(seat, person, number=number, by=by, reason=reason)


def given_message(person: User, power: str, *, is_listed: bool) -> str:
    """Message after `give`."""
    message = _("%(person)s now plays %(power)s.")
    if not is_listed:
        message = _(
            "%(person)s is invited to play %(power)s. Until they accept, the seat stays as it is."
        )
    return message % {"person": person, "power": power}
