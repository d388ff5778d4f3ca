"""Access to games, and the games of a person."""

import structlog
from django.db.models import Q
from django.http import Http404
from django.urls import reverse

from accounts.compiled_queries import CompiledQuery
from accounts.models import User

from ..models import Event, Game, LobbyEntry, Mastership, PowerWish, Tenure
from ..models.game import NEVER_PLAYED, RUNNING
from ..models.game_queries import GameQuerySet
from .administration import may_administer
from .roles import Role, Viewer, is_master


def public_games() -> GameQuerySet:
    """Return the games that everyone may see."""
    return Game.objects.filter(visibility=Game.Visibility.PUBLIC)


def visible_games(viewer: Viewer) -> GameQuerySet:
    """Return public games, and those that `viewer` waits in, plays, played or masters."""
    public = Q(visibility=Game.Visibility.PUBLIC)
    if not isinstance(viewer, User):
        return Game.objects.filter(public)
    return Game.objects.filter(public | Q(pk__in=games_of(viewer)))


def sees_game(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may see `game`; for a public game without a query."""
    public = game.visibility == Game.Visibility.PUBLIC
    return public or visible_games(viewer).filter(pk=game.pk).exists()


def games_of(person: User) -> GameQuerySet:
    """Return the games that `person` waits in, plays, played or masters."""
    return Game.objects.filter(
        Q(pk__in=LobbyEntry.objects.filter(person=person).values("game"))
        | Q(pk__in=Tenure.objects.filter(person=person).values("seat__game"))
        | Q(pk__in=Mastership.objects.current().filter(person=person).values("game"))
    )


def disclosed_games(viewer: Viewer) -> GameQuerySet:
    """Return the begun games of which `viewer` may be told who held seats in them.

    They are those that `viewer` sees and whose names are open to everyone: a game that hides its
    players is among them for nobody, not even for its masters and players. Games with a history
    from elsewhere and practice games count in no record.
    """
    begun = visible_games(viewer).filter(status__in=[*RUNNING, Game.Status.FINISHED])
    return begun.filter(imported_at=None).among_people().with_open_names()


def games_in_hand(person: User) -> GameQuerySet:
    """Return the games that `person` plays or masters, finished ones included."""
    held = Tenure.objects.lasting().filter(person=person)
    return Game.objects.filter(
        Q(pk__in=held.values("seat__game")) | Q(pk__in=mastered_games(person).values("pk"))
    )


def own_games(person: User) -> GameQuerySet:
    """Return the games in the hands of `person`, and those in whose lobby they wait."""
    waiting = LobbyEntry.objects.filter(person=person).values("game")
    return games_in_hand(person) | Game.objects.filter(pk__in=waiting)


def game_to_repeat_or_404(person: User, slug: str) -> Game:
    """Return a finished game that `person` played to its end or masters."""
    return found_or_404(games_in_hand(person).finished().filter(slug=slug).first())


def practice_game_or_404(person: User, slug: str) -> Game:
    """Return a practice game that `person` plays, or played to its end."""
    return found_or_404(games_in_hand(person).filter(practice=True, slug=slug).first())


def mastered_games(person: User) -> GameQuerySet:
    """Return the games that `person` masters and never held a seat in."""
    played = Tenure.objects.filter(person=person)
    mastered = Mastership.objects.current().filter(person=person)
    mastered = mastered.exclude(game__in=played.values("seat__game"))
    return Game.objects.filter(pk__in=mastered.values("game"))


def reader_or_404(key: str) -> User:
    """Return the person to whom the feeds with this key belong."""
    person = User.objects.taking_part().filter(feed_key=key).first()
    if person is None:
        raise Http404
    return person


def game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game; 404 also if `viewer` may not know that it exists.

    Public games are asked for first: the query of all that are visible takes far longer.
    """
    public = _PUBLIC_GAME.first(slug=slug)
    return found_or_404(public or visible_games(viewer).filter(slug=slug).first())


_PUBLIC_GAME = CompiledQuery(lambda slug: public_games().filter(slug=slug).order_by(), slug=str)


def found_or_404(game: Game | None) -> Game:
    """Return `game`, and name it in all later log lines of the request; 404 for None."""
    if game is None:
        raise Http404
    structlog.contextvars.bind_contextvars(game=game.slug)
    return game


def left_game_or_404(person: User, slug: str) -> Game:
    """Return the game, even if `person` can no longer see it because they left its lobby."""
    left = Event.objects.filter(kind=Event.Kind.LEFT, actor=person).values("game")
    known = visible_games(person) | Game.objects.filter(pk__in=left)
    return found_or_404(known.filter(slug=slug).first())


def invited_game_or_404(slug: str, key: str) -> Game:
    """Return the game to which an invitation link leads."""
    return found_or_404(Game.objects.filter(slug=slug, invitation_key=key).first())


def invited_lobby_or_404(slug: str, key: str) -> Game:
    """Return the game whose lobby an invitation link opens; 404 once it has begun."""
    game = invited_game_or_404(slug, key)
    if game.has_begun:
        raise Http404
    return game


def sees_invitation_link(role: Role) -> bool:
    """Whether a person may see the invitation link of an open lobby, and pass it on.

    These are the masters of the game and everyone who has joined.
    """
    game = role.game
    if not game.has_open_lobby:
        return False
    return role.is_master or game.entries.filter(person=role.viewer.pk).exists()


def may_renew_invitation(role: Role) -> bool:
    """Whether a person may replace the invitation link of a game: a master of it.

    In a lobby without a master everyone who waits may do so, as everyone there may pass it on.
    """
    if role.is_master:
        return True
    unled = role.game.in_lobby and not role.game.masterships.current().exists()
    return unled and role.game.entries.filter(person=role.viewer.pk).exists()


def inviting_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game for a person who may replace its invitation link."""
    game = game_or_404(viewer, slug)
    if not may_renew_invitation(Role(viewer, game)):
        raise Http404
    return game


def begun_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game if it has begun, so that it has seats."""
    game = game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def mastered_game_or_404(viewer: Viewer, slug: str) -> Game:
    game = game_or_404(viewer, slug)
    if not is_master(viewer, game):
        raise Http404
    return game


def wishing_entry_or_404(viewer: Viewer, slug: str) -> LobbyEntry:
    """Return the entry by which `viewer` waits, or waited, in a game that goes by wishes."""
    game = game_or_404(viewer, slug)
    entry = game.entries.filter(person=viewer.pk).first()
    if entry is None or game.allotment != Game.Allotment.WISHES:
        raise Http404
    entry.game = game
    return entry


def own_wishes(viewer: Viewer, game: Game) -> list[int]:
    """Return the hands that `viewer` wishes for in a lobby, the first choice first.

    This is the only way to read wishes: nobody reads those of others.
    """
    mine = PowerWish.objects.filter(entry__game=game, entry__person=viewer.pk)
    return list(mine.order_by("rank").values_list("hand", flat=True))


def allotted_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game if `viewer` masters it and gives its powers."""
    game = mastered_game_or_404(viewer, slug)
    if game.allotment != Game.Allotment.MASTER:
        raise Http404
    return game


def run_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game if it has begun and `viewer` masters it."""
    game = mastered_game_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def governed_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game if it has begun and `viewer` masters it, or administers it without a role.

    404 for everyone else. Administrators may act in private games too.
    """
    game = governed_game_or_lobby_or_404(viewer, slug)
    if not game.has_begun:
        raise Http404
    return game


def governed_game_or_lobby_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game as `governed_game_or_404` does, also before it has begun."""
    game = Game.objects.exclude(status__in=NEVER_PLAYED).filter(slug=slug).first()
    if game is None or not (is_master(viewer, game) or may_administer(viewer, game)):
        raise Http404
    return found_or_404(game)


def administered_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return the game if it has begun and `viewer` administers it without a role in it."""
    game = Game.objects.filter(slug=slug).first()
    if game is None or not may_administer(viewer, game) or not game.has_begun:
        raise Http404
    return found_or_404(game)


def invitation_path(game: Game) -> str:
    """Return the link by which people may join even a private game. For its members only."""
    return reverse("games:invitation", args=[game.slug, game.invitation_key])
