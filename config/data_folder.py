"""The data folder of an embedded site: database, secret, mail, queue, cache, collected files."""

import os
import pwd
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from . import env

# What the site itself writes there. Other files keep their permissions.
OWN_NAMES = (
    *("secret_key*", "db.sqlite3*", "lock", "upgrade.lock", "commit"),
    *("mail", "queue", "cache", "pictures", "metrics", "backups", "staticfiles"),
)
OTHERS = 0o077  # the permissions of other accounts
OTHERS_WRITE = 0o002


def prepare(folder: Path) -> None:
    """Create the folder and its subfolders, readable by their owner only, as all new files are.

    Sets the umask of the process. Mends a folder that others may read, or stops the program.
    """
    os.umask(OTHERS)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_others_folder(folder)
        _close(folder)
        for name in ("mail", "queue", "cache"):
            (folder / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        env.refuse("ENTENTE_DATA", f"the data folder “{folder}” cannot be made: {error.strerror}")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        env.refuse("ENTENTE_DATA", f"the data folder “{folder}” cannot be written")
    for path in folder.iterdir():
        if any(path.match(name) for name in OWN_NAMES):
            _close_below(path)


def _refuse_others_folder(folder: Path) -> None:
    """Stop root where the folder is another account's: the site could not write root's files."""
    owner = folder.stat().st_uid
    if os.geteuid() == 0 and owner != 0:
        name = account_name(owner)
        env.refuse("ENTENTE_DATA", f"“{folder}” is of the account {name}: sudo -u {name} ./run …")


def account_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"


def _close(folder: Path) -> None:
    """Take the permissions of other accounts away, or stop the program if that is not safe."""
    mode = stat.S_IMODE(folder.stat().st_mode)
    if not mode & OTHERS:
        return
    names = {path.name for path in folder.iterdir()}
    if mode & stat.S_ISVTX:
        reason = "it is shared on purpose: name a folder of your own"
    elif names and mode & OTHERS_WRITE:
        reason = "they may have changed it: look whose its files are, then chmod 700 it"
    elif names and not names & {"secret_key", "db.sqlite3"}:
        reason = "it holds files that are not the site's: chmod 700 it, or name another"
    else:
        with suppress(PermissionError):  # it belongs to another account
            folder.chmod(0o700)
        if not stat.S_IMODE(folder.stat().st_mode) & OTHERS:
            return
        reason = "and this cannot be changed: name one of your own, on a disk that has permissions"
    env.refuse("ENTENTE_DATA", f"other accounts can read the data folder “{folder}”; {reason}")


def _close_below(path: Path) -> None:
    """Take the permissions of other accounts from a file, or a folder and what is in it.

    What is in a folder that is closed already cannot be reached, and is left alone.
    """
    with suppress(FileNotFoundError, PermissionError):  # deleted, or written by another account
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode) or not status.st_mode & OTHERS:
            return
        path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
        if stat.S_ISDIR(status.st_mode):
            for inside in path.iterdir():
                _close_below(inside)


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
