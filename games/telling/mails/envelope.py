"""A mail around its text: as plain text, and as a page with the same words and links to press."""

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import User


def mail(subject: str, text: str, *, to: User, headers: dict[str, str]) -> EmailMultiAlternatives:
    """In the active language."""
    text = text.strip() + "\n"
    message = EmailMultiAlternatives(subject=subject, body=text, to=[to.email], headers=headers)
    page = {"text": text, "subject": subject, "language": get_language()}
    message.attach_alternative(render_to_string("games/mail/page.html", page), "text/html")
    return message
