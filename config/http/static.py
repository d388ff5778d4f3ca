"""Storage of static files under names with a hash of the content, so that browsers cache them.

Scripts import each other by the hashed names too, which Django supports only if asked.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

from . import joined_files


class CompressedHashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The files of production: styles and scripts joined, and a compressed copy of each file."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Join styles and scripts, then write each file under its hashed name."""
        if not dry_run:
            paths = paths | self._joined(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _joined(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Write the joined files; return where they are."""
        sources = {}
        for name, (storage, path) in paths.items():
            if joined_files.is_source(name):
                with storage.open(path) as file:
                    sources[name] = file.read().decode()
        written = {}
        for name, text in joined_files.joined(sources).items():
            self.delete(name)
            written[name] = (self, self.save(name, ContentFile(text.encode())))
        return written


class HashedStaticFiles(CompressedHashedStaticFiles):
    """The same, with copies of those files alone that most pages load.

    All copies would take ten seconds of the first start. `CompressionMiddleware` does the rest.
    """

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        hashed = set(self.hashed_files.values())
        loaded = [name for name in paths if name in hashed and _is_loaded_often(name)]
        yield from super().compress_files(loaded)


def _is_loaded_often(name: str) -> bool:
    return joined_files.is_source(name) or name.startswith("board/")
