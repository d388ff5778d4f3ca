"""Who may see a game, and act in one as its master."""

import structlog
from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from accounts.models import User

from ..models import Entry, Event, Game, Mastership, Tenure
from .parts import TO_THE_END, Viewer, is_master


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """Public games, and those that `viewer` waits in, plays, played or masters."""
    public = Q(visibility=Game.Visibility.PUBLIC)
    if not isinstance(viewer, User):
        return Game.objects.filter(public)
    return Game.objects.filter(public | Q(pk__in=games_of(viewer)))


def sees(viewer: Viewer, game: Game) -> bool:
    """Whether `game` is no secret to `viewer`; of a public one nobody is asked."""
    public = game.visibility == Game.Visibility.PUBLIC
    return public or visible_games(viewer).filter(pk=game.pk).exists()


def games_of(person: User) -> QuerySet[Game]:
    """The games that `person` waits in, plays, played or masters."""
    return Game.objects.filter(
        Q(pk__in=Entry.objects.filter(person=person).values("game"))
        | Q(pk__in=Tenure.objects.filter(person=person).values("seat__game"))
        | Q(pk__in=Mastership.objects.filter(person=person, until=None).values("game"))
    )


def games_in_hand(person: User) -> QuerySet[Game]:
    """The games that `person` plays or masters, and those that they did to the end."""
    played = Tenure.objects.filter(person=person)
    mastered = Mastership.objects.filter(person=person, until=None)
    mastered = mastered.exclude(game__in=played.values("seat__game"))
    return Game.objects.filter(
        Q(pk__in=played.filter(TO_THE_END).values("seat__game")) | Q(pk__in=mastered.values("game"))
    )


def reader_or_404(key: str) -> User:
    """The person as whom a program reads that has the key of their feeds."""
    person = User.objects.filter(feed_key=key, is_active=True, closed_at=None).first()
    if person is None:
        raise Http404
    return person


def game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, or 404 also where its existence is a secret."""
    return found(visible_games(viewer).filter(slug=slug).first())


def found(game: Game | None) -> Game:
    """The game, if there is one. All that the request logs from here on says which it is."""
    if game is None:
        raise Http404
    structlog.contextvars.bind_contextvars(game=game.slug)
    return game


def left_game_or_404(person: User, slug: str) -> Game:
    """The game, also where it is out of sight since `person` left its lobby: they know of it."""
    left = Event.objects.filter(kind=Event.Kind.LEFT, actor=person).values("game")
    known = visible_games(person) | Game.objects.filter(pk__in=left)
    return found(known.filter(slug=slug).first())


def invited_game_or_404(slug: str, key: str) -> Game:
    """The game to which an invitation link leads."""
    return found(Game.objects.filter(slug=slug, invitation_key=key).first())


def begun_game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, if there are seats that may write to one another."""
    game = game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def mastered_game_or_404(viewer: Viewer, slug: str) -> Game:
    game = game_or_404(viewer, slug)
    if not is_master(viewer, game):
        raise Http404
    return game


def run_game_or_404(viewer: Viewer, slug: str) -> Game:
    """The game, if it has begun and `viewer` masters it."""
    game = mastered_game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def invitation_path(game: Game) -> str:
    """The link by which a game may be joined, private ones included. For those who are in it."""
    return reverse("games:invitation", args=[game.slug, game.invitation_key])
