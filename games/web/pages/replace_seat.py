"""The page on which a game master or an administrator gives a seat to a person."""

from typing import Any

from django.urls import reverse

from accounts.models import User

from ... import access, wording
from ...models import Game, Seat
from ...models.seat_invitation import LIFETIME
from ...seats import replacing
from ..forms.seats import ReplaceForm


def replace_seat_page(
    viewer: User, seat: Seat, data: Any = None, *, lends: bool = False
) -> dict[str, Any]:
    """Context of the page: the form, and the information needed to fill it in.

    `lends` says that a substitute is to be chosen.
    """
    eligible, ineligible = replacing.volunteers_for(viewer, seat)
    tenure = seat.tenures.current().first()
    invited = access.open_invitations_to_seats(viewer, seat.game)
    may_lend = tenure is not None and tenure.stands_in_for_id is None
    form = ReplaceForm(
        seat,
        eligible,
        data,
        may_lend=may_lend,
        chooser=viewer,
        initial={"term": "lent"} if lends and may_lend else None,
    )
    return {
        "game": seat.game,
        "seat": seat,
        "power": wording.hand(seat),
        "is_suspended": seat.pk in access.suspended_seats(viewer, seat.game),
        "holder": access.shown_name(viewer, seat) if _is_held(seat) else "",
        "form": form,
        "ineligible": ineligible,
        "invitation": invited.get(seat.hand),
        "lifetime": LIFETIME.days,
        "back_url": return_url(viewer, seat.game),
    }


def _is_held(seat: Seat) -> bool:
    return Seat.objects.held().filter(pk=seat.pk).exists()


def return_url(viewer: User, game: Game) -> str:
    """Address to go to afterwards: the game, or a list if an administrator cannot see it."""
    sees = access.visible_games(viewer).filter(pk=game.pk).exists()
    return game.get_absolute_url() if sees else reverse("games:civil_disorder")
