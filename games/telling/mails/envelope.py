"""A mail around its text: as plain text, and as a page with the same words and links to press."""

import re

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.html import escape, urlize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.models import User

ADDRESS = re.compile(r"[.:@][\w/]")  # every one of them has such a place


def mail(subject: str, text: str, *, to: User, headers: dict[str, str]) -> EmailMultiAlternatives:
    """In the active language."""
    text = text.strip() + "\n"
    message = EmailMultiAlternatives(subject=subject, body=text, to=[to.email], headers=headers)
    page = {"text": _linked(text), "subject": subject, "language": get_language()}
    message.attach_alternative(render_to_string("games/mail/page.html", page), "text/html")
    return message


def _linked(text: str) -> SafeString:
    """With links for its addresses. Most lines can have none, and to look at each of their words
    would take a tenth of the time of a mail."""
    lines = text.split("\n")
    return mark_safe(  # noqa: S308 – each line is escaped
        "\n".join(
            urlize(line, autoescape=True) if ADDRESS.search(line) else escape(line)
            for line in lines
        )
    )
