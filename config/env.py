"""Read settings from environment variables. A senseless value stops the program with one line.

Each function takes the name of its variable and usually a default, and returns a checked value. An
empty variable counts as unset, because compose files write unset variables so. Where `NAME` may
hold a secret, `NAME_FILE` may name a file with it instead. All names that were read are remembered,
so that `refuse_unknown` can refuse misspelt ones.
"""

import os
import re
import sys
import zoneinfo
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import SplitResult, urlsplit

import environ

from games.notifications.push import keys

# Gunicorn takes 3 as "this worker will never start" and stops instead of starting it again.
EXIT_STATUS = 3
TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
MAX_CLOCK_OFFSET = 10 * 366 * 86_400  # seconds
HOST = re.compile(r"\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]|\*", re.IGNORECASE)

read_names: set[str] = set()


def refuse(name: str, reason: str) -> NoReturn:
    """Exit with EXIT_STATUS and one line on standard error that names the variable."""
    sys.stderr.write(f"entente: {name}: {' '.join(reason.split())}\n")
    sys.stderr.flush()
    raise SystemExit(EXIT_STATUS)


def text(name: str, default: str = "") -> str:
    read_names.add(name)
    return os.environ.get(name, "").strip() or default


def secret(name: str, default: str = "") -> str:
    """Return the value of `name`, or the content of the file that `name`_FILE names."""
    file, value = text(f"{name}_FILE"), text(name)
    if not file:
        return value or default
    if value:
        refuse(name, f"is set, and so is {name}_FILE: set one of them")
    try:
        return Path(file).read_text(encoding="utf-8").strip() or default
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{name}_FILE", f"“{file}” cannot be read: {error}")


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value and value not in TRUE | FALSE:
        refuse(name, f"“{value}” is neither true nor false")
    return value in TRUE if value else default


def integer(name: str, default: int, low: int, high: int) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"-?[0-9]{1,12}", value) or not low <= int(value) <= high:
        refuse(name, f"“{value}” is not a whole number from {low} to {high}")
    return int(value)


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in choices:
        refuse(name, f"“{value}” is not one of {', '.join(choices)}")
    return value


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    if value not in zoneinfo.available_timezones():
        refuse(name, f"“{value}” is not a time zone; write it like Europe/Madrid")
    return value


def host_names(name: str, default: list[str]) -> list[str]:
    values = [part.strip() for part in text(name).split(",") if part.strip()] or default
    for value in values:
        if not HOST.fullmatch(value):
            refuse(name, f"“{value}” is not a host name; write names without http:// and port")
    return values


def _parse_url(name: str, value: str, schemes: tuple[str, ...]) -> SplitResult:
    """Split a URL. Messages never repeat it: it may hold a password."""
    try:
        url = urlsplit(value)
        _ = url.port
    except ValueError:
        refuse(name, "is not a URL; a password in it needs %23 for “#” and the like")
    if url.scheme not in schemes:
        refuse(name, f"does not begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    return url


def site_url(name: str, default: str) -> SplitResult:
    value = text(name, default).rstrip("/")
    url = _parse_url(name, value, ("http", "https"))
    if not url.hostname or url.path or url.query or url.fragment or url.username:
        refuse(name, f"“{value}” is not of the form https://host or https://host:port")
    return url


def database_config(name: str, default: str, *, password: str) -> dict[str, Any]:
    """Return an entry of Django's DATABASES; `password` is for a URL that holds none."""
    value = secret(name, default)
    url = _parse_url(name, value, ("postgresql", "postgres", "sqlite"))
    try:
        config: dict[str, Any] = environ.Env.db_url_config(value)
    except (ValueError, UserWarning) as error:
        refuse(name, f"is not a database URL: {error}")
    if url.scheme == "sqlite":
        if url.netloc or config["NAME"] in ("", ":memory:"):
            refuse(name, "needs the path of a file, as in sqlite:////var/lib/entente/db.sqlite3")
        if not Path(config["NAME"]).parent.is_dir():
            refuse(name, f"the folder of “{config['NAME']}” does not exist")
    elif not config["NAME"]:
        refuse(name, "names no database, as in postgresql://user:password@host/name")
    if password:
        if config["PASSWORD"] or url.scheme == "sqlite":
            refuse(name, "holds a password or needs none, but DATABASE_PASSWORD is set as well")
        config["PASSWORD"] = password
    return config


def redis_url(name: str) -> str:
    value = secret(name)
    if value:
        url = _parse_url(name, value, ("redis", "rediss"))
        if not url.hostname:
            refuse(name, "names no host, as in redis://host:6379/0")
        if not re.fullmatch(r"(/[0-9]{0,3})?", url.path):
            refuse(name, "ends in something that is not the number of a database")
    return value


def email_config(name: str, default: str) -> dict[str, Any]:
    """Return Django's EMAIL_* settings from a URL such as smtp+tls://user:password@host:587."""
    value = secret(name, default)
    schemes = ("smtp", "smtp+tls", "smtp+ssl", "filemail", "consolemail")
    url = _parse_url(name, value, schemes)
    if url.scheme.startswith("smtp") and not url.hostname:
        refuse(name, "names no mail server, as in smtp+tls://user:password@host:587")
    if url.scheme != "filemail" and url.path not in ("", "/"):
        refuse(name, "has a path after the host, and only filemail:// takes one")
    config = dict(environ.Env.email_url_config(value))
    config.pop("EMAIL_FILE_PATH", None)
    if url.scheme.startswith("smtp"):
        config["EMAIL_BACKEND"] = "config.services.smtp.EmailBackend"
    if url.scheme == "filemail":
        if url.netloc or not url.path.strip("/"):
            refuse(name, "needs the whole path of a folder, as in filemail:///var/lib/entente/mail")
        if Path(url.path).exists() and not Path(url.path).is_dir():
            refuse(name, f"“{url.path}” is not a folder")
        config["EMAIL_FILE_PATH"] = url.path
        config["EMAIL_BACKEND"] = "accounts.mails.folder_backend.FolderBackend"
    config.pop("OPTIONS", None)
    return {key: part for key, part in config.items() if part is not None}


def email_address(name: str, default: str) -> str:
    value = text(name, default)
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>", value):
        refuse(name, f"“{value}” is not an email address")
    return value


def mail_source(name: str) -> dict[str, Any] | None:
    """Return where mail comes in: the `host` and `port` of an LMTP server, or a `maildir`.

    None if the variable is not set: no mail comes in.
    """
    value = text(name)
    if not value:
        return None
    url = _parse_url(name, value, ("lmtp", "maildir"))
    if url.scheme == "lmtp":
        if not url.hostname or not url.port or url.path.strip("/"):
            refuse(name, "needs a host and a port, as in lmtp://127.0.0.1:8024")
        return {"host": url.hostname, "port": url.port}
    if url.netloc or not url.path.strip("/"):
        refuse(name, "needs the whole path of a folder, as in maildir:///var/mail/entente")
    folder = Path(url.path)
    if not (folder / "new").is_dir() or not os.access(folder / "new", os.R_OK | os.W_OK | os.X_OK):
        refuse(name, f"“{folder}” is not a maildir in which the site may delete mails")
    return {"maildir": folder}


def tagged_address(name: str, *, needed: bool) -> str:
    """Return an address to which “+” and a key are added; empty unless `needed`."""
    value = text(name).lower()
    if needed and not re.fullmatch(r"[a-z0-9._-]{1,16}@[a-z0-9.-]+", value):
        refuse(
            name,
            "is not an address such as orders@play.example.org, with 1 to 16 letters before the @",
        )
    if value and not needed:
        refuse(name, "is set, but ENTENTE_INBOUND_MAIL, which says where its mail comes in, is not")
    return value


def contact(name: str) -> str:
    """Return the URI of an email address or a page on which somebody can be reached, or ""."""
    value = text(name)
    if re.fullmatch(r"(mailto:)?[^@\s<>:/]+@[^@\s<>:/]+", value):
        return f"mailto:{value.removeprefix('mailto:')}"
    if value and not re.fullmatch(r"https://[^\s/]+\S*", value):
        refuse(name, f"“{value}” is neither an email address nor begins with https://")
    return value


def vapid_key(name: str) -> str:
    value = secret(name)
    if value and not keys.is_key(value):
        refuse(name, "is not a key such as “manage.py vapid_key” makes")
    return value


def folder_path(name: str, default: str) -> str:
    """Return the path of a folder, which need not exist yet."""
    value = text(name, default)
    if Path(value).exists() and not Path(value).is_dir():
        refuse(name, f"“{value}” is not a folder")
    return value


def clock_offset_file(name: str) -> str:
    """Return the path of a file that holds seconds. It may be missing or empty: no shift."""
    value = text(name)
    if value:
        try:
            seconds = float(Path(value).read_text(encoding="utf-8") or "0")
        except FileNotFoundError:
            return value
        except OSError as error:
            refuse(name, f"“{value}” cannot be read: {error.strerror}")
        except ValueError:
            refuse(name, f"“{value}” holds something that is not a number of seconds")
        if not abs(seconds) <= MAX_CLOCK_OFFSET:  # written so that NaN fails too
            refuse(name, f"“{value}” shifts the clock by more than ten years")
    return value


def refuse_unknown(prefix: str) -> None:
    """Refuse a variable with our prefix that no setting has read: it is misspelt."""
    for name in sorted(os.environ):
        if name.startswith(prefix) and name not in read_names:
            refuse(name, "is no setting of Entente; docs/operations.md lists them")
