"""Messages as files, for the embedded site: kombu's filesystem transport, made safe.

kombu writes a message in place and moves it to the common temporary folder to read it; a worker
that meets a half-written or empty file stops. Here a message is written aside and renamed, claimed
by a rename within the queue's folder, and dropped when it cannot be read: the database is the only
truth.
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

    # Who is bound to what is declared by every process itself, as with kombu's other simple
    # transports; kombu's file of it can break as a message can.
    supports_fanout = False
    get_table = virtual.Channel.get_table  # type: ignore[assignment]
    _delete = virtual.Channel._delete

    @property
    def folder(self) -> Path:
        return Path(self.data_folder_in)

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]
        name = f"{time_ns():020}_{uuid.uuid4()}"
        aside = self.folder / f"{name}.tmp"
        aside.write_text(dumps(payload), encoding="utf-8")
        aside.rename(self.folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for file in sorted(self.folder.glob(f"*.{queue}.msg")):
            claimed = file.with_name(f"{file.name}.{os.getpid()}.claimed")
            try:
                file.rename(claimed)
            except OSError:
                continue  # another worker was quicker
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
        """Give the worker a chance to notice that it should stop every half second, not two."""
        return super().drain_events(connection, min(timeout or 0.5, 0.5))


def clear(folder: Path) -> None:
    """Forget what an earlier run left behind; beat sends every hint again in a moment."""
    for ending in ("*.msg", "*.tmp", "*.claimed"):
        for file in folder.glob(ending):
            file.unlink(missing_ok=True)
