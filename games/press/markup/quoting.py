"""A letter as a quotation in another one."""

from . import literal, tags


def quote(text: str, author: str = "") -> str:
    """`text` between the tags of a quote, of which it cannot get out, and an empty line to go on.

    `author` is without quotation marks; without one nobody is named.
    """
    for start in reversed(tags.strays(text)):
        text = f"{text[:start]}\\{text[start:]}"
    if fence := literal.unclosed(text):
        text = f"{text}\n{fence}"
    named = f'="{author}"' if author else ""
    return f"[quote{named}]\n{text}\n[/quote]\n\n"
