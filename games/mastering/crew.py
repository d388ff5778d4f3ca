"""The masters of a game, and what they announce. Nobody who ever held a seat in it masters it."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, audit, clock, phases
from ..errors import Refused
from ..models import Event, Game, Mastership, Notice
from ..telling import notifications

# The same words within this time are the second click of a button.
TWICE = dt.timedelta(minutes=1)


def join(game: Game, person: User, *, by: User) -> None:
    """Make `person` a master of the game beside those it has."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if game.masterships.filter(person=person, until=None).exists():
            raise Refused(_("%(name)s masters this game already.") % {"name": person})
        if access.has_played(person, game) or game.entries.filter(person=person).exists():
            raise Refused(
                _("%(name)s plays or has played in this game and cannot master it.")
                % {"name": person}
            )
        Mastership.objects.create(game=game, person=person, since=clock.now())
        event = audit.log(Event.Kind.MASTER_JOINED, game=game, actor=by, subject=person)
        notifications.tell_news(event)


def leave(game: Game, person: User) -> None:
    """Lay down the mastership. A game without masters goes on: its players vote."""
    with transaction.atomic():
        gone = Mastership.objects.filter(game=game, person=person, until=None)
        if not gone.update(until=clock.now()):
            raise Refused(_("You do not master this game any more."))
        event = audit.log(Event.Kind.MASTER_LEFT, game=game, actor=person)
        if game.has_begun:
            notifications.tell_news(event)


def leave_all(person: User) -> None:
    """Part of closing an account."""
    for row in Mastership.objects.filter(person=person, until=None).select_related("game"):
        leave(row.game, person)


def announce(game: Game, text: str, *, by: User) -> Event:
    """Tell everybody in the game something, for all to read on its page."""
    text = text.strip()
    if not text:
        raise Refused(_("Write something first."))
    with transaction.atomic():
        phase = phases.lock_current(game)  # first, as everywhere; the event refers to it
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        since = clock.now() - TWICE
        if game.events.filter(kind=Event.Kind.ANNOUNCED, text=text, at__gt=since).exists():
            raise Refused(_("You have just announced this. Nothing was sent twice."))
        event = audit.log(Event.Kind.ANNOUNCED, game=game, phase=phase, actor=by, text=text)
        people = set(notifications.everyone(game)) - {by.pk}
        notifications.tell(Notice.Kind.ANNOUNCEMENT, people, game=game, event=event)
    return event
