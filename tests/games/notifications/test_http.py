"""A request ends soon whatever the receiver does, and an error becomes a word."""

import ssl
import time

import pytest

from games.notifications import http, ssrf_guard
from games.notifications.http import Answer, Request

from . import receiver as faults
from .receiver import CERTIFICATE, NAME, PATIENT, Fault, Receiver, receiving

SOON = 5.0  # seconds: more than the limits of a call, much less than a receiver would go on
REDIRECT = faults.answering(302, Location="/elsewhere")


def post(url: str) -> Answer:
    return http.call(Request(url, b'{"text": "1"}', {"Content-Type": "application/json"}))


def test_a_request_arrives_as_it_was_written(receiver: Receiver) -> None:
    assert post(receiver.url()) == Answer("204")
    [taken] = receiver.taken
    assert (taken.path, taken.body) == ("/webhook?key=of-the-webhook", b'{"text": "1"}')
    assert taken.headers["content-type"] == "application/json"
    assert taken.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert taken.headers["user-agent"] == "Entente"


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (faults.answering(500), "500"),
        (faults.answering(404), "404"),
        (REDIRECT, "302"),
        (faults.hang, "too slow"),
        (faults.trickle, "too slow"),
        (faults.trickle_headers, "too slow"),
        (faults.hang_up, "broken off"),
        (faults.stop_in_the_middle, "broken off"),
        (faults.talk_rubbish, "broken off"),
        (faults.endless_headers, "broken off"),
        (faults.endless_line, "broken off"),
    ],
)
def test_whatever_the_receiver_does_a_call_ends_soon_without_success(
    receiver: Receiver, fault: Fault, status: str
) -> None:
    receiver.fault = fault
    began = time.monotonic()
    answer = post(receiver.url())
    assert time.monotonic() - began < SOON
    assert (answer.status, answer.is_good) == (status, False)
    assert len(receiver.seen) == 1  # no redirect is followed, and nothing is sent twice


def test_the_body_of_a_response_is_not_read(receiver: Receiver) -> None:
    receiver.fault = faults.endless_body
    http.READ_WITHIN, http.WHOLE_WITHIN = PATIENT  # for so long it would be read
    began = time.monotonic()
    assert post(receiver.url()).is_good
    assert time.monotonic() - began < SOON < http.WHOLE_WITHIN


def test_retry_after_is_read(receiver: Receiver) -> None:
    receiver.fault = faults.answering(429, Retry_After="120")
    assert post(receiver.url()) == Answer("429", wait=120)


@pytest.mark.parametrize("asked", ["Sun, 22 Nov 2026 20:00:00 GMT", "-5", "soon", "²"])
def test_a_retry_after_that_is_no_number_of_seconds_is_ignored(
    receiver: Receiver, asked: str
) -> None:
    receiver.fault = faults.answering(503, Retry_After=asked.encode("utf-8").decode("latin-1"))
    assert post(receiver.url()) == Answer("503")


def test_a_closed_port_is_refused(receiver: Receiver) -> None:
    receiver.stop()
    assert post(receiver.url()) == Answer("refused")


# TLS


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resolve every name to this machine."""
    monkeypatch.setattr(ssrf_guard, "addresses", lambda _host, _port: ["127.0.0.1"])


def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    monkeypatch.setattr(http, "_tls_context", lambda: context)


@pytest.mark.usefixtures("_here")
def test_a_request_goes_by_tls_to_a_host_with_a_valid_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trusting(monkeypatch)
    with receiving(secure=True) as receiver:
        assert post(receiver.url(host=NAME)) == Answer("204")
        assert receiver.taken[0].headers["host"] == f"{NAME}:{receiver.port}"


@pytest.mark.usefixtures("_here")
def test_nothing_is_sent_to_a_host_with_the_certificate_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trusting(monkeypatch)
    with receiving(secure=True) as receiver:
        assert post(receiver.url(host="another.test")) == Answer("certificate")
        assert not receiver.seen


@pytest.mark.usefixtures("_here")
def test_nothing_is_sent_to_a_host_with_a_self_signed_certificate() -> None:
    with receiving(secure=True) as receiver:
        assert post(receiver.url(host=NAME)) == Answer("certificate")
        assert not receiver.seen


def test_nothing_is_sent_to_a_host_without_tls(receiver: Receiver) -> None:
    answer = post(receiver.url().replace("http:", "https:"))
    assert answer.status in {"tls", "broken off", "too slow"}
    assert not receiver.seen


def test_the_repr_of_a_request_has_no_address_key_or_text() -> None:
    request = Request("https://x.test/token", b"words", {"Api-Key": "key"})
    assert not [part for part in ("token", "words", "key") if part in repr(request)]
