"""Link preview of a page of a game: title, description and picture.

Sites on which people paste the address of the page show it. They store previews, so a preview shows
only what everyone may see for good, never an order of an open phase.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.urls import reverse
from django.utils.translation import gettext as _

from ... import wording
from ...models import Game, Phase
from ...wording import endings
from ...wording import settings as settings_wording


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


def lobby_preview(game: Game) -> Preview:
    """The preview of a lobby, for the people to whom its link is sent.

    It shows nothing that changes while the lobby fills. The address of a private game's lobby is
    known to those only who may join it.
    """
    assert game.settings is not None
    facts = [
        _("A game of Diplomacy."),
        *settings_wording.deadlines(game.settings),
        f"{game.get_press_display()}.",
        f"{game.get_language_display()}.",
    ]
    return Preview(
        title=game.title,
        description=" ".join(facts),
        picture=reverse("games:opening_picture", args=[game.setup]),
    )


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
