"""What the administrators of the site may see and do in games."""

from django.db.models import Q, QuerySet

from accounts.models import User

from ..models import Entry, Event, Game, Phase, Tenure
from .parts import Viewer, has_played

# Whether a power has ordered is for whom the game lets see it.
SECRET_UNTIL_RESOLVED = [Event.Kind.ORDERS_SAVED, Event.Kind.READY, Event.Kind.NOT_READY]


def may_administer(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may act in `game` as an administrator of the site: none who waits, plays or
    played in it."""
    return (
        isinstance(viewer, User)
        and viewer.is_active
        and viewer.is_superuser
        and not has_played(viewer, game)
        and not Entry.objects.filter(game=game, person=viewer).exists()
    )


def runs_site(viewer: Viewer) -> bool:
    """Whether `viewer` is an administrator of the site."""
    return isinstance(viewer, User) and viewer.is_active and viewer.is_superuser


def administered_games(viewer: Viewer) -> QuerySet[Game]:
    """The games in which `viewer` may act as an administrator: all but those in which they wait,
    play or played."""
    if not isinstance(viewer, User) or not runs_site(viewer):
        return Game.objects.none()
    waiting = Entry.objects.filter(person=viewer).values("game")
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    return Game.objects.exclude(pk__in=waiting).exclude(pk__in=played)


def events_for_operator(events: QuerySet[Event], reader: Viewer) -> QuerySet[Event]:
    """Those of `events` that the administration may show to `reader`: none of a game in which
    they wait, hold or held a seat, where they know no more than the other players, and of no game
    who has ordered in the open phase."""
    if not isinstance(reader, User):
        return events.none()
    waiting = Entry.objects.filter(person=reader).values("game")
    played = Tenure.objects.filter(person=reader).values("seat__game")
    telling = Q(kind__in=SECRET_UNTIL_RESOLVED, phase__status=Phase.Status.OPEN)
    return events.exclude(game__in=waiting).exclude(game__in=played).exclude(telling)
