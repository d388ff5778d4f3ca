"""A single message, for pages that ask what to do with it."""

from .... import access
from ....models import Message
from ....wording import markup
from ....wording.messages import quoted_name
from . import threads


def message_alone(
    viewer: access.Viewer, message: Message, *, text: str = "", names_open: bool | None = None
) -> threads.MessageLine:
    """The line of `message`, which `viewer` may read, with its text or with an earlier `text`.

    A page with many messages passes `names_open`, the result of `access.sees_names`. Maps in the
    text are not drawn.
    """
    if names_open is None:
        names_open = access.sees_names(viewer, message.thread.game)
    text = text or message.text
    html = markup.render(text, author_name=quoted_name)
    return threads.message_line(viewer, message, text, names_open=names_open, html=html)
