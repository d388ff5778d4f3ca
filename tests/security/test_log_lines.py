"""Log lines: nobody's text forges one, and signing in and out leaves some."""

import io
import logging

import pytest
import structlog
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.http import middleware
from config.monitoring import logs
from tests import factories

from .test_secrets import logged

FORGED = "x\n2026-01-01T00:00:00Z [error] forged\x1b[2J\u2028\r\x9b"
Console = tuple[logging.Logger, io.StringIO]
PASSWORD = "open sesame, said the door"


@pytest.fixture
def console() -> Console:
    """A logger that writes as an embedded site does, and what it has written."""
    kept = structlog.get_config()
    line = logs.configure(as_json=False, level="INFO")["formatters"]["line"]
    structlog.configure(**kept)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(line.pop("()")(**line))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    return logger, written


def test_no_text_forges_a_line(console: Console) -> None:
    logger, stream = console
    logger.warning("a host %s", FORGED)
    written = stream.getvalue()
    assert written.count("\n") == 1
    assert not set(written.strip()) & set("\n\r\x1b\x9b\u2028")
    assert r"x\n2026" in written


def test_no_line_of_a_traceback_looks_like_an_event(console: Console) -> None:
    logger, stream = console
    try:
        raise ValueError(FORGED)
    except ValueError:
        logger.exception("it broke")
    first, *lines = stream.getvalue().rstrip("\n").split("\n")
    assert "it broke" in first
    assert lines
    assert all(line.startswith("    ") for line in lines)
    assert not set("".join(lines)) & set("\r\x1b\x9b\u2028")


def test_signing_in_and_out_is_logged_and_nothing_that_was_typed(db: None) -> None:
    person = factories.person("Ada", password=PASSWORD)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    client = Client()
    with logged() as log:
        for typed in ("wrong and secret", PASSWORD):
            client.post("/accounts/login/", {"login": person.email, "password": typed})
        client.post("/accounts/logout/")
    written = log.getvalue()
    lines = written.splitlines()
    events = ("sign_in_failed", "signed_in", "signed_out")
    found = [line for line in lines for event in events if f'"event": "{event}"' in line]
    assert [event in line for event, line in zip(events, found, strict=True)] == [True] * 3
    assert all(f'"person": {person.pk}' in line for line in found[1:])
    for secret in ("wrong and secret", PASSWORD, person.email):
        assert secret not in written


@pytest.mark.parametrize(
    ("path", "secure", "status"),
    [
        ("/calendar-0123.ics", False, 403),
        ("/games/x/feed-0123.atom", False, 403),
        ("/metrics", False, 403),
        ("/metrics", True, 200),
        ("/calendar-0123.ics", True, 200),
        ("/games/", False, 200),
    ],
)
def test_a_program_without_https_is_refused_and_not_redirected(
    settings, path: str, secure: bool, status: int
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    handler = middleware.encrypted_programs_middleware(lambda _request: HttpResponse())
    assert handler(RequestFactory().get(path, secure=secure)).status_code == status
