"""A letter as a quotation in another one."""

from . import literal, tags


def quote(text: str, author: str) -> str:
    """`text` between the tags of a quote, of which it cannot get out, and an empty line to go on.

    `author` is without quotation marks.
    """
    for start in reversed(tags.strays(text)):
        text = f"{text[:start]}\\{text[start:]}"
    if fence := literal.unclosed(text):
        text = f"{text}\n{fence}"
    return f'[quote="{author}"]\n{text}\n[/quote]\n\n'
