"""A mail as it is sent: subject, text, HTML, and headers that let its reader stop such mail."""

import re
import uuid
from collections.abc import Sequence
from typing import TypeAlias

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.html import escape, linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts import reader_locale
from accounts.models import User

from ...core.links import absolute_url, site_host
from ...models import Message, Notification
from ...wording.markup import plain_text
from ...wording.messages import MessageHtml
from .. import preferences
from ..content import NotificationText, notification_text
from . import reply_addresses

Slots: TypeAlias = dict[str, SafeString]  # the HTML of messages, by the words that stand for them


def compose(notification: Notification) -> EmailMessage | None:
    """The mail for a notification and those summarized with it.

    None if there is nothing left to tell.
    """
    if notification.in_summary:
        return compose_summary([notification, *notification.summarized_with])
    person = notification.person
    with reader_locale.override(person):
        content = notification_text(notification)
        if content is None:
            return None
        unsubscribe_url = preferences.unsubscribe_url(person, notification.kind)
        reply_to = _reply_address(notification, content)
        slots: Slots = {}
        text = content.body(
            site=settings.SITE_URL,
            kind=notification.get_kind_display(),
            unsubscribe_url=unsubscribe_url,
            mail_url=settings.SITE_URL + reverse("games:mail"),
            text=_slot(content.message, slots),
            takes_replies=bool(reply_to),
        )
        headers = mail_headers(notification, unsubscribe_url, thread=f"game.{notification.game_id}")
        message = build_mail(content.subject, text, to=person, headers=headers, slots=slots)
        message.reply_to = [reply_to] if reply_to else []
        return message


def _reply_address(notification: Notification, content: NotificationText) -> str:
    """The address to which the reader can answer with a message, or with orders that are due."""
    if due := content.context.get("orders_due"):
        return reply_addresses.order_address(notification, due.number)
    return reply_addresses.reply_address(notification)


def _slot(message: Message | None, slots: Slots) -> str:
    """Add the HTML of a message to `slots`; return the word that stands for it in a mail.

    Nobody can guess the word, so no title or name contains it. It is empty without a message.
    """
    if message is None:
        return ""
    phases = message.thread.game.phases.not_superseded() if "[map" in message.text.lower() else []
    slot = uuid.uuid4().hex
    slots[slot] = MessageHtml(phases, in_mail=True).html(message.text)
    return slot


def build_mail(
    subject: str,
    text: str,
    *,
    to: User,
    headers: dict[str, str],
    slots: Slots | None = None,
) -> EmailMultiAlternatives:
    """A mail in the active language, as text and as HTML. For `slots` see `_slot`."""
    html, text = linebreaks(_linked(text.strip())), text.strip() + "\n"
    for slot, message_html in (slots or {}).items():
        text = text.replace(slot, plain_text(message_html))
        html = html.replace(f"<p>{slot}</p>", message_html)
    message = EmailMultiAlternatives(subject=subject, body=text, to=[to.email], headers=headers)
    page = {"html": mark_safe(html), "subject": subject, "language": get_language()}  # noqa: S308
    html = render_to_string("games/notifications/mail/html_part.html", page)
    message.attach_alternative(html, "text/html")
    return message


_POSSIBLE_ADDRESS = re.compile(r"[.:@][\w/]")


def _linked(text: str) -> SafeString:
    """HTML of the text, with links for its addresses.

    `urlize` looks at every word, which takes a tenth of the time of a mail: most lines need not go
    through it.
    """
    lines = text.split("\n")
    return mark_safe(  # noqa: S308 – each line is escaped
        "\n".join(
            urlize(line, autoescape=True) if _POSSIBLE_ADDRESS.search(line) else escape(line)
            for line in lines
        )
    )


def mail_headers(
    notification: Notification, unsubscribe_url: str, *, thread: str
) -> dict[str, str]:
    """The headers of the mail for `notification`. Mail programs group mails by `thread`."""
    thread_id = message_id(thread)
    return {
        # The same for a mail that is sent again after a crash, so that mail programs show it once.
        "Message-ID": message_id(f"notification.{notification.pk}"),
        "In-Reply-To": thread_id,
        "References": thread_id,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def message_id(name: str) -> str:
    """A Message-ID, always the same for the same name.

    It does not reveal the name: from the primary keys of notifications, readers could learn how
    many private notifications others get.
    """
    digest = salted_hmac("games.notifications.mail.identity", name).hexdigest()[:32]
    return f"<{digest}@{site_host()}>"


def compose_summary(notifications: Sequence[Notification]) -> EmailMessage | None:
    """One mail for all these notifications of one person, by game and by age.

    None if none of them has anything left to tell.
    """
    first = notifications[0]
    person = first.person
    with reader_locale.override(person):
        ordered = sorted(
            notifications,
            key=lambda notification: (
                notification.game.title,
                notification.game_id,
                notification.pk,
            ),
        )
        found = map(notification_text, ordered)
        parts = [part for part in found if part is not None]
        if not parts:
            return None
        unsubscribe_url = preferences.unsubscribe_url(person, preferences.SUMMARY)
        slots: Slots = {}
        context = {
            "parts": [
                (part.subject, part.body(is_part=True, text=_slot(part.message, slots)))
                for part in parts
            ],
            "kind": _("Daily summary"),
            "unsubscribe_url": unsubscribe_url,
            "mail_url": absolute_url(reverse("games:mail")),
        }
        text = render_to_string("games/notifications/mail/summary.txt", context)
        headers = mail_headers(first, unsubscribe_url, thread=f"summaries.{person.pk}")
        subject = _summary_subject(parts)
        return build_mail(subject, text, to=person, headers=headers, slots=slots)


def _summary_subject(parts: Sequence[NotificationText]) -> str:
    return ngettext(
        "Entente: %(number)d piece of news", "Entente: %(number)d pieces of news", len(parts)
    ) % {"number": len(parts)}
