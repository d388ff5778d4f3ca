"""The data folder of an embedded site: database, secret, mail, queue, cache, collected files."""

import os
import secrets
from pathlib import Path

from . import env


def prepare(folder: Path) -> None:
    """Create the folder and its subfolders, readable by their owner only."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in ("mail", "queue", "cache"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        env.refuse("ENTENTE_DATA", f"the data folder “{folder}” cannot be made: {error.strerror}")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        env.refuse("ENTENTE_DATA", f"the data folder “{folder}” cannot be written")


def secret_key(folder: Path) -> str:
    """Return the site's secret key; the first process that asks creates it."""
    file = folder / "secret_key"
    try:
        if not file.exists():
            temporary = folder / f"secret_key.{os.getpid()}"
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as out:
                out.write(secrets.token_urlsafe(64))
                out.flush()
                os.fsync(out.fileno())
            try:
                os.link(
                    temporary, file
                )  # unlike a rename, never replaces the key of a faster process
            except FileExistsError:
                pass
            finally:
                temporary.unlink()
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        env.refuse("ENTENTE_DATA", f"the secret in “{file}” cannot be read: {error}")
