"""`Idempotency-Key`: a header by which a program may send again what creates something.

The key becomes that of the form (`request_key`), which the use cases of the pages ask for anyway:
the same key makes one message or game, however often it is sent. Other content with the same key is
refused with 422, as the IETF draft “The Idempotency-Key HTTP Header Field” says. What is sent again
does not count as another form in `limits`.
"""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.api_keys import idempotency

from .authentication import KeyRequest
from .problems import Problem

LONGEST = 200
HEADER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "maxLength": LONGEST, "pattern": "^[ -~]*$"},
    "description": "Any text of yours. Sent again with the same key within "
    f"{idempotency.KEPT.days} days, it is made once; something else with the same key is refused.",
}


@contextmanager
def once(request: KeyRequest) -> Iterator[uuid.UUID]:
    """Yield the key of what the request creates, in the transaction that remembers the request.

    Look for what the key has created before creating it. Raises `Problem` for a key that is none,
    and for one that came with another request.
    """
    key = request_key(request)
    with transaction.atomic():
        if _given(request):
            try:
                idempotency.remember(request.user, key, _content(request))
            except idempotency.KeyReused:
                text = _("This key was used for another request. Nothing was done.")
                field = "Idempotency-Key"
                raise Problem(422, "idempotency_key_reused", text, field=field) from None
        yield key


def request_key(request: KeyRequest) -> uuid.UUID:
    """The key of what the request creates; a new one each time without the header.

    Nobody else can guess it and put it into a form of theirs.
    """
    given = _given(request)
    if not given:
        return uuid.uuid4()
    if len(given) > LONGEST:
        text = _("An idempotency key can have at most %(most)d characters.")
        raise Problem(422, "wrong_field", text % {"most": LONGEST}, field="Idempotency-Key")
    if not (given.isascii() and given.isprintable()):
        text = _("An idempotency key can have only printable characters of ASCII.")
        raise Problem(422, "wrong_field", text, field="Idempotency-Key")
    hashed = salted_hmac(__name__, f"{request.user.pk} {request.path} {given}", algorithm="sha256")
    return uuid.UUID(bytes=hashed.digest()[:16])


def _given(request: KeyRequest) -> str:
    return request.headers.get("Idempotency-Key", "").strip()


def _content(request: KeyRequest) -> bytes:
    """The body, written in one way whatever its spaces and the order of its fields."""
    return json.dumps(json.loads(request.body), sort_keys=True).encode()
