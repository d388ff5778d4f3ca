"""Pages of the history of a game.

A reader goes through a game in steps, each a page with its own address: for each phase its orders
and results, then the position after them; the last step is the page of the game itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _

from ... import access, wording
from ...board import pictures
from ...models import Game, Phase
from ...polling.states import page_state
from ...press import unread
from ...state import phases
from ...wording import endings
from ...wording.comments import comment_on
from ...wording.messages import MessageHtml
from ...wording.results import (
    corrected_readings,
    late_orders,
    no_moves,
    resolved_orders,
    result_lines,
)
from . import link_preview
from .masters_orders import masters_orders
from .seat_lines import seat_lines


@dataclass(frozen=True)
class Step:
    """A page in the history of a game."""

    url: str
    name: str


@dataclass(frozen=True)
class HistorySteps:
    """All steps of a game, oldest first; `index` is the number of the page shown."""

    steps: list[Step]
    index: int

    @property
    def current(self) -> Step:
        return self.steps[self.index]

    @property
    def last_index(self) -> int:
        return len(self.steps) - 1

    @property
    def links(self) -> list[tuple[str, Step | None]]:
        """Targets of the four buttons, None if there is no step in that direction."""
        back = self.steps[: self.index]
        on = self.steps[self.index + 1 :]
        return [
            ("first", back[0] if back else None),
            ("previous", back[-1] if back else None),
            ("next", on[0] if on else None),
            ("last", on[-1] if on else None),
        ]


def history_steps(
    game: Game, past: Sequence[Phase], shown: Phase, *, after: bool = False
) -> HistorySteps:
    """The steps of `game` around the page of the phase `shown`, or of the position `after` it.

    `past` are the phases of the game that count, newest first. The newest has no pages here, since
    it has no orders to show: its page is that of the game.
    """
    steps: list[Step] = []
    index = 0
    for row in reversed(past[1:]):
        if row.pk == shown.pk:
            index = len(steps) + after
        name = wording.phase(row)
        url = reverse("games:phase", args=[game.slug, row.code])
        steps += [Step(url, name), Step(f"{url}after/", _position_after(row))]
    steps.append(Step(game.get_absolute_url(), wording.phase(past[0])))
    return HistorySteps(steps, len(steps) - 1 if shown.pk == past[0].pk else index)


def _position_after(row: Phase) -> str:
    """Heading of the position after a phase, for example “After Fall 1903, movement”."""
    return _("After %(phase)s") % {"phase": wording.phase(row)}


AllPhases: TypeAlias = tuple[list[Phase], list[Phase]]


def all_phases(game: Game) -> AllPhases:
    """All phases of a game, newest first: those that count, and the superseded ones."""
    rows = list(game.phases.order_by("-number"))
    superseded = [row for row in rows if row.status == Phase.Status.SUPERSEDED]
    return [row for row in rows if row.status != Phase.Status.SUPERSEDED], superseded


def years(past: list[Phase]) -> list[tuple[int, list[tuple[Phase, str]]]]:
    """The phases and their names by year: the newest year first, its phases in order of play."""
    return [
        (year, [(row, wording.phase_in_year(row)) for row in reversed(list(rows))])
        for year, rows in groupby(past, key=lambda row: row.when.year)
    ]


def phase_page(
    viewer: access.Viewer, shown: Phase, known: AllPhases | None = None
) -> dict[str, Any]:
    """Context of a phase that is over: map, orders and results by power.

    `known` are all phases of the game, if they have been read.
    """
    role = access.Role(viewer, shown.game)
    orders = resolved_orders(shown)
    outcomes = result_lines(shown, orders)
    lines = seat_lines(role, shown, phases.orders_due(shown))
    over = shown.status == Phase.Status.FINAL
    heading = wording.phase(shown)
    return _step_page(role, shown, known) | {
        "heading": heading,
        "board": pictures.draw(shown, chain.from_iterable(orders.values())),
        "preview": link_preview.game_preview(
            shown.game, shown, lines, heading=heading, orders=not over
        ),
        "results": [
            (line, outcomes[line.code])
            for line in sorted(lines, key=lambda line: not line.mine)  # the reader's powers first
            if line.code in outcomes
        ],
        "late_orders": late_orders(shown),
        "corrections": corrected_readings(shown) if access.may_read_orders(shown) else [],
        "rules": wording.rules(line.rule for several in outcomes.values() for line in several),
        "seats": lines,
        "missing_powers": no_moves(shown),
        "ending": endings.sentence(shown.game) if over else "",
        "ending_reason": endings.reason(shown.game) if over else "",
    }


def position_after_page(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """Context of the position after a resolved phase, which is that of the next phase."""
    game = shown.game
    opened = phases.phase_after(shown)
    assert opened is not None  # a resolved phase always leads to another
    heading = _position_after(shown)
    role = access.Role(viewer, game)
    lines = seat_lines(role, opened, phases.orders_due(opened))
    return _step_page(role, shown, after=True) | {
        "heading": heading,
        "is_position_after": True,
        "next_phase": opened,
        "board": pictures.draw(opened),
        "preview": link_preview.game_preview(game, opened, lines, heading=heading, orders=False),
        "seats": lines,
    }


def superseded_page(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """Context of a superseded phase, which is not a step of the history and has no link preview."""
    return phase_page(viewer, shown) | {"steps": None, "preview": None, "is_void": True}


def _step_page(
    role: access.Role, shown: Phase, known: AllPhases | None = None, *, after: bool = False
) -> dict[str, Any]:
    """The part of the context that all pages of the history share."""
    past, superseded = known or all_phases(shown.game)
    last = next((row for row in past if row.status == Phase.Status.RESOLVED), None)
    comment = comment_on(shown)
    return {
        "comment": comment,
        "comment_html": MessageHtml(past, draws_boards=True).html(comment.text) if comment else "",
        "may_comment": last is not None and last.pk == shown.pk and role.is_master,
        "game": shown.game,
        "phase": shown,
        "steps": history_steps(shown.game, past, shown, after=after),
        "years": years(past),
        "superseded": superseded,
        "unread": unread.unread_in(role.viewer, shown.game, role),
        "role": role,
        "state": page_state(role),
        "masters_orders": masters_orders(shown.game),
    }
