"""Content of a push message: a title, a sentence, and the page that a click opens."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.crypto import salted_hmac
from django.utils.text import Truncator
from django.utils.translation import get_language

from accounts import reader_locale

from ...core.plain_text import single_line
from ...models import MailChoice, Notification
from ...wording.markup import in_a_line
from ...wording.messages import quoted_name
from .. import preferences
from ..content import NotificationText, text_for_channel

# Characters; the whole document must fit into `encryption.LONGEST`.
LONGEST_TITLE, LONGEST_TEXT = 150, 300
LONGEST_START = 2000  # characters of a message that are read for its first words
HOW = MailChoice.How


@dataclass(frozen=True)
class Content:
    """Title, text and path of a page of this site.

    `tag` is always the same for the same notification, so that a browser shows it once.
    """

    title: str
    text: str
    path: str
    tag: str
    language: str

    @property
    def document(self) -> bytes:
        """JSON for `push-worker.js`."""
        fields = {
            "title": self.title,
            "body": self.text,
            "lang": self.language,
            "tag": self.tag,
            "path": self.path,
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def compose(notification: Notification) -> Content | None:
    """The content of a notification in its reader's language and notation.

    None if there is nothing left to tell.
    """
    person = notification.person
    if preferences.is_push_off(person, notification.kind):
        return None
    with reader_locale.override(person):
        part = text_for_channel(notification, _mail_choice(notification))
        if part is None:
            return None
        return Content(
            title=_cut(part.subject, LONGEST_TITLE),
            text=_cut(_sentence(part), LONGEST_TEXT),
            path=urlsplit(part.context["url"]).path,
            tag=_tag(notification),
            language=get_language() or "en",
        )


def _mail_choice(notification: Notification) -> str:
    """The reader's choice of mail for this kind, which also decides whether a message's text shows.

    A locked screen shows a push message to anybody nearby. So it shows no more of a text than a
    mail would, and no text at all if the reader wants no mail.
    """
    how = preferences.mail_preference(notification.person, notification.kind)
    return HOW.WITHOUT_TEXT if how == HOW.OFF else how


def _sentence(part: NotificationText) -> str:
    """The sentence with the news, taken from the context of the mail."""
    due = part.context.get("orders_due")
    if due:
        return str(due.sentence)
    if part.template == "message":
        text = part.message.text if part.message else ""
        return in_a_line(text[:LONGEST_START], author_name=quoted_name)
    found = (part.context.get(name) for name in ("text", "ending", "next"))
    return next((str(text) for text in found if text), "")


def _cut(text: str, longest: int) -> str:
    return Truncator(single_line(text)).chars(longest)


def _tag(notification: Notification) -> str:
    """A tag that does not reveal the primary key of the notification.

    From primary keys, readers could learn how many private notifications others get.
    """
    return salted_hmac("games.notifications.push.tag", str(notification.pk)).hexdigest()[:32]
