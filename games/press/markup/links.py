"""Links that say where they lead."""

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from . import addresses


def settled(tokens: Iterable[Token]) -> Iterator[Token]:
    """`tokens` of a line, without links in links, and beside each link that hides its host, it.

    Of a link within another one its address stays, as text. A link without any text shows its
    address, and one without an address, such as “[a]()”, is text. A map is a link of its own.
    """
    open_: list[Token] = []  # the outermost first
    text: list[str] = []
    for token in tokens:
        if token.type == "link_open":
            open_.append(token)
            if not token.attrs["href"]:
                yield _text("[")
            elif len(open_) == 1:
                text = []
                yield token
        elif token.type == "link_close":
            link = open_.pop()
            href = str(link.attrs["href"])
            if not href:
                yield _text("]()")
            elif not open_:
                yield from _end(href, "".join(text).strip(), token)
            elif link.info != "auto":
                yield _text(f" ({href})")
        elif token.type == "map" and open_:
            yield _text(token.meta["map"].name)
        else:
            text.append(token.content)
            yield token


def _end(href: str, text: str, close: Token) -> Iterator[Token]:
    if not text:
        yield _text(href)
    yield close
    address = addresses.parse(href)
    if text and address is not None and not address.is_shown_by(text):
        yield Token("host", "", 0, content=address.host)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
