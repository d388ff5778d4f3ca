"""Invitations to games and to seats, as shown to the people who are invited."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import User

from ... import access, wording
from ...models import Game, SeatInvitation
from ...press import moderation
from ...seats import handover
from ...state import phases
from ...wording.notifications import lobby_invitation_sentence


@dataclass(frozen=True)
class InvitationLine:
    """An open invitation in a list. It does not name the game: its title may say anything."""

    invitation: SeatInvitation
    power: str
    url: str


def invitation_lines(person: User) -> list[InvitationLine]:
    found = access.seat_invitations(person).select_related("seat__game", "invited_by")
    return [
        InvitationLine(
            invitation=each,
            power=wording.hand(each.seat),
            url=reverse("games:seat_invitation", args=[each.key]),
        )
        for each in found
    ]


@dataclass(frozen=True)
class GameInvitationLine:
    """An invitation to a game that has not begun, in a list. It does not name the game either."""

    slug: str
    sentence: str
    closes_at: dt.datetime
    url: str


def game_invitation_lines(person: User) -> list[GameInvitationLine]:
    return [
        GameInvitationLine(
            slug=each.game.slug,
            sentence=lobby_invitation_sentence(access.inviter_name(person, each)),
            closes_at=each.game.lobby_closes_at,
            url=access.invitation_path(each.game),
        )
        for each in access.lobby_invitations(person)
    ]


def invitation_page(person: User, invitation: SeatInvitation) -> dict[str, Any]:
    """Context of the page of an invitation.

    It shows what a person needs to decide, and of a private game nothing else.
    """
    seat, game = invitation.seat, invitation.seat.game
    phase = phases.current(game)
    return {
        "invitation": invitation,
        "game": game,
        "power": wording.hand(seat),
        "phase": phase,
        "heading": wording.phase(phase) if phase else "",
        "problem": handover.may_take(person, seat),
        "masters": game.masterships.current().select_related("person"),
        "is_public": game.visibility == Game.Visibility.PUBLIC,
        "alone_warning": moderation.alone_warning(person, game),
    }
