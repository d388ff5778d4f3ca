"""Mails as they are read: sender, time, text and attachments of what programs and forgers send."""

import datetime as dt
from email.message import EmailMessage
from typing import Any

import pytest

from games.inbound.mail import Mail, RawMail, read_mail, recipients
from tests.timing import timed

from .conftest import written

SENDER, TO = "mia@x.test", "orders+abc@play.test"


def read(message: EmailMessage | bytes) -> Mail:
    content = message if isinstance(message, bytes) else bytes(message)
    found = read_mail(content, envelope_sender=SENDER)
    assert found is not None
    return found


def test_reads_sender_time_and_text() -> None:
    at = dt.datetime(2026, 11, 27, 10, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    mail = read(written("А Пар-Бур", sender=f"Мия <{SENDER.upper()}>", to=TO, at=at))
    assert (mail.sender, mail.written_at, mail.text) == (SENDER, at, "А Пар-Бур")


def test_reads_the_plain_text_and_not_the_html_beside_it() -> None:
    message = written("A Par-Bur", sender=SENDER, to=TO)
    message.add_alternative("<p>A Mar H</p>", subtype="html")
    assert read(message).text == "A Par-Bur"


def test_reads_html_where_there_is_no_plain_text() -> None:
    message = written(" ", sender=SENDER, to=TO)
    message.add_alternative("<p>A Par-Bur</p><p>F Bre-MAO</p>", subtype="html")
    assert read(message).text == "A Par-Bur\nF Bre-MAO"


def test_reads_the_text_on_both_sides_of_an_attachment() -> None:
    message = written("A Par-Bur", sender=SENDER, to=TO)
    message.add_attachment(b"x", maintype="image", subtype="png", filename="map.png")
    message.add_attachment("F Bre-MAO", disposition="inline")
    mail = read(message)
    assert mail.text.split() == ["A", "Par-Bur", "F", "Bre-MAO"]
    assert mail.has_attachments


def test_reads_no_attached_text_and_no_attached_mail() -> None:
    message = written("A Par-Bur", sender=SENDER, to=TO)
    message.add_attachment("A Mar H", filename="orders.txt")
    message.add_attachment(written("F Bre-MAO", sender=SENDER, to=TO))
    mail = read(message)
    assert (mail.text, mail.has_attachments) == ("A Par-Bur", True)


def test_the_pictures_of_an_html_mail_are_no_attachments() -> None:
    message = written("A Par-Bur", sender=SENDER, to=TO)
    message.add_alternative("<p>A Par-Bur<img src='cid:1'></p>", subtype="html")
    html = message.get_payload()[1]  # type: ignore[index]
    html.add_related(b"x", "image", "png", cid="<1>")  # type: ignore[union-attr]
    assert not read(message).has_attachments


@pytest.mark.parametrize("charset", ["utf-8", "windows-1251", "koi8-r"])
def test_reads_the_encodings_of_old_programs(charset: str) -> None:
    message = written(sender=SENDER, to=TO)
    message.set_content("А Пар-Бур", charset=charset)
    assert read(message).text == "А Пар-Бур"


def test_reads_what_it_can_of_an_unknown_encoding() -> None:
    raw = bytes(written("A Par-Bur", sender=SENDER, to=TO)).replace(b'"utf-8"', b'"klingon"')
    assert read(raw).text == "A Par-Bur"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0" * 100,
        b"From: \xff\xfe\n\nx",
        b"From: =?utf-8?b?!!!!?= <a@b>\nDate: =?x?\n\nx",
        b"From: a@b\nContent-Type: multipart/mixed; boundary=\n\nx",
        b"From: a@b\nContent-Type: text/plain; charset*=x'\n\nx",
        b"From: " + b"(" * 5000 + b"\n\nx",
        b"From: <@>\nMessage-ID: <<\n\nx",
        b"Date: Mon, 99 Foo 99999 99:99:99 +9999\n\nx",
    ],
    ids=lambda raw: raw[:30].decode("latin-1"),
)
def test_no_mail_makes_it_fail(raw: bytes) -> None:
    read_mail(raw, envelope_sender=None)


def test_parts_within_parts_make_it_stop_not_fail() -> None:
    raw = b"From: a@b\n"
    for number in range(3000):
        raw += f'Content-Type: multipart/mixed; boundary="{number}"\n\n--{number}\n'.encode()
    read_mail(raw, envelope_sender=None)


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@b\n" + b"X: y\n" * 13_000 + b"\nx",
        b"From: " + b"a@b," * 16_000 + b"\n\nx",
        b"From: " + b"a@b," * 250 + b"c@d\n\nx",
        b"From: a@b\nTo: " + b"a@b," * 250 + b"c@d\n\nx",
        b"From: a@b\nContent-Type: text/plain; " + b"a=b; " * 12_000 + b"\n\nx",
        b"From: a@b\nCc: " + b"a@b," * 15_000 + b"\nPrecedence: " + b"x" * 5000 + b"\n\nx",
    ],
    ids=["headers", "senders", "some senders", "recipients", "parameters", "precedence"],
)
def test_mails_with_long_headers_are_unreadable_at_once(raw: bytes, settings: Any) -> None:
    settings.INBOUND_AUTHSERV = "mx.play.test"
    mail, seconds = timed(lambda: read_mail(raw, envelope_sender=None))
    assert mail is None
    assert seconds < 0.5


def test_long_headers_that_nobody_needs_are_not_read(settings: Any) -> None:
    settings.INBOUND_AUTHSERV = "mx.play.test"
    long = b"Cc: " + b"a@b," * 15_000 + b"\n"
    content = long + bytes(written("A Par-Bur", sender=SENDER, to=TO))
    mail, seconds = timed(lambda: read(content))
    assert mail.text == "A Par-Bur"
    assert seconds < 0.5


def test_a_mail_is_read_once_for_all_its_recipients(monkeypatch: pytest.MonkeyPatch) -> None:
    read_before: list[bytes] = []
    monkeypatch.setattr(
        "games.inbound.mail.read_mail", lambda content, **_fields: read_before.append(content)
    )
    raw = RawMail(b"x", None)
    assert raw.mail is raw.mail is None
    assert read_before == [b"x"]


def test_of_a_large_mail_only_the_headers_are_read() -> None:
    mail = read(bytes(written("A Par-Bur\n" * 200_000, sender=SENDER, to=TO)))
    assert (mail.is_too_large, mail.text, mail.sender) == (True, "", SENDER)


def nested(depth: int) -> bytes:
    """A mail whose parts are each in another part."""
    parts = "".join(
        f'--{number}\r\nContent-Type: multipart/mixed; boundary="{number + 1}"\r\n\r\n'
        for number in range(depth)
    )
    head = f'From: {SENDER}\r\nContent-Type: multipart/mixed; boundary="0"\r\n\r\n'
    return f"{head}{parts}".encode().ljust(200_000, b"\n")


def flat(number: int) -> bytes:
    """A mail with many parts side by side."""
    head = f'From: {SENDER}\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n'
    return head.encode() + b"--x\r\n\r\nA Par-Bur\r\n" * number + b"--x--\r\n"


@pytest.mark.parametrize("content", [nested(200), flat(5_000)])
def test_of_a_mail_of_many_parts_only_the_headers_are_read(content: bytes) -> None:
    mail, seconds = timed(lambda: read(content))
    assert (mail.has_too_many_parts, mail.text, mail.sender) == (True, "", SENDER)
    assert seconds < 0.2


def test_reads_as_many_parts_as_people_send() -> None:
    mail = read(flat(50))
    assert (mail.has_too_many_parts, mail.text.count("A Par-Bur")) == (False, 50)


CHECKED = "mx.play.test; spf=pass smtp.mailfrom=x.test; dkim=FAIL header.d=x.test; arc=none"


@pytest.mark.parametrize(
    ("headers", "noted"),
    [
        ([("Authentication-Results", CHECKED)], "spf=pass dkim=fail"),
        ([("Authentication-Results", CHECKED.replace("mx.play", "mx.evil"))], ""),
        ([("Received", "a"), ("Authentication-Results", CHECKED)], "spf=pass dkim=fail"),
        ([("Received", "a"), ("Received", "b"), ("Authentication-Results", CHECKED)], ""),
    ],
)
def test_notes_only_the_checks_of_our_own_server(
    settings: Any, headers: list[tuple[str, str]], noted: str
) -> None:
    settings.INBOUND_AUTHSERV = "mx.play.test"
    head = "".join(f"{name}: {value}\n" for name, value in headers).encode()
    raw = head + bytes(written(sender=SENDER, to=TO))
    assert read(raw).checks == noted
    settings.INBOUND_AUTHSERV = ""
    assert read(raw).checks == ""


def test_finds_the_recipients_and_the_envelope_of_a_stored_mail() -> None:
    raw = (
        b"Return-Path: <mia@x.test>\nDelivered-To: Orders+ABC@play.test\n"
        b'To: Entente <orders+abc@play.test>, "x" <y@x.test>\n\nx'
    )
    assert recipients(raw) == (["orders+abc@play.test", "y@x.test"], "mia@x.test")
    assert recipients(b"Return-Path: <>\n\nx") == ([], "")
    assert recipients(b"To: a@b\n\nx") == (["a@b"], None)
    assert recipients(b"To: @b, a@\n\nx") == ([], None)


def test_finds_no_recipients_in_a_long_word_at_once() -> None:
    found, seconds = timed(lambda: recipients(b"To: " + b"a" * 900_000 + b"\n\nx"))
    assert found == ([], None)
    assert seconds < 0.5
