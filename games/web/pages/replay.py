"""The replay of a game: its resolved phases one after another, with the centers over the years.

Each step is the page of a phase in the history with another address, so that it shows the same to
the same readers. The script fetches the pages of the history and shows their parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ... import access, wording
from ...board import animations
from ...models import Phase
from . import history, link_preview, statistics
from .seat_lines import public_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...models import Game
    from .shared_parts import SharedParts

SHOWN = (Phase.Status.RESOLVED, Phase.Status.FINAL)
SPEEDS = ("0.5", "1", "2", "4")


@dataclass(frozen=True)
class ReplayStep(history.Step):
    """A phase in the replay; `source` is the address of its page in the history."""

    source: str
    year: int


@dataclass(frozen=True)
class ReplaySteps(history.HistorySteps):
    """The steps of a replay; `speeds` are the choices of its speed."""

    speeds: Sequence[str]


def replayed_phases(game: Game) -> list[Phase]:
    """The phases that a replay shows, oldest first: the resolved ones and the final position."""
    return list(game.phases.filter(status__in=SHOWN).order_by("number"))


def replay_page(
    viewer: access.Viewer, rows: Sequence[Phase], shown: Phase, parts: SharedParts
) -> dict[str, Any]:
    """Context of the replay at the phase `shown`, which is one of `rows`."""
    game = shown.game
    steps = [_step(game, row) for row in rows]
    place = [row.pk for row in rows].index(shown.pk)
    frames = animations.shown_phases(game)
    return history.phase_page(viewer, shown) | {
        "steps": ReplaySteps(list(steps), place, SPEEDS),
        "preview": _result_preview(rows[-1]),
        "is_replay": True,
        "shown_year": shown.when.year,
        "can_animate": animations.can_have_one(game, frames),
        "animation": animations.animation_of(game, frames),
        "chart": parts.part("statistics", lambda: statistics.figures_of(game)).get("chart"),
        "chart_label": _("The supply centers of each power over the years"),
    }


def _result_preview(last: Phase) -> link_preview.Preview | None:
    """The link preview of a replay: the result of the game, once it is over."""
    if last.status != Phase.Status.FINAL:
        return None
    lines = public_lines(last.game, last, {})
    return link_preview.game_preview(last.game, last, lines, heading=_("Replay"), orders=False)


def _step(game: Game, row: Phase) -> ReplayStep:
    return ReplayStep(
        url=reverse("games:replay_phase", args=[game.slug, row.code]),
        name=wording.phase(row),
        source=reverse("games:phase", args=[game.slug, row.code]),
        year=row.when.year,
    )
