"""The places that news can be sent to: what each kind needs, and the address that it is given."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from ...models import Webhook
from ..addresses import address_problem

SHORTEST_KEY = 16
# What the kinds need besides an address.
NEEDED: Mapping[str, tuple[str, ...]] = {
    Webhook.Kind.DISCOURSE: ("username", "secret"),
    Webhook.Kind.JSON: ("secret",),
}
# …/t/the-slug/123 or …/t/123, optionally followed by the number of a post.
TOPIC = re.compile(r"(.*)/t/(?:(?![0-9]+(?:/|\Z))[^/]+/)?([0-9]{1,9})(?:/[0-9]+)?/?")


def url_problem(kind: str, url: str) -> str:
    """A sentence about a problem with the address of a place; empty if there is none."""
    problem = address_problem(url)
    if not problem and kind == Webhook.Kind.DISCOURSE and not TOPIC.fullmatch(urlsplit(url).path):
        return _(
            "This isn’t the address of a topic. After the forum’s address it must "
            "have /t/ and the topic’s number."
        )
    return problem


def key_problems(key: str) -> Iterator[tuple[str, str]]:
    """Problems of the key that signs the news for a program."""
    if len(key) < SHORTEST_KEY:
        yield (
            "secret",
            _("Choose a key of at least %(fewest)d characters.") % {"fewest": SHORTEST_KEY},
        )


def webhook_fields(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the `Webhook` to create. Expects an address without a problem."""
    fields = {"kind": kind, **given}
    if kind == Webhook.Kind.DISCOURSE:
        parts = urlsplit(fields["url"])
        found = TOPIC.fullmatch(parts.path)
        assert found is not None
        fields["url"] = f"{parts.scheme}://{parts.netloc}{found[1]}"
        fields["topic"] = int(found[2])
    return fields
