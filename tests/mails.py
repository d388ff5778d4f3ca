"""The mails that a site has sent, in tests."""

from django.core import mail
from django.core.mail import EmailMessage

from games.notifications.mail import delivery


def delivered() -> list[EmailMessage]:
    """Send all mails that are due, as the worker does; return every mail that was sent so far."""
    while delivery.deliver_due():
        pass
    return list(mail.outbox)
