"""The command `mail_test` sends one mail and says what happened to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.services import mail_server

from .smtp import Fault, Sink

TO = "ada@example.org"


@pytest.fixture(autouse=True)
def backend(settings) -> None:
    """The backend of the site: Django's tests replace it."""
    settings.EMAIL_BACKEND = "config.services.smtp.EmailBackend"
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_TIMEOUT = 2
    settings.SITE_URL = "https://play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Entente <entente@play.example.org>"


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    with Sink() as sink:
        host, _, port = sink.url.removeprefix("smtp://").partition(":")
        settings.EMAIL_HOST, settings.EMAIL_PORT = host, int(port)
        yield sink


def said(capsys: pytest.CaptureFixture[str]) -> str:
    call_command("mail_test", TO)
    return capsys.readouterr().out


def why_not() -> str:
    with pytest.raises(CommandError) as refusal:
        call_command("mail_test", TO)
    assert refusal.value.returncode == 1
    return str(refusal.value)


def test_a_mail_that_is_accepted_is_told_with_the_words_of_the_server(sink, capsys) -> None:
    lines = said(capsys).splitlines()
    [mail] = sink.mails
    assert (mail.sender, mail.recipients) == ("entente@play.example.org", (TO,))
    assert "the test mail of https://play.example.org" in mail.message.get_content()
    assert f"connected to {mail_server.address()} without encryption" in lines
    assert f"accepted by {mail_server.address()}: “250 taken”" in lines
    assert not any(line.startswith("note") for line in lines)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Fault.REFUSE, "Connection refused. Check host and port"),
        (Fault.TURN_AWAY, "“554 not here”"),
        (Fault.BABBLE, "no connection to"),
        (Fault.BUSY, f"the recipient {TO} was refused: “451 later”. It may take the mail later."),
        (Fault.REJECT, f"the recipient {TO} was refused: “550 nobody of that name”."),
        (Fault.DROP_BEFORE, "the connection broke while the mail was sent"),
    ],
)
def test_a_mail_that_is_not_accepted_is_told_with_the_step_that_failed(sink, fault, told) -> None:
    sink.fault = fault
    why = why_not()
    assert why.startswith("not sent: ")
    assert told in why
    assert not sink.mails


def test_a_server_that_knows_no_tls_is_told_with_what_to_try(sink, settings) -> None:
    settings.EMAIL_USE_TLS = True
    assert "port 465 smtp+ssl://" in why_not()
    settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = False, True
    assert "does not speak TLS as EMAIL_URL says" in why_not()


def test_a_password_that_is_refused_is_not_repeated(sink, settings) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "entente", "open sesame"
    why = why_not()
    assert "sesame" not in why
    assert "AUTH" in why


def test_a_site_without_a_mail_server_says_that_nothing_is_sent(
    settings, capsys, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND = "accounts.mails.folder_backend.FolderBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    assert f"not sent, but written to {tmp_path / 'mail'}" in said(capsys)
    [file] = (tmp_path / "mail").iterdir()
    assert f"To: {TO}" in file.read_text()


def test_what_is_no_address_gets_no_mail(sink) -> None:
    with pytest.raises(CommandError, match="“ada” is not an email address"):
        call_command("mail_test", "ada")
    assert sink.connections == 0


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"SITE_URL": "http://localhost:8000"}, "leads to this machine only"),
        ({"DEFAULT_FROM_EMAIL": "Entente <entente@localhost>"}, "set DEFAULT_FROM_EMAIL"),
        ({"DEFAULT_FROM_EMAIL": "club@example.com"}, "prefer one domain for both"),
        ({"EMAIL_HOST_USER": "club@example.net"}, "make sure that the server may send for it"),
        ({"EMAIL_HOST": "mail.example.org"}, "is not encrypted"),
    ],
)
def test_settings_that_do_not_fit_together_are_noted(settings, changed, told) -> None:
    settings.EMAIL_HOST = "127.0.0.1"
    assert mail_server.doubts() == []
    for name, value in changed.items():
        setattr(settings, name, value)
    assert [doubt for doubt in mail_server.doubts() if told in doubt]
