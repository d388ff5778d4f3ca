"""Link preview of a page of a game: title, description and picture.

Sites on which people paste the address of the page show it. They store previews, so a preview shows
only what everyone may see for good, never an order of an open phase.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.urls import reverse

from ... import wording
from ...models import Game, Phase
from ...wording import endings


class PowerWithCenters(Protocol):
    """A power and how many supply centers it owns."""

    @property
    def power(self) -> str: ...
    @property
    def centers(self) -> int: ...


@dataclass(frozen=True)
class Preview:
    title: str
    description: str
    picture: str


def game_preview(
    game: Game, phase: Phase, powers: Iterable[PowerWithCenters], *, heading: str, orders: bool
) -> Preview | None:
    """The preview of a page that shows the board of `phase`, with its orders if `orders`.

    None for a private game: other sites cannot open its pages.
    """
    if game.visibility != Game.Visibility.PUBLIC:
        return None
    owners = sorted(powers, key=lambda line: -line.centers)
    counted = ", ".join(f"{line.power} {line.centers}" for line in owners if line.centers)
    ended = endings.sentence(game) if phase.status == Phase.Status.FINAL else ""
    picture = reverse("games:picture", args=[game.slug, phase.code])
    return Preview(
        title=f"{game.title}: {heading}",
        description=" ".join(filter(None, [f"{wording.phase(phase)}.", ended, counted])),
        picture=picture if orders else f"{picture}?orders=no",
    )
