"""A mail as it is sent: text, subject, and headers that let its reader stop it."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import reading

from ...models import Notice
from . import choices, envelope, headers, summary
from .part import part_of


def compose(notice: Notice) -> EmailMessage | None:
    """The mail that `notice` asks for, with those beside it; none where there is nothing left to
    tell (see `part`)."""
    if notice.in_summary:
        return summary.compose([notice, *notice.beside])
    person = notice.person
    with reading.of(person):
        part = part_of(notice)
        if part is None:
            return None
        unsubscribe_url = choices.unsubscribe_url(person, notice.kind)
        context = {
            "site": settings.SITE_URL,
            "kind": notice.get_kind_display(),
            "unsubscribe_url": unsubscribe_url,
            "mail_url": settings.SITE_URL + reverse("games:mail"),
            **part.context,
        }
        text = render_to_string(f"games/mail/{part.template}.txt", context)
        top = headers.of(notice, unsubscribe_url, thread=f"game.{notice.game_id}")
        return envelope.mail(part.subject, text, to=person, headers=top)
