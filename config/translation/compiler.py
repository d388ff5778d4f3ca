"""Compile the message catalogues, locale/*/LC_MESSAGES/*.po to .mo, without gettext's msgfmt."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import polib


def stale(folder: Path) -> Iterator[Path]:
    """Yield the .po files whose .mo file is missing or does not have the same modification time."""
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns != source.stat().st_mtime_ns:
            yield source


def compile_stale(folder: Path) -> list[Path]:
    """Compile stale catalogues and return their .po files. Safe in several processes at once.

    Raises OSError if a folder cannot be written or a catalogue cannot be parsed.
    """
    sources = list(stale(folder))
    if sources:
        for source in sources:
            status = source.stat()
            temporary = source.with_suffix(f".{os.getpid()}.mo")
            try:
                polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(temporary))
                # Not those of the umask, by which embedded sites close new files:
                # another account may run the site, or copy the checkout into an image.
                temporary.chmod(stat.S_IMODE(status.st_mode))
                os.utime(temporary, ns=(status.st_atime_ns, status.st_mtime_ns))
                temporary.replace(source.with_suffix(".mo"))
            finally:
                temporary.unlink(missing_ok=True)
    return sources
