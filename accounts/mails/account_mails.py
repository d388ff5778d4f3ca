"""Mails about accounts, such as links to confirm an address: queue them for the worker.

No page sends mail itself: it would wait for the mail server, and fail with it.
"""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.functional import Promise

from accounts import clock, reader_locale
from accounts.models import LONGEST_MESSAGE_ID, LONGEST_SUBJECT, AccountMail, User


def queue(*, to: str, subject: str, text: str, in_reply_to: str = "", reply_to: str = "") -> None:
    """Store a mail for the worker to send.

    `in_reply_to` is the Message-ID of the mail that it answers, `reply_to` the address to which
    its reader answers.

    With an empty `to` nothing will be sent, and no text is stored. The row is written all the same,
    so that the time of an answer does not tell whether somebody gets a mail.
    """
    now = clock.now()
    subject, text = (subject[:LONGEST_SUBJECT], text) if to else ("", "")
    AccountMail.objects.create(
        to=to,
        subject=subject,
        text=text,
        in_reply_to=in_reply_to if len(in_reply_to) <= LONGEST_MESSAGE_ID else "",
        reply_to=reply_to,
        created_at=now,
        send_at=now,
    )


def queue_template(person: User, template: str, subject: Promise, **context: Any) -> None:
    """Store a mail to `person` in their language: a lazy `subject`, and a template for the text.

    The template also gets `person` and `site`, the address of the site.
    """
    with reader_locale.override(person):
        text = render_to_string(template, {"person": person, "site": settings.SITE_URL, **context})
        queue(to=person.email, subject=str(subject), text=text)


def drop(addresses: Collection[str]) -> None:
    """Delete the mails that still wait to be sent to these addresses, written in lower case."""
    AccountMail.objects.filter(to__in=addresses).delete()
