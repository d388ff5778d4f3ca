"""A mail as it is sent: text, subject, and headers that let its reader stop it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts import reading

from ... import access
from ...models import MailChoice, Notice
from . import choices, words


def compose(notice: Notice) -> EmailMessage | None:
    """The mail that `notice` asks for; none where there is nothing left to tell.

    What has changed since it was told counts: a phase that is over needs no reminder, whoever left
    a seat reads none of its letters, and a kind that was switched off stays unsent.
    """
    person = notice.person
    how = choices.how(person, notice.kind)
    if not person.is_active or person.closed_at or how == MailChoice.How.OFF:
        return None
    if not _may_know(notice):
        return None
    with reading.of(person):
        written = words.WORDS[Notice.Kind(notice.kind)](notice, how)
        if written is None:
            return None
        unsubscribe_url = choices.unsubscribe_url(person, notice.kind)
        context = {
            "site": settings.SITE_URL,
            "kind": notice.get_kind_display(),
            "unsubscribe_url": unsubscribe_url,
            "mail_url": settings.SITE_URL + reverse("games:mail"),
            **written.context,
        }
        text = render_to_string(f"games/mail/{written.template}.txt", context)
    return EmailMessage(
        # A title is one line in a header, whatever its maker typed.
        subject=" ".join(written.subject.split()),
        body=text.strip() + "\n",
        to=[person.email],
        headers=_headers(notice, unsubscribe_url),
    )


def _may_know(notice: Notice) -> bool:
    """Whether the game is no secret to its reader now."""
    if notice.kind == Notice.Kind.REMOVED:
        return True  # says the title alone, which they knew
    if notice.kind == Notice.Kind.SET_ASIDE and notice.person.is_superuser:
        return True  # whoever mends it is told of every game
    return access.visible_games(notice.person).filter(pk=notice.game_id).exists()


def _headers(notice: Notice, unsubscribe_url: str) -> dict[str, str]:
    thread = _identity(f"game.{notice.game_id}")
    return {
        # Sent twice after a crash, a mail is the same one: mail programs show one of them.
        "Message-ID": _identity(f"notice.{notice.pk}"),
        "In-Reply-To": thread,
        "References": thread,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _identity(name: str) -> str:
    """A Message-ID, always the same for the same name.

    It does not tell the name: the numbers of notices count what others are told in private.
    """
    digest = salted_hmac("games.telling.mails.identity", name).hexdigest()[:32]
    host = (urlsplit(settings.SITE_URL).hostname or "localhost").replace(":", ".")
    return f"<{digest}@{host}>"
