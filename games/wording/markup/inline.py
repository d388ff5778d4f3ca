"""Rules of the Markdown parser for BBCode within a line, and for addresses as links.

A rule takes the parser's state and `silent`, whether it should only check. It returns whether it
matched at `state.pos`; then it has moved `state.pos` past the match.
"""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.link import link
from markdown_it.rules_inline.state_inline import Delimiter

from . import addresses, boards, maps

_TAG = re.compile(
    r"""\[(?:(?P<close>/)?(?P<name>[bius])|(?P<end>/url)|url=(?P<quote>"?)(?P<to>[^\s"\[\]]+)(?P=quote))\]""",
    re.IGNORECASE,
)
_URL = re.compile(r"\[url\]([^\s\[\]]+)\[/url\]", re.IGNORECASE)
_SCHEME = re.compile(r"(?:^|[^0-9A-Za-z_])(https?)$", re.IGNORECASE)


@dataclass(frozen=True)
class _Kind:
    """A kind of tag pair: its number as a delimiter of the parser, and its token type and HTML."""

    marker: int
    type: str
    tag: str


# Numbers beyond Unicode: Markdown's own delimiters are numbered by their character.
_KINDS = {
    name: _Kind(0x110000 + number, type_, tag)
    for number, (name, type_, tag) in enumerate(
        [("b", "strong", "strong"), ("i", "em", "em"), ("u", "u", "u"), ("s", "s", "s")]
    )
}
_LINK = _Kind(0x110000 + len(_KINDS), "link", "a")
_BY_MARKER = {kind.marker: kind for kind in (*_KINDS.values(), _LINK)}


def install(parser: MarkdownIt) -> None:
    """Add these rules to `parser`."""
    rules = parser.inline.ruler
    rules.at("newline", _newline)
    rules.at("linkify", _address)
    rules.at("image", _image)
    rules.before("link", "url", _url)
    rules.before("link", "pair", _pair)
    rules.before("link", "map", maps.map_tag)
    rules.before("link", "board", boards.board_tag)
    parser.inline.ruler2.after("emphasis", "pair", _convert_pairs)


def _newline(state: StateInline, silent: bool) -> bool:
    """A line break where one was typed; the next line keeps its indentation."""
    if state.src[state.pos] != "\n":
        return False
    if not silent:
        state.push("softbreak", "br", 0)
    state.pos += 1
    return True


def _address(state: StateInline, silent: bool) -> bool:
    """A web address in a sentence, found at its colon: the parser skips over messages in one go."""
    if silent or state.linkLevel or state.src[state.pos] != ":":
        return False
    scheme = _SCHEME.search(state.pending[-6:])
    if scheme is None:
        return False
    typed = addresses.match_at(state.src, state.pos - len(scheme[1]))
    address = addresses.parse(typed)
    if address is None:
        return False
    state.pending = state.pending[: -len(scheme[1])]
    _push_link(state, address.href, typed)
    state.pos += len(typed) - len(scheme[1])
    return True


def _url(state: StateInline, silent: bool) -> bool:
    found = _URL.match(state.src, state.pos)
    address = addresses.parse(found[1]) if found else None
    if found is None or address is None:
        return False
    if not silent:
        _push_link(state, address.href, found[1])
    state.pos = found.end()
    return True


def _push_link(state: StateInline, href: str, text: str) -> None:
    state.push("link_open", "a", 1).attrs = {"href": href}
    state.tokens[-1].info = "auto"
    state.push("text", "", 0).content = text
    state.push("link_close", "a", -1)


def _image(state: StateInline, silent: bool) -> bool:
    """An image, written as a link: opening a message must not send requests to other sites."""
    if silent or state.src[state.pos : state.pos + 2] != "![":
        return False
    state.pos += 1
    if not link(state, silent):
        # The rule for links has refused this bracket: try the others, or keep it as text.
        state.pending += "!"
        others = (_url, _pair, maps.map_tag, boards.board_tag)
        if not any(rule(state, silent) for rule in others):
            state.pending += "["
            state.pos += 1
    return True


def _pair(state: StateInline, silent: bool) -> bool:
    """One end of a tag pair, as text and a delimiter.

    It becomes a tag if the parser finds the other end, properly nested among emphasis and other
    pairs (see `_convert_pairs`); otherwise it stays text.
    """
    found = None if silent else _TAG.match(state.src, state.pos)
    if found is None:
        return False
    kind, closes = _KINDS.get((found["name"] or "").lower(), _LINK), found["close"] or found["end"]
    address = addresses.parse(found["to"]) if found["to"] else None
    if found["to"] and address is None:
        return False
    token = state.push("text", "", 0)
    token.content = found.group()
    if address:
        token.meta["href"] = address.href
    state.delimiters.append(
        Delimiter(
            marker=kind.marker,
            length=0,
            token=len(state.tokens) - 1,
            end=-1,
            open=not closes,
            close=bool(closes),
        )
    )
    state.pos = found.end()
    return True


def _convert_pairs(state: StateInline) -> None:
    """Turn the delimiters that the parser has matched into tags."""
    inner = [meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta]
    for delimiters in (state.delimiters, *inner):
        for start in delimiters:
            kind = _BY_MARKER.get(start.marker)
            if kind is None or start.end < 0:
                continue
            for end, nesting, name in ((start, 1, "open"), (delimiters[start.end], -1, "close")):
                token = state.tokens[end.token]
                token.type, token.tag = f"{kind.type}_{name}", kind.tag
                token.nesting = 1 if nesting > 0 else -1
                token.markup, token.content = token.content, ""
                if "href" in token.meta:
                    token.attrs = {"href": token.meta["href"]}
