"""The replay of a game: its resolved phases one after another, with the centers over the years.

Each step is the page of a phase in the history with another address, so that it shows the same to
the same readers. The script fetches the pages of the history and shows their parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ... import access, wording
from ...board import animations
from ...models import Phase
from ...statistics.played import center_years
from . import history, link_preview, statistics
from .seat_lines import public_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...models import Game
    from .history import AllPhases
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


def replayed_phases(known: AllPhases) -> list[Phase]:
    """The phases that a replay shows, oldest first: the resolved ones and the final position."""
    past, _superseded = known
    return [row for row in reversed(past) if row.status in SHOWN]


def replay_page(
    viewer: access.Viewer, known: AllPhases, shown: Phase, parts: SharedParts
) -> dict[str, Any]:
    """Context of the replay at the phase `shown`, which is one of `replayed_phases(known)`."""
    game, rows = shown.game, replayed_phases(known)
    place = [row.pk for row in rows].index(shown.pk)
    frames = animations.frames_of(rows)
    return history.phase_page(viewer, shown, known) | {
        "steps": ReplaySteps([_step(game, row) for row in rows], place, SPEEDS),
        "preview": parts.part("replay preview", lambda: _result_preview(rows[-1])),
        "is_replay": True,
        "can_animate": animations.can_have_one(game, frames),
        "animation": animations.animation_of(game, frames),
        "chart": _chart(game, known, shown, parts),
    }


def _chart(game: Game, known: AllPhases, shown: Phase, parts: SharedParts) -> SafeString:
    """The chart of the centers, with the year of the phase `shown` marked."""
    chart = parts.part("replay chart", lambda: _plain_chart(game, known))
    column = f'<g data-year="{shown.when.year}"'
    return SafeString(chart.replace(f"{column}>", f'{column} class="chart__shown">'))


def _plain_chart(game: Game, known: AllPhases) -> SafeString:
    past, _superseded = known
    powers = list(game.seats.order_by("place").values_list("power", flat=True))
    context = {
        "chart": statistics.chart_of(center_years(game, past[::-1]), powers),
        "chart_label": _("The supply centers of each power over the years"),
        "is_replay": True,
    }
    return render_to_string("games/statistics/_chart.html", context)


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
