"""Reads the environment. What makes no sense stops the start with one line that says which and why.

Every reader names its variable, so that a typing error never becomes a default. An empty variable
counts as unset: compose files write them so. `NAME_FILE` is read where `NAME` may hold a secret.
"""

import os
import re
import sys
import zoneinfo
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import SplitResult, urlsplit

import environ

from games.telling.pushes import keys

# Gunicorn reads 3 as "this worker will never start" and stops instead of trying for ever.
EXIT_STATUS = 3
TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
LONGEST_OFFSET = 10 * 366 * 86_400  # seconds
HOST = re.compile(r"\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]|\*", re.IGNORECASE)

seen: set[str] = set()
# `config.web` says so: web processes share database connections between threads.
serves_web = False


def stop(name: str, why: str) -> NoReturn:
    """End the program with one line on standard error."""
    sys.stderr.write(f"entente: {name}: {' '.join(why.split())}\n")
    sys.stderr.flush()
    raise SystemExit(EXIT_STATUS)


def text(name: str, default: str = "") -> str:
    seen.add(name)
    return os.environ.get(name, "").strip() or default


def secret(name: str, default: str = "") -> str:
    """Read `name`, or the file that `name`_FILE points to."""
    file, value = text(f"{name}_FILE"), text(name)
    if not file:
        return value or default
    if value:
        stop(name, f"is set, and so is {name}_FILE: set one of them")
    try:
        return Path(file).read_text(encoding="utf-8").strip() or default
    except (OSError, UnicodeDecodeError) as error:
        stop(f"{name}_FILE", f"“{file}” cannot be read: {error}")


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value and value not in TRUE | FALSE:
        stop(name, f"“{value}” is neither true nor false")
    return value in TRUE if value else default


def number(name: str, default: int, low: int, high: int) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"-?[0-9]{1,12}", value) or not low <= int(value) <= high:
        stop(name, f"“{value}” is not a whole number from {low} to {high}")
    return int(value)


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in choices:
        stop(name, f"“{value}” is not one of {', '.join(choices)}")
    return value


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    if value not in zoneinfo.available_timezones():
        stop(name, f"“{value}” is not a time zone; write it like Europe/Madrid")
    return value


def hosts(name: str, default: list[str]) -> list[str]:
    values = [part.strip() for part in text(name).split(",") if part.strip()] or default
    for value in values:
        if not HOST.fullmatch(value):
            stop(name, f"“{value}” is not a host name; write names without http:// and port")
    return values


def _split(name: str, value: str, schemes: tuple[str, ...]) -> SplitResult:
    """Split a URL without ever repeating it: it may hold a password."""
    try:
        url = urlsplit(value)
        _ = url.port
    except ValueError:
        stop(name, "is not a URL; a password in it needs %23 for “#” and the like")
    if url.scheme not in schemes:
        stop(name, f"does not begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    return url


def site_url(name: str, default: str) -> SplitResult:
    value = text(name, default).rstrip("/")
    url = _split(name, value, ("http", "https"))
    if not url.hostname or url.path or url.query or url.fragment or url.username:
        stop(name, f"“{value}” is not of the form https://host or https://host:port")
    return url


def database(name: str, default: str, *, password: str) -> dict[str, Any]:
    """Return Django's settings of a database; `password` belongs in a URL that holds none."""
    value = secret(name, default)
    url = _split(name, value, ("postgresql", "postgres", "sqlite"))
    try:
        config: dict[str, Any] = environ.Env.db_url_config(value)
    except (ValueError, UserWarning) as error:
        stop(name, f"is not a database URL: {error}")
    if url.scheme == "sqlite":
        if url.netloc or config["NAME"] in ("", ":memory:"):
            stop(name, "needs the path of a file, as in sqlite:////var/lib/entente/db.sqlite3")
        if not Path(config["NAME"]).parent.is_dir():
            stop(name, f"the folder of “{config['NAME']}” does not exist")
    elif not config["NAME"]:
        stop(name, "names no database, as in postgresql://user:password@host/name")
    if password:
        if config["PASSWORD"] or url.scheme == "sqlite":
            stop(name, "holds a password or needs none, but DATABASE_PASSWORD is set as well")
        config["PASSWORD"] = password
    return config


def redis(name: str) -> str:
    value = secret(name)
    if value:
        url = _split(name, value, ("redis", "rediss"))
        if not url.hostname:
            stop(name, "names no host, as in redis://host:6379/0")
        if not re.fullmatch(r"(/[0-9]{0,3})?", url.path):
            stop(name, "ends in something that is not the number of a database")
    return value


def email(name: str, default: str) -> dict[str, Any]:
    """Return Django's EMAIL_* settings from a URL such as smtp+tls://user:password@host:587."""
    value = secret(name, default)
    schemes = ("smtp", "smtp+tls", "smtp+ssl", "filemail", "consolemail")
    url = _split(name, value, schemes)
    if url.scheme.startswith("smtp") and not url.hostname:
        stop(name, "names no mail server, as in smtp+tls://user:password@host:587")
    if url.scheme != "filemail" and url.path not in ("", "/"):
        stop(name, "has a path after the host, and only filemail:// takes one")
    config = dict(environ.Env.email_url_config(value))
    config.pop("EMAIL_FILE_PATH", None)
    if url.scheme.startswith("smtp"):
        config["EMAIL_BACKEND"] = "config.smtp.EmailBackend"
    if url.scheme == "filemail":
        if url.netloc or not url.path.strip("/"):
            stop(name, "needs the whole path of a folder, as in filemail:///var/lib/entente/mail")
        if Path(url.path).exists() and not Path(url.path).is_dir():
            stop(name, f"“{url.path}” is not a folder")
        config["EMAIL_FILE_PATH"] = url.path
        config["EMAIL_BACKEND"] = "accounts.mail.FolderBackend"
    config.pop("OPTIONS", None)
    return {key: part for key, part in config.items() if part is not None}


def address(name: str, default: str) -> str:
    value = text(name, default)
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>", value):
        stop(name, f"“{value}” is not an e-mail address")
    return value


def vapid_key(name: str) -> str:
    value = secret(name)
    if value and not keys.is_key(value):
        stop(name, "is not a key such as “manage.py vapid_key” makes")
    return value


def folder(name: str, default: str) -> str:
    """Return the path of a folder that is there or can be made later."""
    value = text(name, default)
    if Path(value).exists() and not Path(value).is_dir():
        stop(name, f"“{value}” is not a folder")
    return value


def clock_offset_file(name: str) -> str:
    """Return the path of a file of seconds, there or to come; an empty one shifts nothing."""
    value = text(name)
    if value:
        try:
            seconds = float(Path(value).read_text(encoding="utf-8") or "0")
        except FileNotFoundError:
            return value
        except OSError as error:
            stop(name, f"“{value}” cannot be read: {error.strerror}")
        except ValueError:
            stop(name, f"“{value}” holds something that is not a number of seconds")
        if not abs(seconds) <= LONGEST_OFFSET:  # nor is it when this is no number
            stop(name, f"“{value}” shifts the clock by more than ten years")
    return value


def refuse_unknown(prefix: str) -> None:
    """Stop on a variable with our prefix that nothing has read: it is a typing error."""
    for name in sorted(os.environ):
        if name.startswith(prefix) and name not in seen:
            stop(name, "is no setting of Entente; docs/operations.md lists them")
