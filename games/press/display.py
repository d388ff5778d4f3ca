"""The texts of a game's letters as its pages show them."""

from collections.abc import Iterable
from functools import partial
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString

from .. import wording
from ..board.words import POWERS
from ..models import Phase
from . import markup, mentioned

MAP_WIDTH = 600  # pixels, the least of those that are drawn


class Display:
    """Shows letters of a game of which `phases` are those that count. `spoken` is its language,
    where a page can show on the map what its letters mention."""

    def __init__(self, phases: Iterable[Phase], *, spoken: str = "") -> None:
        self._phases = {phase.code: phase for phase in phases}
        self._words = partial(mentioned.marked, language=spoken) if spoken else escape

    def html(self, text: str) -> SafeString:
        return markup.render(text, maps=self._map, author=quoted_name, words=self._words)

    def _map(self, code: str) -> markup.Map | None:
        phase = self._phases.get(code)
        if phase is None:
            return None
        picture = reverse("games:picture", args=[phase.game.slug, phase.code])
        page, name = phase.get_absolute_url(), wording.phase(phase)
        return markup.Map(page, f"{picture}?width={MAP_WIDTH}", name)


def quoted_name(author: str) -> str:
    """Who is quoted: powers stand there by their codes, and each reader has a word for them."""
    return wording.power(author.upper()) if author.upper() in POWERS else author
