"""The HTML of the messages of a game."""

from collections.abc import Callable, Iterable
from functools import partial
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString

from adjudicator import Board

from .. import wording
from ..core import powers
from ..core.links import absolute_url
from ..models import Game, Phase
from ..state import variants
from . import markup

MAP_WIDTH = 600  # pixels, the smallest width that is drawn


class MessageHtml:
    """Renders messages of a game with the given valid phases.

    `mentioned_in` is the game on pages that can show on the map what messages mention. With
    `in_mail` maps are links with whole addresses, since mail programs should load no pictures.
    Boards of the sandbox are drawn if `draws_boards`, on pages alone.
    """

    def __init__(
        self,
        phases: Iterable[Phase],
        *,
        mentioned_in: Game | None = None,
        in_mail: bool = False,
        draws_boards: bool = False,
    ) -> None:
        self._phases = {phase.code: phase for phase in phases}
        self._in_mail = in_mail
        self._draws_boards = draws_boards
        self._text_to_html: Callable[[str], str] = escape
        if mentioned_in is not None:
            self._text_to_html = partial(
                mark_mentions,
                language=mentioned_in.language,
                board=variants.board_of(mentioned_in),
            )

    def html(self, text: str) -> SafeString:
        return markup.render(
            text,
            find_map=self._map,
            author_name=quoted_name,
            text_to_html=self._text_to_html,
            draws_boards=self._draws_boards,
        )

    def _map(self, code: str) -> markup.Map | None:
        phase = self._phases.get(code)
        if phase is None:
            return None
        page, name = phase.get_absolute_url(), wording.phase(phase)
        if self._in_mail:
            return markup.Map(absolute_url(page), "", name)
        picture = reverse("games:picture", args=[phase.game.slug, phase.code])
        return markup.Map(page, f"{picture}?width={MAP_WIDTH}", name)


def quoted_name(author: str) -> str:
    """The name of a quoted author: a power's code becomes its name in the reader's language."""
    return wording.power(author.upper()) if powers.is_power(author.upper()) else author


def mark_mentions(text: str, language: str, board: Board) -> str:
    """Return the HTML of a plain text, with its orders and provinces marked.

    `language` and `board` are the game's: most messages are written in that language.
    """
    pieces: list[str] = []
    done = 0
    for mention in wording.mentions(text, language, board):
        pieces.append(escape(text[done : mention.start]))
        arrow = f' data-arrow="{" ".join(mention.arrow)}"' if mention.arrow else ""
        provinces = " ".join(mention.provinces)
        pieces.append(f'<span class="markup-place" data-provinces="{provinces}"{arrow}>')
        pieces.append(f"{escape(text[mention.start : mention.end])}</span>")
        done = mention.end
    return "".join([*pieces, escape(text[done:])])
