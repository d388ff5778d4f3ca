"""`Idempotency-Key`: a header by which a program may send again what creates something.

Sent again with the same key, a request creates nothing new, and does not count as another form in
`limits`. Other content with the same key is refused with 422, as the IETF draft “The
Idempotency-Key HTTP Header Field” says. The use cases know what was created by a `request_key`, as
that of a form of the pages.
"""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import OperationalError, transaction
from django.utils.translation import gettext as _

from accounts.api_keys import idempotency

from ..core.errors import SaveFailedError, describe
from .authentication import KeyRequest
from .problems import Problem

Created = TypeVar("Created")

LONGEST = 200
HEADER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "maxLength": LONGEST, "pattern": "^[ -~]*$"},
    "description": "Any text of yours. Sent again to the same address with the same key within "
    f"{idempotency.KEPT.days} days, it is made once; something else with the same key is refused.",
}


def repeated(request: KeyRequest, find: Callable[[uuid.UUID], Created | None]) -> Created | None:
    """Return what the same request has created before; None if it is new or has no key.

    `find` looks for it by its `request_key`. Raises `Problem` for an invalid key, and for one that
    came with other content.
    """
    key = _key(request)
    if not key:
        return None
    with _refusing_other_content():
        request_key = idempotency.find(request.user, key, _content(request))
    return None if request_key is None else find(request_key)


def must_be_valid(request: KeyRequest) -> None:
    """Raise `Problem` for an invalid key of a request that creates nothing."""
    _key(request)


@contextmanager
def once(request: KeyRequest) -> Iterator[uuid.UUID]:
    """Yield the `request_key` of what the request creates, in the transaction that remembers it.

    Of two such requests at the same time, the second gets that of the first. Raises `Problem` as
    `repeated` does, and `SaveFailedError` if the first one takes too long.
    """
    key = _key(request)
    if not key:
        yield uuid.uuid4()
        return
    content = _content(request)
    with transaction.atomic():
        with _refusing_other_content():
            try:
                request_key = idempotency.remember(request.user, key, content)
            except OperationalError as error:
                raise SaveFailedError(describe(error)) from None
        yield request_key


@contextmanager
def _refusing_other_content() -> Iterator[None]:
    try:
        yield
    except idempotency.KeyReused:
        text = _("This key was used for another request. Nothing was done.")
        raise Problem(422, "idempotency_key_reused", text, field="Idempotency-Key") from None


def _key(request: KeyRequest) -> str:
    """The key and the address to which it was sent; empty without a key."""
    given = request.headers.get("Idempotency-Key", "").strip()
    if len(given) > LONGEST:
        text = _("An idempotency key can have at most %(most)d characters.")
        raise Problem(422, "wrong_field", text % {"most": LONGEST}, field="Idempotency-Key")
    if not (given.isascii() and given.isprintable()):
        text = _("An idempotency key can have only printable characters of ASCII.")
        raise Problem(422, "wrong_field", text, field="Idempotency-Key")
    return f"{request.path} {given}" if given else ""


def _content(request: KeyRequest) -> bytes:
    """The body, written in one way whatever its spaces and the order of its fields."""
    return json.dumps(json.loads(request.body), sort_keys=True).encode()
