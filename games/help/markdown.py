"""The Markdown of books: CommonMark with tables, without HTML, and three additions.

A heading begins with the id of its section, which is the same in all languages:
``## <a id="grace"></a>Grace period``. A paragraph ``{{ setups }}`` stands for a table that the code
makes, and ``{{ point order_repeated }}`` for one that is made of what follows its name. A link to
another file, ``deadlines.md#grace``, leads to its page. GitHub shows the same files: it hides the
ids and follows the links.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

ID = re.compile(r'<a id="([a-z0-9-]+)"></a>')
GENERATED = re.compile(r"\{\{ ([a-z-]+)(?: ([\w.-]+))? \}\}")
OTHER_PAGE = re.compile(r"([a-z-]+)\.md(#[a-z0-9-]+)?")

Blocks: TypeAlias = Mapping[str, Callable[..., str]]
"""Functions that make what stands for ``{{ name }}`` or, with one argument, ``{{ name it }}``."""


@dataclass(frozen=True)
class Section:
    """A heading and the text below it, up to the next heading.

    The first section of a page is its title with the introduction: it has no anchor.
    """

    anchor: str
    title: str
    html: SafeString


def sections(text: str, blocks: Blocks, url_name: str) -> list[Section]:
    """Render a text; links to other files lead to the address `url_name`."""
    tokens = _parser.parse(text, {"url_name": url_name})
    starts = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    return [_section(tokens[start:end], blocks) for start, end in pairwise([*starts, len(tokens)])]


def _section(tokens: list[Token], blocks: Blocks) -> Section:
    opening, title, _closing, *body = tokens
    return Section(
        anchor=str(opening.attrs.get("id", "")),
        title=title.content,
        # The files are part of the site, and the parser escapes HTML in them.
        html=mark_safe("".join(_rendered(body, blocks))),  # noqa: S308
    )


def _rendered(tokens: list[Token], blocks: Blocks) -> Iterator[str]:
    """Yield the HTML between generated blocks, and these."""
    kept: list[Token] = []
    for token in tokens:
        if token.type == "generated":
            yield _parser.renderer.render(kept, _parser.options, {})
            yield blocks[token.content](*token.meta.values())
            kept = []
        else:
            kept.append(token)
    yield _parser.renderer.render(kept, _parser.options, {})


def _read_ids(state: StateCore) -> None:
    """Move the ids of headings from their texts to their attributes."""
    for opening, title in pairwise(state.tokens):
        found = ID.match(title.content) if opening.type == "heading_open" else None
        if found:
            opening.attrs["id"] = found[1]
            title.content = title.content[found.end() :]


def _read_generated(state: StateCore) -> None:
    """Put a token in place of each paragraph that names a generated block."""
    kept: list[Token] = []
    tokens = iter(state.tokens)
    for token in tokens:
        kept.append(token)
        if token.type != "inline" or kept[-2].type != "paragraph_open":
            continue
        found = GENERATED.fullmatch(token.content)
        if found:
            next(tokens)  # the end of the paragraph
            meta = {"argument": found[2]} if found[2] else {}
            kept[-2:] = [Token("generated", "", 0, content=found[1], meta=meta)]
    state.tokens = kept


def _lead_links(state: StateCore) -> None:
    """Turn links to other files into links to their pages."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "link_open":
                found = OTHER_PAGE.fullmatch(str(child.attrs["href"]))
                if found:
                    url = reverse(state.env["url_name"], args=[found[1]])
                    child.attrs["href"] = f"{url}{found[2] or ''}"


def _mark_tables(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "table_open":
            token.attrs["class"] = "table"


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.core.ruler.before("inline", "ids", _read_ids)
    parser.core.ruler.before("inline", "generated", _read_generated)
    parser.core.ruler.push("lead_links", _lead_links)
    parser.core.ruler.push("mark_tables", _mark_tables)
    return parser


_parser = _make_parser()
