"""Rules for the links of a message: none within another, and each shows where it leads."""

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from . import addresses


def applied(tokens: Iterable[Token]) -> Iterator[Token]:
    """Apply the rules to the tokens of a line.

    A link whose text does not show its host is followed by the host. A link within another link
    becomes its text and its address, a map or a board within a link becomes its name. A link
    without any text shows its address; one without an address, such as “[a]()”, becomes text.
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
        elif token.type in ("map", "board") and open_:
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
