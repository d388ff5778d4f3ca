"""One letter by itself, where a page asks what to do about it."""

from .. import access
from ..models import Letter
from ..press import markup, threads
from ..press.display import quoted_name


def alone(
    viewer: access.Viewer, letter: Letter, *, text: str = "", names_open: bool | None = None
) -> threads.LetterLine:
    """`letter`, which `viewer` may read, with its own text or the `text` that it had.

    `names_open` is `access.sees_names(…)` where a page shows many. Maps stay as they were typed.
    """
    if names_open is None:
        names_open = access.sees_names(viewer, letter.thread.game)
    text = text or letter.text
    html = markup.render(text, author=quoted_name)
    return threads.line(viewer, letter, text, names_open=names_open, html=html)
