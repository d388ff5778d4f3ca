"""Context of the front page: a board in its present state, and games to join and to watch."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from accounts.models import User

from ... import access, wording
from ...board import pictures
from ...lifecycle import listed_games, practice
from ...lifecycle.filtered_games import GameFilter, ListedStatus, ListOrder, filtered_games
from ...models import Game, Phase
from ...models.game_queries import GameQuerySet
from ...state import variants
from .mastered_games import MasteredGame, mastered_games
from .my_games import my_games

MASTERED_GAMES = 12
OPEN_GAMES = 6
RUNNING_GAMES = 6
FINISHED_GAMES = 3


@dataclass(frozen=True)
class ShownBoard:
    """The board of the front page. Without a `game` it is the start position."""

    board: SafeString
    heading: str
    game: Game | None = None
    is_running: bool = False


def front_page(viewer: access.Viewer) -> dict[str, Any]:
    """Context of the front page. Its lists have public games that are not shown above them."""
    mine = my_games(viewer) if isinstance(viewer, User) else None
    shown = None if isinstance(viewer, User) else shown_board()
    public = access.public_games()
    others = public.exclude(pk__in=access.games_of(viewer)) if isinstance(viewer, User) else public
    if shown is not None and shown.game is not None:
        others = others.exclude(pk=shown.game.pk)
    return {
        "mine": mine,
        "mastered": _mastered(viewer) if mine and mine.has_mastered else [],
        "shown": shown,
        "open_games": _listed(viewer, others, "lobby", OPEN_GAMES),
        "open_seats": _open_seat_count(viewer),
        "has_practice": practice.most_at_once() > 0,
        "running_games": _listed(viewer, others, "running", RUNNING_GAMES),
        "finished_games": _listed(viewer, others, "finished", FINISHED_GAMES),
        "is_empty_site": not public.exclude(status=Game.Status.EXPIRED).exists(),
        "runs_site": access.runs_site(viewer),
    }


def _mastered(viewer: access.Viewer) -> list[MasteredGame]:
    return mastered_games(viewer)[:MASTERED_GAMES] if isinstance(viewer, User) else []


def _open_seat_count(viewer: access.Viewer) -> int:
    """The number of seats that `viewer` may take over; as in lists, a person's powers are one."""
    return access.open_seats(viewer).order_by().values("game", "hand").distinct().count()


def _listed(viewer: access.Viewer, games: GameQuerySet, status: str, number: int) -> list[Game]:
    """Some of `games`: the lobbies with free seats, the fullest first, or the newest others."""
    in_lobby = status == ListedStatus.LOBBY
    wanted = GameFilter(
        status=status,
        free_seats=in_lobby,
        order=ListOrder.SEATS if in_lobby else ListOrder.NEWEST,
    )
    found = filtered_games(games, viewer, wanted)
    return listed_games.rows(viewer, list(found.values_list("pk", flat=True)[:number]))


def shown_board() -> ShownBoard:
    """The public game whose phase opened last, else the one that ended last, else the start.

    A game that has just begun is shown only if there is no other: its board says little.
    """
    public = Phase.objects.filter(game__visibility=Game.Visibility.PUBLIC)
    running = public.open().filter(game__status=Game.Status.PLAYING)
    ended = public.filter(status=Phase.Status.FINAL, game__status=Game.Status.FINISHED)
    phase = (
        _newest(running.filter(number__gt=1), "-opened_at")
        or _newest(running, "-opened_at")
        or _newest(ended, "-game__ended_at")
    )
    if phase is None:
        start = variants.start_position(variants.offered_setups()[0])
        name = wording.setup_name(variants.offered_setups()[0])
        return ShownBoard(pictures.draw_position(name, start), wording.phase_name(start.phase))
    return ShownBoard(
        board=pictures.draw(phase),
        heading=wording.phase(phase),
        game=listed_games.rows(AnonymousUser(), [phase.game_id])[0],
        is_running=phase.is_open,
    )


def _newest(phases: Any, order: str) -> Phase | None:
    found: Phase | None = phases.select_related("game").order_by(order, "-pk").first()
    return found
