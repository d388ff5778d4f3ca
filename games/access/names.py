"""Access to the names of players and authors."""

from django.db.models import Min, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

from ..models import DeclaredPlayer, Game, LobbyEntry, LobbyInvitation, Message, Seat, Tenure
from .roles import Viewer, is_master


def sees_names(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may see the names of the players of `game`."""
    return game.names_are_open or is_master(viewer, game)


def shown_name(viewer: Viewer, seat: Seat, *, names_open: bool | None = None) -> str:
    """Return the name of the current or last holder of `seat`, “nobody” or “hidden”.

    Before anybody here holds a seat of an imported game, it is the name that came with the game.

    It is “hidden” if `viewer` may not see the name. Pages show players' names only through this
    function. A page with many seats passes `sees_names(…)` as `names_open`. Expects `seat.tenures`
    to be prefetched with their people.
    """
    if names_open is None:
        names_open = sees_names(viewer, seat.game)
    last = _last_tenure(seat)
    declared = declared_holder(seat, last)
    if declared is not None:
        return declared_name(declared) if names_open else _("hidden")
    if last is None and seat.imported_name is not None:
        return seat.imported_name or _("hidden")
    if last is None or last.ending == Tenure.Ending.RESIGNED:
        return _("nobody")
    if names_open or last.person_id == viewer.pk:
        return str(last.person)
    return _("hidden")


def _last_tenure(seat: Seat) -> Tenure | None:
    return max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)


def open_holder(seat: Seat) -> User | None:
    """Return the person whose name `shown_name` gives to everyone, if they have a profile.

    None in games that hide their players, even for these players. Expects `seat.tenures` to be
    prefetched with their people.
    """
    if not seat.game.names_are_open:
        return None
    last = _last_tenure(seat)
    if last is None or not last.lasts or last.person.is_leaving or last.person.bot:
        return None
    return last.person


def name_in_texts(viewer: Viewer, seat: Seat) -> str:
    """Return the name by which `viewer` knows the player of `seat` in a mail or a forum.

    It is empty if nobody plays it, or if `viewer` may not see the name.
    """
    if not sees_names(viewer, seat.game):
        return ""
    last = _last_tenure(seat)
    declared = declared_holder(seat, last)
    if declared is not None:
        return declared.name
    return str(last.person) if last is not None and last.lasts else ""


def declared_holder(seat: Seat, last: Tenure | None) -> DeclaredPlayer | None:
    """The player without an account who holds `seat`, or held it when the game ended.

    Without a query where a person with an account does, or in games that have no such players.
    """
    if not seat.game.orders_by_master or (last is not None and last.lasts):
        return None
    return DeclaredPlayer.objects.holding(seat).first()


def declared_name(player: DeclaredPlayer) -> str:
    """Return the name of a player without an account, as its master's declaration."""
    if not player.name:
        return _("a player without an account")
    return _("%(name)s (declared by the game master)") % {"name": player.name}


def former_players(viewer: Viewer, game: Game) -> QuerySet[User]:
    """Return the people who held seats when `game` ended, without `viewer`, by their seats.

    None while their names are hidden from `viewer`.
    """
    if not sees_names(viewer, game):
        return User.objects.none()
    held = Tenure.objects.lasting().filter(seat__game=game).exclude(person=viewer.pk)
    first = Min("tenures__seat__place", filter=Q(tenures__in=held))
    return User.objects.filter(pk__in=held.values("person")).annotate(at=first).order_by("at")


def inviter_name(viewer: Viewer, invitation: LobbyInvitation) -> str:
    """Return the name of the person who invites to a lobby.

    It is empty if `viewer` may not see the names of the players and the inviter may be one of them.
    """
    game, inviter = invitation.game, invitation.invited_by
    return str(inviter) if sees_names(viewer, game) or is_master(inviter, game) else ""


def waiting_name(viewer: Viewer, entry: LobbyEntry, *, names_open: bool) -> str:
    """Return the name of a person in a lobby, or “hidden” if `viewer` may not see it."""
    if names_open or entry.person_id == viewer.pk:
        return str(entry.person)
    return _("hidden")


def has_written(viewer: Viewer, message: Message) -> bool:
    """Whether `viewer` is the author of a message. Nobody here is that of an imported one."""
    return message.person_id is not None and message.person_id == viewer.pk


def sees_author(viewer: Viewer, message: Message) -> bool:
    """Whether `viewer` may know which power wrote a message.

    Only its author knows this of an unsigned message, even after the end of the game.
    """
    return not message.unsigned or has_written(viewer, message)


def author_name(viewer: Viewer, message: Message, *, names_open: bool) -> str:
    """Return the name of a message's author, or “hidden” if `viewer` may not see it.

    A game master's name is never hidden. Expects `message.person` to be loaded, and
    `sees_author(viewer, message)` to be true.
    """
    if message.person is None:
        return message.imported_author or _("hidden")
    if names_open or message.seat_id is None or has_written(viewer, message):
        return str(message.person)
    return _("hidden")
