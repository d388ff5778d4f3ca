"""What was read in a letter, as HTML."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape

from django.utils.translation import gettext as _
from markdown_it.token import Token

from . import links, nesting, parser, plain
from .maps import MOST_PICTURES, Map, Maps
from .tags import Block
from .wall import REL

# A letter is part of a page that has a title of its own.
_HEADINGS = {"h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h5", "h6": "h5"}


@dataclass
class Writer:
    """Writes one letter. `maps`, `author` and `words` are what `render` was given."""

    maps: Maps
    author: Callable[[str], str]
    words: Callable[[str], str] = escape
    pictures: int = field(default=0, init=False)
    in_link: bool = field(default=False, init=False)

    def write(self, parts: Iterable[str | Block]) -> str:
        return "".join(
            self._markdown(part) if isinstance(part, str) else self._block(part) for part in parts
        )

    def _block(self, block: Block) -> str:
        inner = self.write(block.parts)
        if block.kind == "quote":
            return f'<blockquote class="markup-quote">{self._head(block.value)}{inner}</blockquote>'
        if block.kind == "spoiler":
            title = escape(block.value or _("Spoiler"))
            summary = f"<summary><bdi>{title}</bdi></summary>"
            return f'<details class="markup-spoiler">{summary}{inner}</details>'
        tag = "ol" if block.value else "ul"
        items = "".join(f"<li>{self.write(item)}</li>" for item in block.items)
        return f"{inner}<{tag}>{items}</{tag}>"

    def _head(self, author: str) -> str:
        if not author:
            return ""
        wrote = escape(_("%(name)s wrote:")) % {"name": f"<bdi>{escape(self.author(author))}</bdi>"}
        return f'<p class="markup-author">{wrote}</p>'

    def _markdown(self, text: str) -> str:
        if plain.is_plain(text):
            return plain.paragraphs(text, self.words)
        return self.through_the_parser(text)

    def through_the_parser(self, text: str) -> str:
        """A text between two tags as Markdown; what has no markup at all comes out the same."""
        pieces: list[str] = []
        end = -1  # of the paragraph before
        for token in parser.parse(text, {"maps": self.maps}):
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
        tokens = nesting.bounded(links.settled(token.children or ()))
        return "".join(map(self._token, tokens))

    def _code(self, token: Token) -> str:
        return f"<code>{escape(token.content)}</code>"

    def _fence(self, token: Token) -> str:
        # What stands beside the fence names a language as a rule. It is text that somebody typed.
        beside = f"{token.info.strip()}\n" if token.info.strip() else ""
        return f"<pre><code>{escape(beside + token.content)}</code></pre>"

    def _text(self, token: Token) -> str:
        return escape(token.content) if self.in_link else self.words(token.content)

    def _link(self, token: Token) -> str:
        self.in_link = True
        # Set by its own letters alone, whatever stands around it.
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
        if self.pictures <= MOST_PICTURES:
            shown = f'<img src="{escape(which.picture)}" alt="{shown}" loading="lazy">'
        return f'<a class="markup-map" href="{escape(which.page)}" rel="{REL}">{shown}</a>'


_SPECIAL: dict[str, Callable[[Writer, Token], str]] = {
    "inline": Writer._inline,
    "text": Writer._text,
    "code_inline": Writer._code,
    "fence": Writer._fence,
    "link_open": Writer._link,
    "link_close": Writer._end_of_link,
    "host": Writer._host,
    "map": Writer._map,
}
