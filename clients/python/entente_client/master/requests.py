"""Requests of game masters about one game."""

from typing import Any

from ..transport import Requests, path_of
from ..types.common import Done


class MasterRequests(Requests):
    def _run(self, slug: str, *path: str, **body: Any) -> str:
        """Send an act that is answered by a sentence, and return it."""
        address = path_of("games", slug, "master", *path)
        return self._write(Done, "POST", address, body)["message"]
