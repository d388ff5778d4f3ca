"""The HTML of a parsed message."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from django.utils.translation import gettext as _
from markdown_it.token import Token

from ...core.links import absolute_url
from . import boards, link_rules, parser, plain
from .maps import MOST_PICTURES, FindMap, Map
from .sanitizer import REL
from .tags import Block

# One level down: the page has a title of its own.
_HEADINGS = {"h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h5", "h6": "h5"}


DEEPEST = 10  # beyond it, the marks of nested emphasis stay as they were typed


@dataclass
class Writer:
    """Writes one message; for the first four fields see `render`."""

    find_map: FindMap
    author_name: Callable[[str], str]
    text_to_html: Callable[[str], str] = escape
    draws_boards: bool = False
    boards: int = field(default=0, init=False)
    pictures: int = field(default=0, init=False)
    in_link: bool = field(default=False, init=False)

    def write(self, parts: Iterable[str | Block]) -> str:
        return "".join(
            self._markdown(part) if isinstance(part, str) else self._block(part) for part in parts
        )

    def _block(self, block: Block) -> str:
        inner = self.write(block.parts)
        if block.kind == "quote":
            author = self._quote_author(block.value)
            return f'<blockquote class="markup-quote">{author}{inner}</blockquote>'
        if block.kind == "spoiler":
            title = escape(block.value or _("Spoiler"))
            summary = f"<summary><bdi>{title}</bdi></summary>"
            return f'<details class="markup-spoiler">{summary}{inner}</details>'
        tag = "ol" if block.value else "ul"
        items = "".join(f"<li>{self.write(item)}</li>" for item in block.items)
        return f"{inner}<{tag}>{items}</{tag}>"

    def _quote_author(self, author: str) -> str:
        if not author:
            return ""
        name = f"<bdi>{escape(self.author_name(author))}</bdi>"
        wrote = escape(_("%(name)s wrote:")) % {"name": name}
        return f'<p class="markup-author">{wrote}</p>'

    def _markdown(self, text: str) -> str:
        if plain.is_plain(text):
            return plain.paragraphs(text, self.text_to_html)
        return self.parsed(text)

    def parsed(self, text: str) -> str:
        """Parse a text between two tags as Markdown; returns its HTML.

        For a plain text this is what `plain.paragraphs` returns.
        """
        pieces: list[str] = []
        end = -1  # of the paragraph before
        for token in parser.parse(text, {"find_map": self.find_map}):
            if token.type == "paragraph_open" and token.level == 0 and token.map:
                pieces.append("<br>" * (token.map[0] - end - 1) if end >= 0 else "")
                end = token.map[1]
            elif token.level == 0 and token.nesting > 0:
                end = -1
            pieces.append(self._token(token))
        return "".join(pieces)

    def _token(self, token: Token) -> str:
        if token.hidden:  # a paragraph of a list without blank lines
            return ""
        special = _SPECIAL.get(token.type)
        if special:
            return special(self, token)
        tag = _HEADINGS.get(token.tag, token.tag)
        if token.nesting < 0:
            return f"</{tag}>"
        attributes = "".join(f' {key}="{escape(str(value))}"' for key, value in token.attrs.items())
        return f"<{tag}{attributes}>"

    def _inline(self, token: Token) -> str:
        tokens = _limited(link_rules.applied(token.children or ()))
        return "".join(map(self._token, tokens))

    def _code(self, token: Token) -> str:
        return f"<code>{escape(token.content)}</code>"

    def _fence(self, token: Token) -> str:
        # The text beside the fence usually names a language. It is kept, because somebody typed it.
        info = f"{token.info.strip()}\n" if token.info.strip() else ""
        return f"<pre><code>{escape(info + token.content)}</code></pre>"

    def _text(self, token: Token) -> str:
        return escape(token.content) if self.in_link else self.text_to_html(token.content)

    def _link(self, token: Token) -> str:
        self.in_link = True
        # Its direction comes from its own messages, not from the text around it.
        return f'<a href="{escape(str(token.attrs["href"]))}" dir="auto" rel="{REL}">'

    def _end_of_link(self, _token: Token) -> str:
        self.in_link = False
        return "</a>"

    def _host(self, token: Token) -> str:
        return f' <span class="markup-host" dir="ltr">({escape(token.content)})</span>'

    def _map(self, token: Token) -> str:
        which: Map = token.meta["map"]
        self.pictures += 1
        shown = escape(which.name)
        if which.picture and self.pictures <= MOST_PICTURES:
            shown = f'<img src="{escape(which.picture)}" alt="{shown}" loading="lazy">'
        return f'<a class="markup-map" href="{escape(which.page)}" rel="{REL}">{shown}</a>'

    def _board(self, token: Token) -> str:
        which: Map = token.meta["map"]
        self.boards += 1
        page = which.page if self.draws_boards else absolute_url(which.page)
        shown = escape(which.name)
        if self.draws_boards and self.boards <= boards.MOST_PICTURES:
            width, height = boards.SIZE
            shown = (
                f'<img src="{escape(which.picture)}" alt="{shown}" width="{width}"'
                f' height="{height}" loading="lazy">'
            )
        return f'<a class="markup-map" href="{escape(page)}" rel="{REL}">{shown}</a>'


_SPECIAL: dict[str, Callable[[Writer, Token], str]] = {
    "inline": Writer._inline,
    "text": Writer._text,
    "code_inline": Writer._code,
    "fence": Writer._fence,
    "link_open": Writer._link,
    "link_close": Writer._end_of_link,
    "host": Writer._host,
    "map": Writer._map,
    "board": Writer._board,
}


def _limited(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a line, with those beyond `DEEPEST` as text.

    A thousand nested elements would burden browsers.
    """
    depth = 0
    for token in tokens:
        depth += token.nesting > 0
        if token.nesting and depth > DEEPEST and token.tag != "a":
            yield Token("text", "", 0, content=token.markup)
        else:
            yield token
        depth -= token.nesting < 0
