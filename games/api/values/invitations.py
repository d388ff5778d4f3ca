"""Invitations → values of the API, as the invited person may see them."""

from accounts.models import User

from ... import access
from ...models import Game, Seat, SeatInvitation
from ...press import moderation
from ...seats import handover
from ...state import phases, variants
from ..schemas import invitations as schemas
from .declared import master_names
from .games import settings_in_words


def own_invitations(person: User, *, with_keys: bool) -> schemas.InvitationList:
    """The open invitations of `person`; `with_keys` also the keys by which others could join."""
    seats = access.seat_invitations(person).select_related("seat__game", "invited_by")
    return schemas.InvitationList(
        seats=[
            schemas.SeatInvitationLine(
                key=each.key,
                powers=_powers(each.seat),
                invited_by=str(each.invited_by),
                expires_at=each.expires_at,
            )
            for each in seats
        ],
        games=[
            schemas.GameInvitation(
                game=each.game.slug,
                invited_by=access.inviter_name(person, each),
                closes_at=each.game.lobby_closes_at,
                invitation=each.game.invitation_key if with_keys else None,
            )
            for each in access.lobby_invitations(person)
        ],
        takes_invitations=person.takes_invitations,
    )


def invitation_value(person: User, invitation: SeatInvitation) -> schemas.SeatInvitation:
    seat, game = invitation.seat, invitation.seat.game
    phase = phases.current(game)
    warning = moderation.alone_warning(person, game)
    masters = master_names(game)
    return schemas.SeatInvitation(
        key=invitation.key,
        kind=invitation.kind,
        game=game.slug,
        title=game.title,
        public=game.visibility == Game.Visibility.PUBLIC,
        powers=_powers(seat),
        invited_by=str(invitation.invited_by),
        phases=invitation.phases,
        phase=phase.code if phase else None,
        due_at=phase.due_at if phase else None,
        expires_at=invitation.expires_at,
        masters=masters,
        settings=settings_in_words(game, game.settings, has_master=bool(masters)),
        house_rules=game.house_rules,
        questions=[warning] if warning else [],
        problem=handover.may_take(person, seat),
    )


def _powers(seat: Seat) -> list[str]:
    if seat.hand is None:
        return [seat.power]
    return list(variants.powers_of_hand(seat.game, seat.hand))
