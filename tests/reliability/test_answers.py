"""A mail server that sends a byte now and then is cut off like one that sends nothing."""

import smtplib
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from config.services.smtp import EmailBackend

PAUSE = 0.1  # seconds between two bytes
TIMEOUT = 1.5  # longer than a pause, even on a busy machine
GREETING = 4.0  # seconds that the greeting takes at least


@pytest.fixture
def trickling() -> Iterator[int]:
    """Port of a server whose greeting takes almost five seconds."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            line, _address = server.accept()
            with line:
                for byte in b"220 " + b"x" * 44 + b"\r\n":
                    if over.wait(PAUSE):
                        return
                    try:
                        line.send(bytes([byte]))
                    except OSError:
                        return

        greeter = threading.Thread(target=greet)
        greeter.start()
        yield server.getsockname()[1]
        over.set()
        greeter.join(10)


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_whole_answer_has_the_time_of_the_limit(trickling: int, encrypted: bool) -> None:
    post = EmailBackend(
        host="127.0.0.1", port=trickling, username="", password="", use_tls=False,
        use_ssl=encrypted, timeout=TIMEOUT,
    )  # fmt: skip
    began = time.monotonic()
    with pytest.raises(OSError):  # noqa: PT011 - `delivery` treats it as the server's fault
        post.open()
    assert time.monotonic() - began < GREETING


def test_smtplib_alone_waits_for_each_byte(trickling: int) -> None:
    """Negative control of the test above."""
    began = time.monotonic()
    with pytest.raises(smtplib.SMTPServerDisconnected):  # nothing is sent after the greeting
        smtplib.SMTP("127.0.0.1", trickling, timeout=TIMEOUT).helo()
    assert time.monotonic() - began > GREETING
