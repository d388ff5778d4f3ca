"""The daily summary: what would have been several mails, in one."""

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import reading

from ...models import Notice
from . import choices, envelope, headers
from .part import Part, part_of


def compose(notices: Sequence[Notice]) -> EmailMessage | None:
    """One mail for all of these, of one person; none where none of them has anything left to tell.
    By game, and in the order in which they were told."""
    first = notices[0]
    person = first.person
    with reading.of(person):
        ordered = sorted(notices, key=lambda notice: (notice.game.title, notice.game_id, notice.pk))
        parts = [part for notice in ordered if (part := part_of(notice)) is not None]
        if not parts:
            return None
        unsubscribe_url = choices.unsubscribe_url(person, choices.SUMMARY)
        context = {
            "parts": parts,
            "kind": _("Daily summary"),
            "unsubscribe_url": unsubscribe_url,
            "mail_url": settings.SITE_URL + reverse("games:mail"),
        }
        text = render_to_string("games/mail/summary.txt", context)
        top = headers.of(first, unsubscribe_url, thread=f"summaries.{person.pk}")
        return envelope.mail(_subject(parts), text, to=person, headers=top)


def _subject(parts: Sequence[Part]) -> str:
    return ngettext(
        "Entente: %(number)d piece of news", "Entente: %(number)d pieces of news", len(parts)
    ) % {"number": len(parts)}
