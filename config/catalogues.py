"""Compile the catalogues of texts, locale/*/LC_MESSAGES/*.po → .mo, without gettext's msgfmt."""

import os
from collections.abc import Iterator
from pathlib import Path


def stale(folder: Path) -> Iterator[Path]:
    """Catalogues whose compiled file is missing or older – or newer: its time is its source's."""
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns != source.stat().st_mtime_ns:
            yield source


def compile_stale(folder: Path) -> list[Path]:
    """Compile what is stale; return the sources. Processes that do it at once do no harm.

    Raises OSError for a folder that cannot be written or a catalogue that cannot be parsed.
    """
    sources = list(stale(folder))
    if sources:
        import polib  # takes longer than all the rest, and is hardly ever needed

        for source in sources:
            status = source.stat()
            aside = source.with_suffix(f".{os.getpid()}.mo")
            try:
                polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(aside))
                os.utime(aside, ns=(status.st_atime_ns, status.st_mtime_ns))
                aside.replace(source.with_suffix(".mo"))
            finally:
                aside.unlink(missing_ok=True)
    return sources
