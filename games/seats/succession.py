"""The page on which a master or an administrator gives a seat to somebody."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import User

from .. import access, wording
from ..forms.seat import ReplaceForm, concerned
from ..models import Game, Seat, Volunteer
from . import sitting, volunteers


@dataclass(frozen=True)
class Unfit:
    """Somebody on the waiting list who cannot take this seat, and why."""

    volunteer: Volunteer
    problem: str


def volunteers_for(viewer: User, seat: Seat) -> tuple[list[Volunteer], list[Unfit]]:
    """Who of the waiting list may take the seat, and who may not."""
    listed = list(volunteers.listed())
    involved = volunteers.involved_in(seat.game, [each.person for each in listed])
    names_open = access.sees_names(viewer, seat.game)
    fit, unfit = [], []
    for each in listed:
        problem = sitting.may_take(each.person, seat) if each.person_id in involved else ""
        if problem:
            unfit.append(Unfit(each, problem if names_open else concerned()))
        else:
            fit.append(each)
    return fit, unfit


def page(viewer: User, seat: Seat, data: Any = None) -> dict[str, Any]:
    """The form, and what has to be known to fill it in."""
    fit, unfit = volunteers_for(viewer, seat)
    tenure = seat.tenures.filter(until=None).first()
    form = ReplaceForm(
        seat,
        fit,
        data,
        may_lend=tenure is not None and tenure.stands_in_for_id is None,
        names_open=access.sees_names(viewer, seat.game),
    )
    return {
        "game": seat.game,
        "seat": seat,
        "power": wording.power(seat.power),
        "is_suspended": seat.pk in access.suspended_seats(viewer, seat.game),
        "holder": access.shown_name(viewer, seat) if tenure else "",
        "form": form,
        "unfit": unfit,
        "back_url": way_back(viewer, seat.game),
    }


def carry_out(seat: Seat, form: ReplaceForm, *, by: User) -> None:
    """Do what a valid form says. Raises `Refused`."""
    person, reason = form.cleaned_data["person"], form.cleaned_data["reason"]
    if form.number is None:
        sitting.replace(seat, person, by=by, reason=reason)
    else:
        sitting.lend(seat, person, number=form.number, by=by, reason=reason)


def way_back(viewer: User, game: Game) -> str:
    """Where to go when it is done: an administrator does not see every game."""
    sees = access.visible_games(viewer).filter(pk=game.pk).exists()
    return game.get_absolute_url() if sees else reverse("games:disorder")
