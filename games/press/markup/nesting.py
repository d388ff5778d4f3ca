"""How deep emphasis may be nested: deeper, its marks stay as they were typed."""

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

DEEPEST = 10


def bounded(tokens: Iterable[Token]) -> Iterator[Token]:
    """`tokens` of a line. No browser need hold a thousand elements within one another."""
    depth = 0
    for token in tokens:
        depth += token.nesting > 0
        if token.nesting and depth > DEEPEST and token.tag != "a":
            yield Token("text", "", 0, content=token.markup)
        else:
            yield token
        depth -= token.nesting < 0
