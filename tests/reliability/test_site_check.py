"""`./run check`: each finding says what is wrong and what to do; the page always ends.

test_upgrade.py checks whole sites, running and stopped.
"""

import contextlib
import datetime as dt
import os
import ssl
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from accounts import clock
from accounts.mails import account_mails
from accounts.models import AccountMail, User
from config.backup import files
from config.site_check import backups, games, machine, mail, report, software
from config.site_check.findings import Finding, State
from config.supervisor import start
from games import __version__
from games.models import Game, Heartbeat, Phase
from tests import factories

from . import backups as backup_tools
from .smtp import Fault, Sink


def only(found: Iterator[Finding]) -> Finding:
    (finding,) = found
    return finding


def problems(check: report.Check) -> list[str]:
    return [each.text for each in check() if each.state is State.PROBLEM]


# The page


def page(capsys: pytest.CaptureFixture[str]) -> str:
    with contextlib.suppress(CommandError):
        call_command("site_check")
    return capsys.readouterr().out


def test_the_page_names_the_version_and_ends_in_numbers(db: None, capsys) -> None:
    lines = page(capsys).splitlines()
    assert f"Entente {__version__}" in lines[1]
    assert lines[-1].startswith("problems: ")


def test_without_a_problem_the_status_is_0_and_with_one_it_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    bad = [("mail", Finding(State.PROBLEM, "it burns", "Put it out."))]
    monkeypatch.setattr(report, "findings", lambda: iter(bad))
    with pytest.raises(CommandError) as ended:
        call_command("site_check")
    assert ended.value.returncode == 1
    assert "PROBLEM  it burns\n" in capsys.readouterr().out
    monkeypatch.setattr(report, "findings", lambda: iter([("mail", Finding(State.NOTE, "so"))]))
    call_command("site_check")


def test_a_check_that_breaks_is_a_problem_and_the_others_go_on(
    db: None, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    def breaks() -> Iterator[Finding]:
        raise ZeroDivisionError("by zero")

    monkeypatch.setitem(report.SECTIONS, "machine", [breaks])
    out = page(capsys)
    assert "“breaks” could not be checked: ZeroDivisionError: by zero" in out
    assert "\nbackups " in out


def test_without_a_database_the_rest_is_looked_at(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def breaks() -> None:
        raise DatabaseError("connection refused\nDETAIL: more")

    monkeypatch.setattr(connection, "cursor", breaks)
    out = page(capsys)
    assert "PROBLEM  the database does not answer as it should: connection refused\n" in out
    assert "\nmachine " in out
    assert "\nbackups " not in out


def test_advice_names_a_command_that_the_image_has(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys
) -> None:
    bad = [("people", Finding(State.PROBLEM, "nobody", "Try ./run manage backup."))]
    monkeypatch.setattr(report, "findings", lambda: iter(bad))
    assert "→ Try ./run manage backup.\n" in page(capsys)
    settings.BASE_DIR = tmp_path
    assert "→ Try python manage.py backup.\n" in page(capsys)


# Software and settings


def test_migrations_that_wait_or_come_from_newer_code_are_found(db: None) -> None:
    assert "all migrations are applied" in only(software.migrations()).text
    recorder = MigrationRecorder(connection)
    recorder.record_applied("games", "9999_to_come")
    assert "comes from a newer Entente" in problems(software.migrations)[0]
    recorder.record_unapplied("games", "9999_to_come")
    recorder.record_unapplied("games", "0001_initial")
    assert problems(software.migrations) == [
        "1 migrations are not applied, the first is games.0001_initial"
    ]


def test_a_site_without_an_administrator_is_told_how_to_make_one(db: None) -> None:
    assert "createsuperuser" in only(software.administrators()).advice
    User.objects.create_superuser("op@example.org", "Op", factories.PASSWORD)
    assert only(software.administrators()).state is State.OK


def test_a_public_site_is_told_about_https_and_its_proxies(settings: Any) -> None:
    settings.SITE_URL, settings.HTTPS = "http://play.example.org", False
    assert [each.state for each in software.address()] == [State.OK, State.NOTE]
    settings.SITE_URL, settings.HTTPS = "https://play.example.org", True
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert problems(software.address)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert [each.state for each in software.address()] == [State.OK]


def test_settings_are_named_without_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp://entente:hush@mail.example.org")
    text = " ".join(each.text for each in software.variables())
    assert "EMAIL_URL" in text
    assert "hush" not in text


def test_a_file_of_settings_that_others_can_read_is_found(settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR, settings.OPERATOR = tmp_path, "Ada"
    file = tmp_path / software.SETTINGS_FILE
    file.touch(mode=0o600)
    before = problems(software.variables)
    file.chmod(0o640)
    assert len(problems(software.variables)) == len(before) + 1


# The machine


def test_a_disk_that_is_nearly_full_is_a_problem(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    for free, state in ((400e6, State.PROBLEM), (1e9, State.NOTE), (9e9, State.OK)):
        usage = type("Usage", (), {"free": free})
        monkeypatch.setattr("shutil.disk_usage", lambda _path, usage=usage: usage)
        assert {each.state for each in machine.disks()} == {state}


def test_a_clock_that_is_set_meanwhile_is_a_problem() -> None:
    wall, monotonic = time.time(), time.monotonic()
    assert list(machine.jumps(wall, monotonic)) == []
    assert "was set by 60 s" in only(machine.jumps(wall - 60, monotonic)).text


def test_a_clock_that_nobody_sets_is_a_problem(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, state in ((False, State.PROBLEM), (True, State.OK), (None, State.OK)):
        monkeypatch.setattr(machine, "_synchronized", lambda answer=answer: answer)
        assert next(machine.clocks()).state is state


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="two clocks need two machines")
def test_the_clock_of_postgresql_is_compared(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_synchronized", lambda: None)
    assert problems(machine.clocks) == []
    monkeypatch.setattr(machine, "MOST_DIFFERENCE", -1)
    assert "of PostgreSQL differ by 0 s" in problems(machine.clocks)[0]


@contextlib.contextmanager
def https_site(folder: Path, *, days: float, status: int = 200) -> Iterator[str]:
    """Serve every path with one status by TLS; yield the address. The certificate signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=90))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        yield f"https://localhost:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("days", "status", "states", "told"),
    [
        (60, 200, [State.OK, State.OK], "is valid for 59 days more"),
        (15, 200, [State.NOTE, State.OK], "is valid for 14 days more"),
        (3, 200, [State.PROBLEM, State.OK], "is valid for 2 days more"),
        (60, 502, [State.OK, State.PROBLEM], "answers with status 502"),
    ],
)
def test_the_certificate_and_the_proxy_are_looked_at_from_outside(
    settings: Any, tmp_path: Path, monkeypatch: Any, days: int, status: int, states: Any, told: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with https_site(tmp_path, days=days, status=status) as settings.SITE_URL:
        found = list(machine.certificate())
    assert [each.state for each in found] == states
    assert any(told in each.text for each in found)


def test_a_certificate_that_nobody_trusts_is_a_problem(settings: Any, tmp_path: Path) -> None:
    with https_site(tmp_path, days=60) as settings.SITE_URL:
        assert "is not trusted: self-signed certificate" in problems(machine.certificate)[0]


def test_a_site_that_cannot_be_reached_from_its_own_machine_is_a_note(settings: Any) -> None:
    settings.SITE_URL = "https://localhost:9"
    assert only(machine.certificate()).state is State.NOTE
    settings.SITE_URL = "http://localhost:9"
    assert list(machine.certificate()) == []


# Mail


def test_a_mail_server_that_does_not_answer_is_a_problem(settings: Any) -> None:
    settings.EMAIL_BACKEND = "config.services.smtp.EmailBackend"
    with Sink() as sink:
        settings.EMAIL_HOST, port = sink.url.removeprefix("smtp://").split(":")
        settings.EMAIL_PORT = int(port)
        assert problems(mail.server) == []
        sink.fault = Fault.REFUSE
        assert "Connection refused" in problems(mail.server)[0]


def test_mail_in_files_is_a_problem_where_others_sign_up(settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mails.folder_backend.FolderBackend"
    settings.EMAIL_FILE_PATH = "/tmp/mail"
    settings.SITE_URL = "http://localhost:8000"
    assert only(mail.server()).state is State.NOTE
    settings.SITE_URL = "https://play.example.org"
    assert only(mail.server()).state is State.PROBLEM


def test_mails_that_wait_too_long_are_a_problem(db: None) -> None:
    account_mails.queue(to="ada@example.org", subject="Hello", text="…")
    factories.begun_game()
    assert only(mail.outbox()).state is State.OK
    AccountMail.objects.update(attempts=1)
    assert "1 of them were tried in vain" in only(mail.outbox()).text
    with clock.stopped_at(clock.now() + dt.timedelta(hours=1, minutes=1)):
        assert "one of them for 1 hour longer than it should" in problems(mail.outbox)[0]


# Deadlines


def test_the_heartbeat_of_the_workers_is_looked_at(db: None, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    Heartbeat.objects.update(at=None)
    assert only(games.heartbeat()).state is State.NOTE
    now = clock.now()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    assert only(games.heartbeat()).state is State.OK
    with clock.stopped_at(now + dt.timedelta(minutes=5)):
        assert only(games.heartbeat()).state is State.NOTE  # the site was stopped
        with start.lock_data_folder(tmp_path):
            assert problems(games.heartbeat) == ["no worker has looked for deadlines for 5 minutes"]
    with clock.stopped_at(now - dt.timedelta(hours=2)):
        assert "lies 2 hours in the future" in problems(games.heartbeat)[0]


def test_late_phases_and_games_set_aside_are_problems(db: None) -> None:
    game = factories.begun_game()
    assert problems(games.deadlines) == []
    late = clock.now() - dt.timedelta(minutes=3)
    Phase.objects.filter(game=game).update(due_at=late, deadline=late)
    assert problems(games.deadlines) == ["1 phases are due, the oldest for 3 minutes"]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
    assert f"manage resume {game.slug}" in only(games.set_aside()).advice


def test_hints_that_nobody_takes_are_a_problem(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.REDIS_URL = tmp_path, ""
    (tmp_path / "queue").mkdir()
    old = time.time_ns() - 300 * 10**9
    (tmp_path / "queue" / f"{old:020}_x.deadlines.msg").touch()
    assert problems(games.queues) == []  # left of the last run
    with start.lock_data_folder(tmp_path):
        assert problems(games.queues) == ["1 messages wait in the queue “deadlines”"]


# Backups


@pytest.fixture
def folder(request: Any, transactional_db: None, settings: Any, tmp_path: Path) -> Path:
    if connection.vendor == "postgresql":
        monkeypatch = request.getfixturevalue("monkeypatch")
        path = backup_tools.programs(request.getfixturevalue("postgres_url"))
        monkeypatch.setenv("PATH", path)
    settings.BACKUP_FOLDER, settings.BACKUPS_DAILY = str(tmp_path), 7
    return tmp_path


def test_the_newest_backup_is_read_and_must_not_be_old(folder: Path) -> None:
    assert only(backups.newest()).state is State.NOTE
    call_command("backup", str(folder))
    assert [each.state for each in backups.newest()] == [State.OK, State.OK]
    with clock.stopped_at(clock.now() + dt.timedelta(days=3, minutes=1)):
        assert "is 3 days old" in problems(backups.newest)[0]
    newest = files.newest_backup(folder)
    assert newest is not None
    os.truncate(newest, newest.stat().st_size // 2)
    assert len(problems(backups.newest)) == 1
