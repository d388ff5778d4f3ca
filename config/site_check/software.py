"""Versions, settings and migrations."""

import os
import platform
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core import checks
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts.models import User
from config import env, revision, schema, site_address
from games import __version__

from .findings import Finding, note, ok, problem, size

SETTINGS_FILE = "settings.env"  # read by ./run


def versions() -> Iterator[Finding]:
    commit = revision.commit()[:10]
    entente = f"Entente {__version__}{f' ({commit})' if commit else ''}"
    yield ok(f"{entente}, Python {platform.python_version()}, Django {django.get_version()}")


def database() -> Iterator[Finding]:
    """Findings on the database; raises if it does not answer."""
    with connection.cursor() as cursor:
        if settings.SQLITE:
            bytes_used = Path(connection.settings_dict["NAME"]).stat().st_size
            name = f"SQLite {sqlite3.sqlite_version}"
        else:
            cursor.execute(
                "SELECT current_setting('server_version'), pg_database_size(current_database())"
            )
            version, bytes_used = cursor.fetchone()
            name = f"PostgreSQL {version}"
    yield ok(f"{name} answers; the database has {size(bytes_used)}")


def migrations() -> Iterator[Finding]:
    loader = MigrationLoader(connection)
    try:
        schema.check_applied(loader.applied_migrations.keys(), loader, of="the database")
    except schema.UnusableError as error:
        yield problem(str(error), "See “Trouble” in docs/operations.md.")
        return
    missing = sorted(loader.graph.nodes.keys() - loader.applied_migrations.keys())
    if missing:
        first = ".".join(missing[0])
        yield problem(
            f"{len(missing)} migrations are not applied, the first is {first}",
            "Run ./run upgrade, or start the site: ./run (with Docker: docker compose up).",
        )
    else:
        yield ok("all migrations are applied")


def address() -> Iterator[Finding]:
    site = urlsplit(settings.SITE_URL)
    mode = "production" if settings.PRODUCTION else "embedded"
    yield ok(f"{settings.SITE_URL}, {mode}")
    if not site_address.is_public(site):
        yield note(
            f"{settings.SITE_URL} leads to this machine only",
            "To let others in, set SITE_URL to the address that they type.",
        )
    elif not settings.HTTPS:
        yield note(
            "passwords and orders travel without encryption",
            "Put a proxy with https in front, and set SITE_URL=https://…",
        )
    elif settings.ALLAUTH_TRUSTED_PROXY_COUNT == 0:
        yield problem(
            "ENTENTE_TRUSTED_PROXIES is 0, so all visitors count as one for the limits",
            "Set it to the number of your proxies, usually 1.",
        )


def variables() -> Iterator[Finding]:
    """Findings on settings that are meant for tests, or that a public site should have."""
    given = sorted(name for name in env.read_names if os.environ.get(name))
    yield ok(f"set: {', '.join(given) or 'nothing'}")
    if settings.DEBUG:
        yield note("DEBUG shows secrets to visitors", "Unset it once the fault is found.")
    if settings.CLOCK_OFFSET_FILE:
        yield problem("the clock is shifted", "Unset ENTENTE_CLOCK_OFFSET_FILE.")
    if settings.CONTENT_SECURITY_POLICY is None:
        yield note("the Content-Security-Policy stops nothing", "Unset ENTENTE_CSP_REPORT_ONLY.")
    if site_address.is_public(urlsplit(settings.SITE_URL)) and not settings.OPERATOR:
        yield note("the privacy page does not say who operates the site", "Set ENTENTE_OPERATOR.")
    file = settings.BASE_DIR / SETTINGS_FILE
    if file.exists() and file.stat().st_mode & 0o077:
        yield problem(
            f"other accounts can read {SETTINGS_FILE}, which may hold passwords",
            f"chmod 600 {file}",
        )


def administrators() -> Iterator[Finding]:
    number = User.objects.active().filter(is_superuser=True).count()
    if number:
        yield ok(f"administrators: {number}")
    else:
        yield problem("there is no administrator", "Run ./run manage createsuperuser.")


def system_checks() -> Iterator[Finding]:
    """Django's system checks, in production those for a deployment as well."""
    found = checks.run_checks(include_deployment_checks=settings.PRODUCTION)
    found = [each for each in found if not each.is_silenced()]
    for each in found:
        text = f"{each.id}: {' '.join(str(each.msg).split())}"
        if each.is_serious():
            yield problem(text, str(each.hint or "See “manage.py check --deploy”."))
        elif each.level >= checks.WARNING:
            yield note(text, str(each.hint or ""))
    if not found:
        yield ok("system checks found nothing")
