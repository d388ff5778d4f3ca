"""The masters of a game and their announcements. Nobody who ever held a seat can master it."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User, active_now
from accounts.names import spelling

from .. import access
from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase, publication
from ..models import Draft, Event, Game, Mastership, Notification
from ..notifications import notify, recipients
from ..seats import declared_players, invitations

# The same text sent again within this time is taken for a second click of the button.
REPEATED_WITHIN = dt.timedelta(minutes=1)


def newcomer_named(name: str) -> User:
    """Return the person with exactly this name, to become a master. Raises `Refused`."""
    people = User.objects.confirmed().filter(active_now(), name_key=spelling.comparison_key(name))
    found = people.filter(name=spelling.normalize(name)).first()
    if found is None:
        raise Refused(_("No account has this name. Check the spelling."))
    return found


def join(game: Game, person: User, *, by: User) -> None:
    """Make `person` a further master of the game."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if game.masterships.current().filter(person=person).exists():
            raise Refused(_("%(name)s is already a game master of this game.") % {"name": person})
        if access.has_played(person, game) or game.entries.filter(person=person).exists():
            raise Refused(
                _("%(name)s plays or has played in this game and can’t be its game master.")
                % {"name": person}
            )
        Mastership.objects.create(game=game, person=person, since=clock.now())
        event = audit.log(Event.Kind.MASTER_JOINED, game=game, actor=by, subject=person)
        notify.notify_event(event)


def leave(game: Game, person: User) -> None:
    """End the mastership of `person`.

    The players of a game without masters decide by votes.
    """
    _end(game, person, by=person)


def remove(game: Game, person: User, *, by: User, reason: str) -> None:
    """End the mastership of `person` by an administrator of the site, who says why."""
    _end(game, person, by=by, reason=reason)


def leave_all(person: User) -> None:
    """End all masterships of a person who closes their account."""
    for row in Mastership.objects.current().filter(person=person).select_related("game"):
        leave(row.game, person)


def announce(game: Game, text: str, *, by: User) -> Event:
    """Publish an announcement on the game's page, and notify everybody in the game."""
    text = text.strip()
    if not text:
        raise Refused(_("Write something first."))
    with transaction.atomic():
        phase = open_phase.lock_current(game)  # locked first, as everywhere; the event refers to it
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        since = clock.now() - REPEATED_WITHIN
        if game.events.filter(kind=Event.Kind.ANNOUNCED, text=text, at__gt=since).exists():
            raise Refused(_("You’ve just announced this. It wasn’t sent again."))
        event = audit.log(Event.Kind.ANNOUNCED, game=game, phase=phase, actor=by, text=text)
        people = set(recipients.everyone(game)) - {by.pk}
        notify.notify(Notification.Kind.ANNOUNCEMENT, people, game=game, event=event)
    return event


def _end(game: Game, person: User, *, by: User, reason: str = "") -> None:
    """End the mastership of `person`, their invitations to seats, and their drafts of messages."""
    with transaction.atomic():
        phase = open_phase.lock_current(game)  # locked first, as everywhere
        gone = Mastership.objects.current().filter(game=game, person=person)
        if not gone.update(until=clock.now()):
            if by == person:
                raise Refused(_("You’re no longer a game master of this game."))
            message = _("%(name)s is no longer a game master of this game.")
            raise Refused(message % {"name": person})
        Draft.objects.filter(game=game, person=person, seat=None).delete()
        declared_players.end_without_master(game, phase, by=by)
        if phase is not None:
            invitations.end_all_by(person, phase)
            publication.publish_without_masters(phase)
        event = audit.log(Event.Kind.MASTER_LEFT, game=game, actor=by, subject=person, text=reason)
        if game.has_begun:
            notify.notify_event(event, also=[person.pk])
