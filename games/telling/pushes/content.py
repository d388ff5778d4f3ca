"""What a browser shows of one notice: a title, a sentence, and the page behind it."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.crypto import salted_hmac
from django.utils.text import Truncator
from django.utils.translation import get_language

from accounts import reading

from ...feeds.text import line
from ...models import MailChoice, Notice
from ...press.markup import in_a_line
from ..mails import choices as mail_choices
from ..mails.part import Part, told
from . import choices

# Characters; all together has to fit into `sealing.LONGEST`.
LONGEST_TITLE, LONGEST_TEXT = 150, 300
LONGEST_START = 2000  # characters of a letter among whose marks its first words are looked for
HOW = MailChoice.How


@dataclass(frozen=True)
class Content:
    """`path` leads to a page of this site; `tag` is the same whenever the same notice is sent, so
    that a browser shows it once."""

    title: str
    text: str
    path: str
    tag: str
    language: str

    @property
    def document(self) -> bytes:
        """As `push-worker.js` reads it."""
        fields = {
            "title": self.title,
            "body": self.text,
            "lang": self.language,
            "tag": self.tag,
            "path": self.path,
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def compose(notice: Notice) -> Content | None:
    """What `notice` has to say to its person, as they read; none if there is nothing left."""
    person = notice.person
    if choices.is_off(person, notice.kind):
        return None
    with reading.of(person):
        part = told(notice, _how_letters_show(notice))
        if part is None:
            return None
        return Content(
            title=_cut(part.subject, LONGEST_TITLE),
            text=_cut(_sentence(part), LONGEST_TEXT),
            path=urlsplit(part.context["url"]).path,
            tag=_tag(notice),
            language=get_language() or "en",
        )


def _how_letters_show(notice: Notice) -> str:
    """A locked screen shows it to whoever is near: of a letter no more than its mail would tell,
    and where no mail of letters is wanted, nothing."""
    how = mail_choices.how(notice.person, notice.kind)
    return HOW.WITHOUT_TEXT if how == HOW.OFF else how


def _sentence(part: Part) -> str:
    """The one among what a mail would tell that is the news."""
    turn = part.context.get("turn")
    if turn:
        return str(turn.sentence)
    if part.template == "letter":
        return in_a_line(part.context["text"][:LONGEST_START])
    told_by = (part.context.get(name) for name in ("text", "ending", "next"))
    return next((str(text) for text in told_by if text), "")


def _cut(text: str, longest: int) -> str:
    return Truncator(line(text)).chars(longest)


def _tag(notice: Notice) -> str:
    """It does not tell the notice's number, which counts what others are told in private."""
    return salted_hmac("games.telling.pushes.tag", str(notice.pk)).hexdigest()[:32]
