"""Send one mail as the site does, and say what happened to it."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from accounts.mails.folder_backend import folder_in_use
from config.services import mail_server

SUBJECT = "Test mail from Entente"
TEXT = """This is the test mail of {site}. Nobody needs to answer it.

The link above should lead to your site. In the headers of this mail (“Show original”) look for
“Authentication-Results”: it should say spf=pass and dkim=pass. If it says anything else, mails to
players are likely to be taken for spam: see “Mail” in docs/operations.md.
"""


class Command(BaseCommand):
    help = "Send one mail through EMAIL_URL and say what happened to it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="who gets the mail")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"“{address}” is not an email address") from None
        message = EmailMessage(SUBJECT, TEXT.format(site=settings.SITE_URL), to=[address])
        message.extra_headers["Auto-Submitted"] = "auto-generated"
        if mail_server.is_used():
            self._send(message)
        else:
            self._write(message)
        for doubt in mail_server.doubts():
            self.stdout.write(f"note: {doubt}")

    def _send(self, message: EmailMessage) -> None:
        self.stdout.write(f"from {settings.DEFAULT_FROM_EMAIL} to {message.to[0]}")
        try:
            with mail_server.connected() as talk:
                self.stdout.write(f"connected to {talk.way}")
                reply = talk.send(message)
        except mail_server.MailServerError as error:
            raise CommandError(f"not sent: {error}") from None
        self.stdout.write(f"accepted by {mail_server.address()}: “{reply}”")
        self.stdout.write("Now look whether it arrives, and not in the folder for spam.")

    def _write(self, message: EmailMessage) -> None:
        """Use the backend for sites without a mail server."""
        try:
            get_connection().send_messages([message])
        except OSError as error:
            raise CommandError(f"not written: {error}") from None
        where = folder_in_use()
        self.stdout.write(f"not sent, but written to {where or 'the console'}: EMAIL_URL names no")
        self.stdout.write("mail server. Set it to smtp+tls://user:password@host:587, for example.")
