"""Mail: whether it is set up, whether it goes, and to whom it does not."""

import datetime as dt
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Count, Min, Q

from accounts import clock
from accounts.mails import refusals
from accounts.mails.folder_backend import folder_in_use
from accounts.models import AccountMail
from config import site_address
from config.services import mail_server
from games.models import Notification

from .findings import Finding, note, ok, problem, span

LATE = 600  # seconds that a mail may wait


def server() -> Iterator[Finding]:
    """Findings on EMAIL_URL: the server answers and takes the password."""
    if not mail_server.is_used():
        text = f"mail is not sent, but written to {folder_in_use() or 'the console'}"
        public = site_address.is_public(urlsplit(settings.SITE_URL))
        advice = "Set EMAIL_URL, then ./run manage mail_test ADDRESS."
        yield problem(text, advice) if public else note(text, advice)
    else:
        try:
            with mail_server.connected() as talk:
                yield ok(f"connected to {talk.way}")
        except mail_server.MailServerError as error:
            yield problem(str(error), "Then try ./run manage mail_test ADDRESS.")
        yield from map(note, mail_server.doubts())


def outbox() -> Iterator[Finding]:
    """Findings on mails that wait, and on those that were given up."""
    now = clock.now()
    mails = Notification.objects.filter(channel=Notification.Channel.MAIL)
    number = tried = 0
    lag = dt.timedelta()
    for queue in (mails, AccountMail.objects.all()):
        found = queue.filter(send_at__isnull=False).aggregate(
            number=Count("pk"), tried=Count("pk", filter=Q(attempts__gt=0)), first=Min("send_at")
        )
        number, tried = number + found["number"], tried + found["tried"]
        lag = max(lag, now - (found["first"] or now))
    text = f"{number} mails wait"
    if lag.total_seconds() > LATE:
        yield problem(
            f"{text}, one of them for {span(lag.total_seconds())} longer than it should",
            "Is the site running? If so, look for mail_not_sent in the log.",
        )
    elif tried:
        yield note(
            f"{text}; {tried} of them were tried in vain",
            "They are tried again. If there are many: ./run manage mail_test ADDRESS.",
        )
    else:
        yield ok(text)


def refused() -> Iterator[Finding]:
    """Findings on people whose mail servers refuse mail. They see it on their account pages."""
    found = refusals.current()
    if found:
        names = ", ".join(f"{row.person} ({row.code})" for row in found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        yield note(
            f"servers refuse mail to {len(found)} people: {names}{more}",
            "They see it on their account pages. If there are many, look at your own server:"
            " ./run manage mail_test ADDRESS.",
        )
    else:
        yield ok("no address refuses mail")
