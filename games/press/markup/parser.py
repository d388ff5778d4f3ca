"""Markdown: CommonMark with ~~crossed out~~ text, without HTML, and with what forums write.

Not here are what a person who types a letter would not expect: a heading by the line below it, code
by indentation, references that vanish from the text, and entities, which are read as typed.
"""

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from . import addresses, blocks, inline


class _Parser(MarkdownIt):
    """Any address goes through our own check, wherever the parser met it."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the parser's name
        address = addresses.parse(url)
        return address.href if address else ""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return bool(url)

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def _made() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": 20})
    parser.disable(["code", "reference", "lheading", "html_block", "html_inline", "entity"])
    parser.enable(["strikethrough", "linkify"])
    inline.install(parser)
    blocks.install(parser)
    return parser


_parser = _made()


def parse(text: str, env: dict[str, Any]) -> list[Token]:
    """The blocks of `text`; a line's tokens are the children of an `inline` one.

    `env["maps"]` is the function that knows the maps.
    """
    return _parser.parse(text, env)
