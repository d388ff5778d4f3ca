"""What forums write within a line, as rules of the Markdown parser, and addresses as links.

A rule gets the parser's state and whether it should only look. It says whether it found its own at
`state.pos`, and then has moved there past it.
"""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.link import link
from markdown_it.rules_inline.state_inline import Delimiter

from . import addresses, maps

_TAG = re.compile(
    r"""\[(?:(?P<close>/)?(?P<name>[bius])|(?P<end>/url)|url=(?P<quote>"?)(?P<to>[^\s"\[\]]+)(?P=quote))\]""",
    re.IGNORECASE,
)
_URL = re.compile(r"\[url\]([^\s\[\]]+)\[/url\]", re.IGNORECASE)
_SCHEME = re.compile(r"(?:^|[^0-9A-Za-z_])(https?)$", re.IGNORECASE)


@dataclass(frozen=True)
class _Kind:
    """A pair of tags: the number by which the parser tells its ends from others, and its HTML."""

    marker: int
    type: str
    tag: str


# Numbers that no character has: Markdown's own pairs go by their character.
_KINDS = {
    name: _Kind(0x110000 + number, type_, tag)
    for number, (name, type_, tag) in enumerate(
        [("b", "strong", "strong"), ("i", "em", "em"), ("u", "u", "u"), ("s", "s", "s")]
    )
}
_LINK = _Kind(0x110000 + len(_KINDS), "link", "a")
_BY_MARKER = {kind.marker: kind for kind in (*_KINDS.values(), _LINK)}


def install(parser: MarkdownIt) -> None:
    """Make these rules part of `parser`."""
    rules = parser.inline.ruler
    rules.at("newline", _newline)
    rules.at("linkify", _address)
    rules.at("image", _image)
    rules.before("link", "url", _url)
    rules.before("link", "pair", _pair)
    rules.before("link", "map", maps.tag)
    parser.inline.ruler2.after("emphasis", "pair", _settle_pairs)


def _newline(state: StateInline, silent: bool) -> bool:
    """A line ends where it was typed to end, and the next keeps its indentation."""
    if state.src[state.pos] != "\n":
        return False
    if not silent:
        state.push("softbreak", "br", 0)
    state.pos += 1
    return True


def _address(state: StateInline, silent: bool) -> bool:
    """A web address in a sentence. It is found at its colon: letters are passed over in one go."""
    if silent or state.linkLevel or state.src[state.pos] != ":":
        return False
    scheme = _SCHEME.search(state.pending[-6:])
    if scheme is None:
        return False
    typed = addresses.at(state.src, state.pos - len(scheme[1]))
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
    """An image becomes a link: whoever opens a letter calls on no other site."""
    if silent or state.src[state.pos : state.pos + 2] != "![":
        return False
    state.pos += 1
    if not link(state, silent):
        # Asked once, the rule for links need not look at this bracket again.
        state.pending += "!"
        if not (_url(state, silent) or _pair(state, silent) or maps.tag(state, silent)):
            state.pending += "["
            state.pos += 1
    return True


def _pair(state: StateInline, silent: bool) -> bool:
    """One end of a pair. It becomes a tag if the parser finds the other end, nested as it should be
    among emphasis and other pairs; otherwise it stays the text that it is."""
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


def _settle_pairs(state: StateInline) -> None:
    """Turn the ends that were found to belong together into tags."""
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
