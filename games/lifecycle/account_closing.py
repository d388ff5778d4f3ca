"""Leaving all games when a person closes their account."""

from collections.abc import Callable

from django.contrib.auth.signals import user_logged_out
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import account_closing
from accounts.api_keys import keys
from accounts.models import User
from accounts.sessions import open_sessions

from ..deadlines import open_phase
from ..game_master import masters
from ..models import Game, LobbyEntry, Mastership, Seat, SeatInvitation, Tenure
from ..notifications import preferences
from ..notifications.push import browsers
from ..notifications.webhooks import subscriptions
from ..orders import mail_keys
from ..press import drafts
from ..seats import invitations, tenures, waiting_list
from . import lobby, lobby_invitations, practice


def register() -> None:
    """Register what games do when an account is closed, keys are revoked, or sessions end."""
    account_closing.warning_sources += [seats_in_words, masterships_in_words]
    account_closing.lockers.append(lock_games)
    account_closing.on_close += [
        lobby.leave_all,
        practice.end_all,
        tenures.resign_all,
        masters.leave_all,
        lobby.begin_without_master,
        waiting_list.withdraw,
        invitations.forget,
        lobby_invitations.forget,
        drafts.delete_all,
        mail_keys.forget_all,
        browsers.forget_all,
        subscriptions.end_all_of,
        preferences.erase_if_closed,
    ]
    keys.on_revoke_all.append(subscriptions.end_all_of)
    open_sessions.on_end.append(browsers.forget_of_sessions)
    # Django's signal covers every way to sign out, including that of the admin.
    user_logged_out.connect(browsers.forget_current)


def seats_in_words(person: User) -> str:
    """Return a sentence that names the games in which `person` holds a seat; empty if none."""
    held = Tenure.objects.current().filter(person=person, seat__game__practice=False)
    held = held.select_related("seat__game")
    titles = sorted({tenure.seat.game.title for tenure in held})
    if not titles:
        return ""
    return _("Your powers in these games will get no more orders: %(games)s.") % {
        "games": ", ".join(titles)
    }


def masterships_in_words(person: User) -> str:
    """Return a sentence that names the unfinished games that `person` masters; empty if none."""
    mastered = Game.objects.filter(
        masterships__in=Mastership.objects.current().filter(person=person)
    ).exclude(status__in=[Game.Status.FINISHED, Game.Status.EXPIRED])
    titles = sorted(mastered.values_list("title", flat=True))
    if not titles:
        return ""
    return _("You’ll no longer be the game master of these games: %(games)s.") % {
        "games": ", ".join(titles)
    }


def lock_games(person: User) -> Callable[[], bool]:
    """Lock every game in which `person` waits, holds a seat, is a game master or is invited.

    Games to which `person` has invited others are locked too.

    Games are locked by primary key, so that two people who leave the same games do not deadlock.
    Within a game the order is the same as in all other code: open phase, seats, game, mastership.

    Returns a check to be called with the person's row locked: whether these are still all their
    games. It is also False if a lobby has become a running game, which has more rows to lock.
    """
    locked = _games_of(person)
    for pk, in_lobby in sorted(locked):
        _lock(pk, person, in_lobby=in_lobby)
    return lambda: _games_of(person) <= locked


def _games_of(person: User) -> set[tuple[int, bool]]:
    """Return the primary keys of the games, and whether each is in its lobby."""
    in_lobbies = LobbyEntry.objects.filter(person=person, game__status=Game.Status.LOBBY)
    seated = Tenure.objects.current().filter(person=person)
    mastered = Mastership.objects.current().filter(person=person)
    invited = SeatInvitation.objects.filter(Q(person=person) | Q(invited_by=person))
    found = {
        *in_lobbies.values_list("game", "game__status"),
        *seated.values_list("seat__game", "seat__game__status"),
        *mastered.values_list("game", "game__status"),
        *invited.values_list("game", "game__status"),
    }
    return {(pk, status == Game.Status.LOBBY) for pk, status in found}


def _lock(pk: int, person: User, *, in_lobby: bool) -> None:
    if in_lobby:
        game = Game.objects.select_for_update(of=("self",)).order_by("pk").get(pk=pk)
    else:
        open_phase.lock_current(Game(pk=pk))
        held = Seat.objects.held_by(person).filter(game=pk)
        list(held.select_for_update(of=("self",), no_key=True).order_by("pk"))
        games = Game.objects.select_for_update(of=("self",), no_key=True)
        game = games.order_by("pk").get(pk=pk)
    masterships = Mastership.objects.select_for_update(no_key=True).order_by("pk")
    masterships.current().filter(game=game, person=person).first()
