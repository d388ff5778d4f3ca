"""Imports of games: an uploaded file is read, checked and compared, then stored once confirmed.

Between the two steps the file's document is kept for its sender in the cache, for an hour: one for
each person, so that nobody fills the cache with previews.
"""

import secrets
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import IO

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import Position

from ..core.errors import Refused
from ..lifecycle.settings import DEADLINES
from ..models import Game, GameSettings
from . import checking, formats, reading, replay, storing
from .record import GameRecord, Reading
from .replay import Difference

KEPT = 60 * 60  # seconds between the preview and the import


@dataclass(frozen=True)
class CheckedGame:
    """A game that can be imported, with the positions of its phases by their numbers.

    `differences` are recorded results that are not those of our rules, `left_out` sentences about
    what cannot be taken. `key` names the upload until it is imported.
    """

    record: GameRecord
    positions: Mapping[int, Position]
    differences: list[Difference]
    left_out: list[str]
    source: str
    key: str = ""


def check(found: Reading) -> CheckedGame:
    """Check all that was read. Raises `Refused`."""
    record = found.record
    if not found.is_complete:
        replay.fill_in(record, checking.positions_of(record))
    positions = checking.check(record)
    differences = replay.differences(record, positions)
    return CheckedGame(record, positions, differences, found.left_out, found.source)


def preview(file: IO[bytes], size: int, *, by: User) -> CheckedGame:
    """Read and check an uploaded file, and keep its document for `by`. Raises `Refused`."""
    content = reading.read(file, size)
    checked = check(formats.read(content))
    key = secrets.token_hex(16)
    cache.set(_name(by), (key, zlib.compress(content, 1)), KEPT)
    return CheckedGame(**{**vars(checked), "key": key})


def kept(key: str, *, by: User) -> CheckedGame:
    """The game of an upload that `by` has previewed. Raises `Refused`."""
    newest, content = cache.get(_name(by), ("", b""))
    if not newest or newest != key:
        message = _("This preview is too old, and nothing was imported. Choose the file again.")
        raise Refused(message)
    checked = check(formats.read(zlib.decompress(content)))
    return CheckedGame(**{**vars(checked), "key": key})


def import_game(
    checked: CheckedGame,
    *,
    by: User,
    request_key: uuid.UUID,
    visibility: Game.Visibility,
    title: str = "",
    players: Mapping[str, User] | None = None,
    deadlines: GameSettings | None = None,
    orders_by_master: bool | None = None,
) -> Game:
    """Store a previewed game, mastered by `by`; without a `title` it keeps its own.

    A running one goes on with the `deadlines` of other settings, if they are given, and lets its
    master enter orders or not. Raises `Refused`.
    """
    game = storing.store(
        _with_choices(checked.record, deadlines, orders_by_master),
        checked.positions,
        by=by,
        request_key=request_key,
        visibility=visibility,
        title=title or checked.record.title,
        players=players,
    )
    newest, _content = cache.get(_name(by), ("", b""))
    if newest == checked.key:  # not an upload that has been previewed since
        cache.delete(_name(by))
    return game


def _with_choices(
    record: GameRecord, deadlines: GameSettings | None, orders_by_master: bool | None
) -> GameRecord:
    """The record with what its new master has chosen for the phases to come."""
    if record.is_finished:
        return record
    if orders_by_master is not None:
        terms = {**record.terms, "orders_by_master": orders_by_master}
        record = replace(record, terms=terms)
    if deadlines is not None:
        last = record.settings[-1]
        chosen = {name: getattr(deadlines, name) for name in DEADLINES}
        version = replace(last, columns={**last.columns, **chosen, "since": clock.now()})
        record = replace(record, settings=[*record.settings, version])
    return record


def made_before(request_key: str, *, by: User) -> Game | None:
    """The game that the same form, sent before, has made."""
    try:
        key = uuid.UUID(request_key)
    except ValueError:
        return None
    return Game.objects.filter(request_key=key, masterships__person=by).first()


def _name(person: User) -> str:
    return f"import:{person.pk}"
