"""Rights of the site's administrators in games."""

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.second_factors import demand

from ..models import Event, Game, LobbyEntry, Phase, Tenure
from .roles import Viewer, has_played

# These events tell whether a power has ordered, which a game may keep secret while a phase is open.
SECRET_UNTIL_RESOLVED = [
    Event.Kind.ORDERS_SAVED,
    Event.Kind.READY,
    Event.Kind.NOT_READY,
    Event.Kind.NUDGED,
]


def may_administer(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may act in `game` as an administrator of the site.

    Administrators who wait, play or played in it may not.
    """
    return (
        isinstance(viewer, User)
        and demand.is_superuser_with_factor(viewer)
        and not has_played(viewer, game)
        and not LobbyEntry.objects.filter(game=game, person=viewer).exists()
    )


def runs_site(viewer: Viewer) -> bool:
    """Whether `viewer` is an administrator of the site, with the second factor it may demand."""
    return isinstance(viewer, User) and demand.is_superuser_with_factor(viewer)


def administrators() -> QuerySet[User]:
    """Return the people who can act as administrators now: `runs_site` holds for each."""
    people = User.objects.taking_part().filter(is_superuser=True)
    if not settings.ADMIN_SECOND_FACTOR:
        return people
    factors = Authenticator.objects.filter(user=OuterRef("pk"), type__in=demand.TYPES)
    return people.filter(Exists(factors))


def administrators_of(game: Game) -> QuerySet[User]:
    """Return the `administrators` who may act in `game`, as `may_administer` says."""
    waiting = LobbyEntry.objects.filter(game=game).values("person")
    played = Tenure.objects.filter(seat__game=game).values("person")
    return administrators().exclude(pk__in=waiting).exclude(pk__in=played)


def administered_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games in which `viewer` may act as an administrator.

    These are all games except the ones in which the administrator waits, plays or played. A second
    factor does not matter here: without one the pages are closed, but notifications still come.
    """
    if not isinstance(viewer, User) or not (viewer.is_active and viewer.is_superuser):
        return Game.objects.none()
    waiting = LobbyEntry.objects.filter(person=viewer).values("game")
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    return Game.objects.exclude(pk__in=waiting).exclude(pk__in=played)


def events_for_operator(events: QuerySet[Event], reader: Viewer) -> QuerySet[Event]:
    """Return those of `events` that the admin site may show to `reader`.

    It leaves out all events of games in which they wait, hold or held a seat, because there they
    may know no more than the other players. In other games it leaves out the events that tell which
    powers have ordered in the open phase.
    """
    if not isinstance(reader, User):
        return events.none()
    waiting = LobbyEntry.objects.filter(person=reader).values("game")
    played = Tenure.objects.filter(person=reader).values("seat__game")
    telling = Q(kind__in=SECRET_UNTIL_RESOLVED, phase__status=Phase.Status.OPEN)
    return events.exclude(game__in=waiting).exclude(game__in=played).exclude(telling)
