"""The lobby of a game: join, leave, remove, expire, begin."""

from collections.abc import Sequence
from contextlib import suppress
from types import MappingProxyType

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import NeedsConfirmation, Refused, describe
from ..models import DeclaredPlayer, Event, Game, LobbyEntry, Mastership, Notification
from ..models.fields import new_key
from ..notifications import notify, recipients
from ..notifications.mail import declared_addresses
from ..seats import declared_players
from ..wording import events
from . import allotment, beginning, joining_time, lobby_invitations, reliable_players
from .allotment import places_left

logger = structlog.get_logger(__name__)


def join(game: Game, person: User, *, house_rules_accepted: bool) -> Game:
    """Let `person` join the lobby; the last person to join starts the game.

    If the master gives the powers, the master starts it. A live game starts at its joining time.
    """
    if game.house_rules and not house_rules_accepted:
        raise NeedsConfirmation(_("Read and accept the house rules to join this game."))
    with transaction.atomic():
        game = _locked(game)
        # Checked first, so that a double click that starts the game is not told that it is full.
        if LobbyEntry.objects.filter(game=game, person=person).exists():
            raise Refused(_("You’ve already joined this game."))
        if game.events.filter(kind=Event.Kind.REMOVED, subject=person).exists():
            raise Refused(_("The game master removed you from this game."))
        _must_be_in_lobby(game)
        if Mastership.objects.filter(game=game, person=person).exists():
            raise Refused(_("A person who is or was the game master of a game can’t play in it."))
        must_belong_to_club(game, person)
        reliable_players.must_be_reliable(game, person)
        if joining_time.has_come(game):
            joining_time.free_places(game)
        if places_left(game) == 0:
            raise Refused(_("All seats of this game are taken."))
        enter(game, person)
        if places_left(game) == 0:
            _fill(game)
    return game


def must_belong_to_club(game: Game, person: User) -> None:
    """Raise `Refused` if a game is for the members of a club, and a person is none of them."""
    if game.club is None or access.membership_of(person, game.club) is not None:
        return
    if access.visible_clubs(person).filter(pk=game.club.pk).exists():
        raise Refused(_("Only members of “%(club)s” can join this game.") % {"club": game.club})
    raise Refused(_("Only members of a club can join this game."))


def _fill(game: Game) -> None:
    """Begin a locked game that is full, or tell its masters that they can begin it.

    A live game begins at its joining time, or later once everybody is there.
    """
    if game.starts_at is not None and not joining_time.is_complete(game):
        return
    if allotment.method_of(game) != Game.Allotment.MASTER:
        beginning.begin(game)
        return
    event = audit.log(Event.Kind.LOBBY_FULL, game=game)
    notify.notify(Notification.Kind.NEWS, recipients.masters(game), game=game, event=event)


def wish(game: Game, person: User, hands: Sequence[int]) -> None:
    """Store the hands that a waiting person wishes for, their first choice first.

    Under the lock of joining: the last person to join cannot begin the game meanwhile.
    """
    with transaction.atomic():
        game = _locked(game)
        _must_be_in_lobby(game)
        entry = LobbyEntry.objects.filter(game=game, person=person).first()
        if entry is None:
            raise Refused(_("%(name)s isn’t in the lobby of this game.") % {"name": person})
        if game.allotment != Game.Allotment.WISHES:
            raise Refused(_("This game doesn’t assign powers by preference."))
        allotment.store_wishes(entry, hands)


def declare(game: Game, *, name: str, email: str, by: User) -> Game:
    """Give a place in the lobby to a person without an account; the last place starts the game.

    `by` is the master, who enters the person's orders. An `email` is asked to confirm itself.
    """
    with transaction.atomic():
        game = _locked(game)
        _must_be_in_lobby(game)
        declared_players.must_enter_orders(game, by)
        if game.starts_at is not None:
            raise Refused(_("A live game is only for players with an account."))
        if places_left(game) == 0:
            raise Refused(_("All seats of this game are taken."))
        player = declared_players.new_player(game, name, by=by)
        if email:
            declared_addresses.ask(player, email, by=by)
        audit.log(Event.Kind.PLACE_DECLARED, game=game, actor=by)
        if places_left(game) == 0:
            _fill(game)
    return game


def withdraw_declared(player: DeclaredPlayer, *, by: User) -> None:
    """Take a person without an account out of the lobby, and delete what was declared."""
    with transaction.atomic():
        game = _locked(player.game)
        _must_be_in_lobby(game)
        declared_players.must_enter_orders(game, by)
        deleted, _rows = game.declared_players.current().filter(pk=player.pk).delete()
        if not deleted:
            raise Refused(_("This person is no longer in the lobby."))
        audit.log(Event.Kind.PLACE_WITHDRAWN, game=game, actor=by)


def give_powers(
    game: Game,
    hands: allotment.GivenHands,
    *,
    by: User,
    rest_at_random: bool = False,
    begin: bool = False,
    declared: allotment.GivenHands = MappingProxyType({}),
) -> Game:
    """Store which hand each waiting person, by the primary key of their entry, gets from a master.

    `declared` are the hands of players without an account, by their keys. With
    `rest_at_random` everybody else gets one of the other hands. With `begin` the game begins;
    everybody must have a hand then.
    """
    with transaction.atomic():
        game = _locked(game)
        _must_be_in_lobby(game)
        if not access.is_master(by, game):
            raise Refused(_("You’re no longer a game master of this game."))
        if game.allotment != Game.Allotment.MASTER:
            raise Refused(_("In this game, the game master doesn’t assign the powers."))
        allotment.store_given(game, hands, declared)
        if rest_at_random:
            allotment.give_rest_at_random(game)
        if begin:
            if places_left(game) > 0:
                raise Refused(_("The game can’t begin until all seats are taken."))
            beginning.begin(game, by=by)
    return game


def let_master_assign(game: Game, *, by: User) -> None:
    """Leave the powers of a lobby to its master, instead of chance or wishes; tell all who wait.

    They had agreed to something else, so they can leave as long as the game has not begun; it
    begins only when the master says so. Wishes are deleted unread.
    """
    with transaction.atomic():
        game = _locked(game)
        _must_be_in_lobby(game)
        if not access.is_master(by, game):
            raise Refused(_("You’re no longer a game master of this game."))
        if game.allotment == Game.Allotment.MASTER:
            raise Refused(_("In this game, the game master assigns the powers already."))
        if game.starts_at is not None:
            raise Refused(_("A live game begins by itself, so it assigns its powers by itself."))
        text = events.change_text(game.allotment, Game.Allotment.MASTER)
        game.allotment = Game.Allotment.MASTER
        game.save(update_fields=["allotment"])
        allotment.forget(game)
        event = audit.log(Event.Kind.ALLOTMENT_CHANGED, game=game, actor=by, text=text)
        waiting = game.entries.values_list("person", flat=True)
        told = {*waiting, *recipients.masters(game)} - {by.pk}
        notify.notify(Notification.Kind.NEWS, told, game=game, event=event)


def begin_without_master(person: User) -> None:
    """Begin full lobbies whose last master, `person`, has closed their account: by lot."""
    waited = Game.objects.in_lobby().filter(
        allotment=Game.Allotment.MASTER, masterships__person=person
    )
    for game in waited.distinct():
        with transaction.atomic():
            game = _locked(game)
            waits = game.has_open_lobby
            by_master = allotment.method_of(game) == Game.Allotment.MASTER
            if waits and not by_master and places_left(game) == 0:
                beginning.begin(game)


def enter(game: Game, person: User) -> None:
    """Put `person` in a locked lobby. Locks the account, so that it is not closed meanwhile."""
    if not User.objects.lock_taking_part(person.pk):
        raise Refused(_("This account is closed."))
    now = clock.now()
    here_at = None if game.starts_at is None else now
    LobbyEntry.objects.create(game=game, person=person, joined_at=now, here_at=here_at)
    lobby_invitations.end(game.slug, person)
    audit.log(Event.Kind.JOINED, game=game, actor=person)


def leave(game: Game, person: User) -> None:
    """Take `person` out of the lobby because they want to leave."""
    with transaction.atomic():
        _take_out(game, person)
        audit.log(Event.Kind.LEFT, game=game, actor=person)


def leave_all(person: User) -> None:
    """Take a person who closes their account out of every lobby."""
    for entry in LobbyEntry.objects.filter(person=person, game__status=Game.Status.LOBBY):
        with suppress(Refused):  # the game has just begun, or the lobby has expired
            leave(entry.game, person)


def remove(game: Game, person: User, *, by: User) -> None:
    """Take `person` out of the lobby because the master, `by`, removes them."""
    with transaction.atomic():
        _take_out(game, person)
        renew_invitation(game)  # the removed person has the old link, which shows who waits
        event = audit.log(Event.Kind.REMOVED, game=game, actor=by, subject=person)
        notify.notify(Notification.Kind.REMOVED, [person.pk], game=game, event=event)


def renew_invitation(game: Game) -> None:
    """Replace the key of the invitation links. Those passed on so far lead nowhere."""
    Game.objects.filter(pk=game.pk).update(invitation_key=new_key())


def _take_out(game: Game, person: User) -> None:
    game = _locked(game)
    _must_be_in_lobby(game)
    deleted, _rows = LobbyEntry.objects.filter(game=game, person=person).delete()
    if not deleted:
        raise Refused(_("%(name)s isn’t in the lobby of this game.") % {"name": person})


def expire_lobbies() -> int:
    """Close every lobby whose time is over; return how many."""
    overdue = Game.objects.in_lobby().filter(lobby_closes_at__lte=clock.now())
    count = 0
    for game in overdue.only("pk", "slug"):
        try:
            count += _expire(game)
        except Exception as error:  # an error in one game must not stop the others
            logger.error("lobby_not_closed", game=game.slug, error=describe(error))
    return count


def _expire(game: Game) -> bool:
    with transaction.atomic():
        game = _locked(game)
        if not game.in_lobby or game.lobby_closes_at > clock.now():
            return False
        game.status = Game.Status.EXPIRED
        game.ended_at = clock.now()
        game.save(update_fields=["status", "ended_at"])
        allotment.forget(game)
        game.entries.update(here_at=None)
        game.declared_players.all().delete()
        lobby_invitations.delete_all(game)
        audit.log(Event.Kind.LOBBY_EXPIRED, game=game)
        waiting = list(game.entries.values_list("person", flat=True))
        notify.notify(
            Notification.Kind.LOBBY_EXPIRED, waiting + recipients.masters(game), game=game
        )
    return True


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)


def _must_be_in_lobby(game: Game) -> None:
    if game.status == Game.Status.DELETED:
        raise Refused(_("This game was deleted."))
    if game.status == Game.Status.EXPIRED or (
        game.in_lobby and game.lobby_closes_at <= clock.now()
    ):
        raise Refused(_("This game didn’t fill in time. Its lobby is closed."))
    if not game.in_lobby:
        raise Refused(_("This game has begun, and its seats are taken."))
