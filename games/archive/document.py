"""The document `game.json` of an archive: a record as JSON, the same bytes for the same game."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ..core.errors import Refused
from . import codec
from .columns import WrongShapeError
from .record import FORMAT, VERSION, GameRecord

# PostgreSQL stores no NUL, XML of feeds has none of these, and half a surrogate pair is no text.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MOST_PARTS = 300_000  # objects and lists; a game of 1,000 phases has a third of them
SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def write(record: GameRecord) -> bytes:
    body = {"format": FORMAT, "version": VERSION, **codec.encode(record)}
    text = json.dumps(body, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def read(body: Any) -> GameRecord:
    """The record that a parsed document describes.

    Raises `Refused` for a document of another version, or one that is not as described.
    """
    if not isinstance(body, dict) or body.pop("format", None) != FORMAT:
        raise Refused(_("This isn’t the archive of a game. Choose a file exported from Entente."))
    version = body.pop("version", None)
    if version != VERSION:
        message = _(
            "This archive has version %(version)s, and this site reads version %(own)s. Import it"
            " on a site with a newer Entente, or export the game again."
        )
        raise Refused(message % {"version": str(version)[:20], "own": VERSION})
    try:
        return codec.decode(GameRecord, body)
    except WrongShapeError as error:
        raise damaged(error.place) from error


def damaged(place: str) -> Refused:
    """The refusal of an archive in which something is wrong; `place` says where."""
    message = _(
        "The archive is damaged: “%(place)s” isn’t as it should be. Export the game again, and"
        " don’t change the file."
    )
    return Refused(message % {"place": place[:100]})


def parse(content: bytes) -> Any:
    """JSON without duplicate names, control characters and infinite numbers.

    Raises `Refused`.
    """
    if content.count(b"{") + content.count(b"[") > MOST_PARTS:  # each takes much more in memory
        raise Refused(_("This file holds too much for one game. Choose the file of a single game."))
    try:
        text = content.decode("utf-8-sig")
        body = json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
        if any(_CONTROLS.search(each) for each in _texts(body)):
            raise ValueError("a control character")
    except (ValueError, RecursionError):
        message = _("This file isn’t complete, or isn’t JSON. Download it again and retry.")
        raise Refused(message) from None
    return body


def _texts(body: Any) -> Iterator[str]:
    """All texts in a JSON value, names included."""
    waiting = [body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def schema() -> dict[str, Any]:
    """The JSON schema of the document; docs/archive.schema.json is a copy."""
    found = codec.schema(GameRecord)
    head = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    found["properties"] = {**head, **found["properties"]}
    found["required"] = [*head, *found["required"]]
    return {"$schema": SCHEMA_ID, "title": "A game of Diplomacy, archived by Entente", **found}
