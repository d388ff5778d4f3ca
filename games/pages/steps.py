"""The steps in which a game is read: of each phase its orders and results, then the position after
them; at the end the game as it stands. Each has an address of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from .. import wording
from ..models import Game, Phase


@dataclass(frozen=True)
class Step:
    url: str
    name: str


@dataclass(frozen=True)
class Steps:
    """All steps of a game, oldest first; the reader stands at `place`."""

    rows: list[Step]
    place: int

    @property
    def here(self) -> Step:
        return self.rows[self.place]

    @property
    def last(self) -> int:
        return len(self.rows) - 1

    @property
    def links(self) -> list[tuple[str, Step | None]]:
        """Where the four buttons lead; None where there is no further step."""
        back = self.rows[: self.place]
        on = self.rows[self.place + 1 :]
        return [
            ("first", back[0] if back else None),
            ("previous", back[-1] if back else None),
            ("next", on[0] if on else None),
            ("last", on[-1] if on else None),
        ]


def of(game: Game, past: Sequence[Phase], shown: Phase, *, after: bool = False) -> Steps:
    """The steps of `game`, whose phases are `past` (newest first), for who reads `shown`.

    The newest phase is the page of the game itself: nothing was ordered in it yet, or ever.
    """
    rows: list[Step] = []
    place = 0
    for row in reversed(past[1:]):
        if row.pk == shown.pk:
            place = len(rows) + after
        name = wording.phase(row)
        url = reverse("games:phase", args=[game.slug, row.code])
        rows += [Step(url, name), Step(f"{url}after/", after_name(row))]
    rows.append(Step(game.get_absolute_url(), wording.phase(past[0])))
    return Steps(rows, len(rows) - 1 if shown.pk == past[0].pk else place)


def after_name(row: Phase) -> str:
    """For example “After Fall 1903, movement”."""
    return _("After %(phase)s") % {"phase": wording.phase(row)}
