"""The LMTP server, spoken to by the client of the standard library."""

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.models import AccountMail
from games.inbound import lmtp, received
from games.models import Order, ReceivedMail, Seat
from games.orders import mail_keys
from tests import factories

from .conftest import written

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def port() -> Iterator[int]:
    with lmtp.Server("127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@contextmanager
def raw_connection(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        yield connection


def deliver(port: int, seat: Seat, **fields: Any) -> dict[str, tuple[int, bytes]]:
    to, sender = mail_keys.address_of(seat), factories.holder(seat).email
    with smtplib.LMTP("127.0.0.1", port, timeout=30) as client:
        return client.send_message(written(sender=sender, to=to, **fields), sender, [to])


def test_saves_orders_before_it_acknowledges_their_mail(port: int, france: Seat) -> None:
    assert deliver(port, france) == {}
    assert Order.objects.filter(seat=france).count() == 3
    assert AccountMail.objects.get().to == factories.holder(france).email


def test_a_mail_that_was_not_acknowledged_comes_again_and_counts_once(
    port: int, france: Seat
) -> None:
    for _time in range(2):
        assert deliver(port, france, message_id="<one@mail.test>") == {}
    assert ReceivedMail.objects.count() == AccountMail.objects.count() == 1


def test_a_failure_is_temporary_and_stores_nothing(
    port: int, france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(received, "record", lambda *_a, **_k: 1 / 0)
        with pytest.raises(smtplib.SMTPDataError) as failure:
            deliver(port, france, message_id="<one@mail.test>")
    assert failure.value.smtp_code == 451
    assert not Order.objects.filter(seat=france).exists()
    assert deliver(port, france, message_id="<one@mail.test>") == {}
    assert Order.objects.filter(seat=france).count() == 3


def test_refuses_addresses_of_other_domains_and_tells_nobody_which_keys_there_are(
    port: int, france: Seat
) -> None:
    to = mail_keys.address_of(france)
    with smtplib.LMTP("127.0.0.1", port, timeout=30) as client:
        client.ehlo()
        client.mail("x@x.test")
        assert client.rcpt("orders+abc@other.test")[0] == 550
        assert client.rcpt("mia@play.test")[0] == 550
        known, unknown = client.rcpt(to), client.rcpt(f"orders+{'a' * 26}@play.test")
        assert known == unknown
        assert known[0] == 250


def test_takes_a_mail_of_two_megabytes_and_refuses_one_that_never_ends(
    port: int, france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    to, sender = mail_keys.address_of(france), factories.holder(france).email
    large = written("A Par-Bur\n" * 220_000, sender=sender, to=to)
    with smtplib.LMTP("127.0.0.1", port, timeout=30) as client:
        assert client.send_message(large, sender, [to]) == {}
    assert "too large" in AccountMail.objects.get().text
    monkeypatch.setattr(lmtp, "LARGEST_MAIL", 1000)
    with (
        smtplib.LMTP("127.0.0.1", port, timeout=30) as client,
        pytest.raises(smtplib.SMTPDataError),
    ):
        client.sendmail(sender, [to], b"x" * 70 + b"\r\n" * 2000)


def test_keeps_the_dots_at_the_beginning_of_lines(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents: list[bytes] = []
    monkeypatch.setattr(
        "games.inbound.receive.receive", lambda raw, **_fields: contents.append(raw.content)
    )
    with smtplib.LMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail("a@x.test", ["orders+a@play.test"], b"\r\n.\r\n..x\r\nA Par-Bur\r\n")
    assert contents == [b"\r\n.\r\n..x\r\nA Par-Bur\r\n"]


@pytest.mark.parametrize(
    ("sent", "content"),
    [
        (b"x" * lmtp.CHUNK + b".\r\nRSET\r\n", b"x" * lmtp.CHUNK + b".\r\nRSET\r\n"),
        (b"x" * lmtp.CHUNK + b"..\r\n", b"x" * lmtp.CHUNK + b"..\r\n"),
        (b"x" * (lmtp.CHUNK - 1) + b"\r\n..\r\n", b"x" * (lmtp.CHUNK - 1) + b"\r\n.\r\n"),
        (b"x\r\n.\nRSET\r\n", b"x\r\n.\nRSET\r\n"),
        (b"x\n.\r\nRSET\r\n", b"x\n.\r\nRSET\r\n"),
        (b"x\n..\r\n", b"x\n..\r\n"),
        (b"x\r\n..\r\n", b"x\r\n.\r\n"),
        (b"", b""),
    ],
    ids=["chunk", "dots", "split", "dot and LF", "LF and dot", "LF and dots", "line", "empty"],
)
def test_only_a_dot_on_a_line_of_its_own_ends_a_mail(
    port: int, monkeypatch: pytest.MonkeyPatch, sent: bytes, content: bytes
) -> None:
    contents: list[bytes] = []
    monkeypatch.setattr(
        "games.inbound.receive.receive", lambda raw, **_fields: contents.append(raw.content)
    )
    head = b"LHLO x\r\nMAIL FROM:<a@x.test>\r\nRCPT TO:<orders+a@play.test>\r\nDATA\r\n"
    with raw_connection(port) as connection:
        connection.sendall(head + sent + b".\r\nQUIT\r\n")
        answered = connection.makefile("rb").read()
    assert contents == [content]
    assert answered.endswith(b"250 2.0.0 OK\r\n221 2.0.0 Bye\r\n")


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        (b"EHLO x\r\n", b"500"),
        (b"MAIL FROM:<a@b>\r\n", b"503"),
        (b"LHLO x\r\nMAIL FROM:a@b\r\n", b"501"),
        (b"LHLO x\r\nRCPT TO:<a@b>\r\n", b"503"),
        (b"LHLO x\r\nDATA\r\n", b"503"),
        (b"LHLO x\r\nMAIL FROM:<>\r\nMAIL FROM:<>\r\n", b"503"),
        (b"NOOP\r\n", b"250"),
        (b"VRFY mia\r\n", b"252"),
        (b"x" * 5000 + b"\r\n", b"500"),
        (b"\xff\xfe\r\n", b"500"),
    ],
    ids=lambda value: value[:30].decode("latin-1"),
)
def test_answers_each_command_by_the_rules(port: int, said: bytes, answered: bytes) -> None:
    with raw_connection(port) as connection:
        reader = connection.makefile("rb")
        connection.sendall(said + b"QUIT\r\n")
        lines = reader.read().splitlines()
    codes = [line[:3] for line in lines if line[3:4] == b" "]
    assert answered in codes[1:]


def test_a_connection_that_breaks_in_a_mail_stores_nothing(port: int, france: Seat) -> None:
    to, sender = mail_keys.address_of(france), factories.holder(france).email
    message = bytes(written(sender=sender, to=to))
    with raw_connection(port) as connection:
        head = f"LHLO x\r\nMAIL FROM:<{sender}>\r\nRCPT TO:<{to}>\r\nDATA\r\n".encode()
        connection.sendall(head + message)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
    assert not ReceivedMail.objects.exists()
