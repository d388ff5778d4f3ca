"""Celery messages as files, for the embedded site: kombu's filesystem transport, made safe.

kombu writes a message in place, and its workers stop when they read a half-written or empty file.
Here a message is written to a temporary name and renamed, and a worker claims it by another rename
in the same folder. A message that cannot be read is dropped: it is only a hint to look into the
database.
"""

import logging
import os
import uuid
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any

from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """One folder holds every queue; a file is `<time>_<id>.<queue>.msg`."""

    # Every process keeps the bindings of queues in memory, as with kombu's other simple transports:
    # kombu's file of them can be half-written as well.
    supports_fanout = False
    get_table = virtual.Channel.get_table  # type: ignore[assignment]
    _delete = virtual.Channel._delete

    @property
    def folder(self) -> Path:
        return Path(self.data_folder_in)

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]
        name = f"{time_ns():020}_{uuid.uuid4()}"
        temporary = self.folder / f"{name}.tmp"
        temporary.write_text(dumps(payload), encoding="utf-8")
        temporary.rename(self.folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for file in sorted(self.folder.glob(f"*.{queue}.msg")):
            claimed = file.with_name(f"{file.name}.{os.getpid()}.claimed")
            try:
                file.rename(claimed)
            except OSError:
                continue  # another worker has claimed it
            payload = self._read(claimed)
            if payload is not None:
                return payload
        raise Empty

    def _read(self, file: Path) -> dict[str, Any] | None:
        try:
            payload = loads(file.read_text(encoding="utf-8"))
            payload["properties"]["delivery_info"]["exchange"]
            payload["properties"]["delivery_tag"]
            payload["body"], payload["headers"]["id"], payload["content-type"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("dropped message %s, which cannot be read: %r", file.name, error)
            payload = None
        file.unlink(missing_ok=True)
        return payload  # type: ignore[no-any-return]


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_options: Any) -> Any:
        """Return after at most 0.5 s instead of 2 s, so that a worker soon notices a stop."""
        return super().drain_events(connection, min(timeout or 0.5, 0.5))


def delete_messages(folder: Path) -> None:
    """Delete all messages of an earlier run; beat soon sends every hint again."""
    for ending in ("*.msg", "*.tmp", "*.claimed"):
        for file in folder.glob(ending):
            file.unlink(missing_ok=True)
