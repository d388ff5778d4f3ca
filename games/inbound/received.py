"""Metadata of the mails that came in: by them no mail is handled twice, and floods are stopped."""

import datetime as dt
import hashlib

from django.db.models import QuerySet

from accounts import clock

from ..models import DeclaredPlayer, Game, Receipt, ReceivedMail, Seat
from ..notifications.mail import reply_addresses
from .mail import Mail
from .senders import Writer

KEPT = reply_addresses.KEPT + dt.timedelta(days=1)
"""Longer than a key in a reply's address is valid: a mail that comes again is known until then."""
MOST_AN_HOUR = 30
"""Mails of one person that are handled in an hour."""
WARNED_EVERY = dt.timedelta(days=1)

Outcome = ReceivedMail.Outcome


def digest(mail: Mail, content: bytes, key: str) -> str:
    """Return the identity of a mail to one address: it is the same when it is delivered again."""
    identity = mail.message_id.encode() or content
    return hashlib.sha256(key.encode() + b"\n" + identity).hexdigest()


def is_known(digest: str) -> bool:
    return ReceivedMail.objects.filter(digest=digest).exists()


def count_of_hour(writer: Writer, *, strangers: bool) -> int:
    """Return the number of mails of the last hour: those of the person, or those of strangers."""
    recent = _since(dt.timedelta(hours=1)).filter(**_of(writer))
    if strangers:
        return recent.filter(outcome=Outcome.STRANGER).count()
    return recent.exclude(outcome=Outcome.STRANGER).count()


def is_to_warn(writer: Writer, game: Game) -> bool:
    """Whether `writer` was not told today that somebody else writes to their address."""
    recent = _since(WARNED_EVERY).filter(**_of(writer), game=game)
    return not recent.filter(outcome=Outcome.STRANGER).exists()


def record(
    mail: Mail,
    digest: str,
    *,
    writer: Writer,
    game: Game,
    seat: Seat | None,
    outcome: ReceivedMail.Outcome,
    receipt: Receipt | None = None,
) -> ReceivedMail:
    """Store that a mail was handled. Raises `IntegrityError` if another process has stored it."""
    now = clock.now()
    return ReceivedMail.objects.create(
        digest=digest,
        **_of(writer),
        game=game,
        seat=seat,
        receipt=receipt,
        outcome=outcome,
        received_at=now,
        # A date in the future would let no later mail through.
        written_at=mail.written_at and min(mail.written_at, now),
        checks=mail.checks,
    )


def _of(writer: Writer) -> dict[str, Writer]:
    """The columns that say whose address a mail came to."""
    return {"declared_player" if isinstance(writer, DeclaredPlayer) else "person": writer}


def written_at(receipt: Receipt) -> dt.datetime:
    """Return when a saved sheet was written: the time that its mail states, or that of saving."""
    mails = ReceivedMail.objects.filter(receipt=receipt, written_at__isnull=False)
    newest = mails.order_by("-written_at").values_list("written_at", flat=True).first()
    return newest or receipt.saved_at


def delete_expired() -> None:
    ReceivedMail.objects.filter(received_at__lt=clock.now() - KEPT).delete()


def _since(age: dt.timedelta) -> QuerySet[ReceivedMail]:
    return ReceivedMail.objects.filter(received_at__gt=clock.now() - age)
