"""Access to invitations to games and to seats."""

from django.db.models import QuerySet
from django.http import Http404

from accounts import clock
from accounts.models import User

from ..models import Game, LobbyInvitation, SeatInvitation
from .administration import may_administer
from .games import found_or_404
from .roles import Role, Viewer, is_master
from .seats import governed_seat_or_404


def seat_invitations(person: User) -> QuerySet[SeatInvitation]:
    """Return the open invitations of `person`; none for a person who wants no invitations."""
    if not person.takes_invitations:
        return SeatInvitation.objects.none()
    return SeatInvitation.objects.valid_at(clock.now()).filter(person=person)


def lobby_invitations(person: User) -> QuerySet[LobbyInvitation]:
    """Return the open invitations of `person` to games that have not begun; none if unwanted.

    They give the right to the invitation links of these games.
    """
    if not person.takes_invitations:
        return LobbyInvitation.objects.none()
    found = LobbyInvitation.objects.open_at(clock.now()).filter(person=person)
    return found.select_related("game", "invited_by")


def sent_lobby_invitations(role: Role) -> QuerySet[LobbyInvitation]:
    """Return the invitations to a lobby whose people a person may see, and withdraw.

    A game master sees all of them, and in a game without hidden names other people those that they
    sent. Where names are hidden, an answer would tell who waits in the lobby. People who have
    joined are left out.
    """
    game = role.game
    found = game.lobby_invitations.exclude(person__in=game.entries.values("person"))
    if role.is_master:
        return found.select_related("person")
    if not role.sees_names:
        return found.none()
    return found.filter(invited_by=role.viewer.pk).select_related("person")


def seat_invitation_or_404(person: User, key: str) -> SeatInvitation:
    """Return an open invitation of `person`, with its seat and game.

    It gives no right to see the game: its page shows what a person needs to decide.
    """
    related = seat_invitations(person).select_related("seat__game__settings", "invited_by")
    invitation = related.filter(key=key).first()
    if invitation is None:
        raise Http404
    found_or_404(invitation.seat.game)
    return invitation


def governed_invitation_or_404(viewer: Viewer, slug: str, power: str) -> SeatInvitation:
    """Return the open invitation to a seat, for a person who may withdraw it."""
    seat = governed_seat_or_404(viewer, slug, power)
    open_now = SeatInvitation.objects.valid_at(clock.now()).select_related("person")
    invitation = open_now.filter(seat__in=seat.game.seats.in_hand_with(seat)).first()
    if invitation is None:
        raise Http404
    invitation.seat = seat
    return invitation


def sees_invited(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may see who is invited to the seats of `game`: who may invite people."""
    return is_master(viewer, game) or may_administer(viewer, game)


def open_invitations_to_seats(viewer: Viewer, game: Game) -> dict[int | None, SeatInvitation]:
    """Return the open invitations to seats of `game`, by the seat's hand; none for most viewers.

    Only those who may invite people see who is invited.
    """
    if not sees_invited(viewer, game):
        return {}
    valid = SeatInvitation.objects.valid_at(clock.now()).filter(game=game)
    return {each.seat.hand: each for each in valid.select_related("person", "seat")}
