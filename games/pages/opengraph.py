"""What stands for a page of a game where somebody pastes its address: a title, a line, a picture.

Services keep it, so it shows what everyone may see for good: never an order of an open phase.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.urls import reverse

from .. import wording
from ..models import Game, Phase
from . import outcome


class Owner(Protocol):
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


def of(
    game: Game, seen: Phase, powers: Iterable[Owner], *, heading: str, orders: bool
) -> Preview | None:
    """The preview of a page that shows the board of `seen`, with its orders or without.

    None for a private game: strangers get no answer, so there is nothing for them to show.
    """
    if game.visibility != Game.Visibility.PUBLIC:
        return None
    owners = sorted(powers, key=lambda line: -line.centers)
    counted = ", ".join(f"{line.power} {line.centers}" for line in owners if line.centers)
    ended = outcome.sentence(game) if seen.status == Phase.Status.FINAL else ""
    picture = reverse("games:picture", args=[game.slug, seen.code])
    return Preview(
        title=f"{game.title}: {heading}",
        description=" ".join(filter(None, [f"{wording.phase(seen)}.", ended, counted])),
        picture=picture if orders else f"{picture}?orders=no",
    )
