"""The Markdown parser: CommonMark with ~~strikethrough~~ and BBCode, without HTML.

It leaves out rules that the writer of a message would not expect: headings by a line below, code by
indentation, link references, which vanish from the text, and entities, which stay as typed.
"""

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from . import addresses, blocks, inline


class _Parser(MarkdownIt):
    """Parser that checks every address by `addresses.parse`."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the parser's name
        address = addresses.parse(url)
        return address.href if address else ""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return bool(url)

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def _make_parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": 20})
    parser.disable(["code", "reference", "lheading", "html_block", "html_inline", "entity"])
    parser.enable(["strikethrough", "linkify"])
    inline.install(parser)
    blocks.install(parser)
    return parser


_parser = _make_parser()


def parse(text: str, env: dict[str, Any]) -> list[Token]:
    """Return the tokens of `text`: blocks, with the tokens of their lines as children of `inline`.

    `env["find_map"]` is the function that finds maps.
    """
    return _parser.parse(text, env)
