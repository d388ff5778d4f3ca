"""Links that open the order form of a seat with the text of a mail in its box.

The text is in the link, encrypted: nothing is stored until its writer saves it there, and no log
of addresses shows orders. The link opens only for the person who wrote the mail.
"""

import base64
import datetime as dt
import json
import zlib
from functools import cache

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.models import User

from ..models import Phase, Seat

KEPT = dt.timedelta(days=7)
LONGEST = 3000
"""Characters of the longest link: web servers refuse those of 4,094 and more."""


@cache
def _cipher() -> Fernet:
    key = salted_hmac("games.orders.mailed_text", "", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def seal(phase: Phase, seat: Seat, person: User, text: str) -> str:
    """Return the last part of the link; empty if the text is too long for one."""
    content = json.dumps([phase.pk, seat.pk, person.pk, text], ensure_ascii=False)
    packed = zlib.compress(content.encode(), level=9)
    token = (
        _cipher().encrypt_at_time(packed, int(clock.now().timestamp())).decode("ascii").rstrip("=")
    )
    return token if len(token) <= LONGEST else ""


def unseal(token: str, person: User) -> tuple[Phase, Seat, str] | None:
    """Return the phase, the seat and the text of a link.

    None if it is forged, older than `KEPT`, or another person's.
    """
    now = int(clock.now().timestamp())
    try:
        padded = token + "=" * (-len(token) % 4)
        packed = _cipher().decrypt_at_time(padded.encode(), int(KEPT.total_seconds()), now)
    except InvalidToken:
        return None
    phase, seat, owner, text = json.loads(zlib.decompress(packed))
    found = Seat.objects.select_related("game").filter(pk=seat).first()
    if owner != person.pk or found is None:
        return None
    opened = found.game.phases.filter(pk=phase).first()
    return (opened, found, text) if opened else None
