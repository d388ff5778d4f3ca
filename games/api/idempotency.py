"""`Idempotency-Key`: a header by which a program may send again what creates something.

The key becomes that of the form (`request_key`), which the use cases of the pages ask for anyway:
the same key makes one message or game, however often it is sent. Pages take a form that was changed
and sent again for another one. Here it is refused with 422, as the IETF draft “The Idempotency-Key
HTTP Header Field” says. What is sent again does not count as another form in `limits`.
"""

import uuid

from django.utils.translation import gettext as _

from .authentication import KeyRequest
from .problems import Problem

LONGEST = 200
HEADER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "maxLength": LONGEST, "pattern": "^[ -~]*$"},
    "description": "Any text of yours. Sent again with the same key, it is made once; something "
    "else with the same key is refused.",
}
_NAMESPACE = uuid.UUID("0e0d3c2b-8c3a-5d43-9c5e-6e2a2f6f7a11")


def request_key(request: KeyRequest) -> uuid.UUID:
    """The key of what the request creates; a new one each time without the header."""
    given = request.headers.get("Idempotency-Key", "").strip()
    if not given:
        return uuid.uuid4()
    if len(given) > LONGEST:
        text = _("An idempotency key can have at most %(most)d characters.")
        raise Problem(422, "wrong_field", text % {"most": LONGEST}, field="Idempotency-Key")
    if not (given.isascii() and given.isprintable()):
        text = _("An idempotency key can have only printable characters of ASCII.")
        raise Problem(422, "wrong_field", text, field="Idempotency-Key")
    return uuid.uuid5(_NAMESPACE, f"{request.user.pk} {request.path} {given}")
