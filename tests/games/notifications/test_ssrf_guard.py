"""Requests go to public addresses only, whatever name servers answer."""

import socket
from typing import Any

import pytest

from games.notifications import http, ssrf_guard
from games.notifications.http import Request

from .receiver import Receiver, receiving

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
    "169.254.169.254", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1",
    "fe80::1%1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1",
    "2002:a00:1::", "2001:db8::1", "not an address",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]


@pytest.fixture(autouse=True)
def _strict(settings: Any, _near: None) -> None:
    settings.PRIVATE_WEBHOOKS = False


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Resolve every name to these addresses; returns the list of resolved names."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *_args: Any, **_kwargs: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_address_is_allowed(address: str) -> None:
    assert not ssrf_guard.is_allowed(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert ssrf_guard.is_allowed(address)


def test_the_operator_may_allow_all_addresses(settings: Any) -> None:
    settings.PRIVATE_WEBHOOKS = True
    assert ssrf_guard.addresses("127.0.0.1", 80) == ["127.0.0.1"]


def test_of_a_host_only_its_public_addresses_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "10.0.0.1", "8.8.8.8", "8.8.8.8", "::1")
    assert ssrf_guard.addresses("mixed.test", 443) == ["8.8.8.8"]


def test_a_host_with_private_addresses_only_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "10.0.0.1", "::1")
    with pytest.raises(ssrf_guard.PrivateError):
        ssrf_guard.addresses("inner.test", 443)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 300, "."])
def test_an_unknown_host_has_an_error_of_its_own(host: str) -> None:
    with pytest.raises(ssrf_guard.UnknownHostError):
        ssrf_guard.addresses(host, 443)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
def test_no_spelling_of_this_machine_is_reached(receiver: Receiver, host: str) -> None:
    url = receiver.url(host=host).replace("http:", "https:")
    assert http.call(Request(url, b"{}", {})).status in {"private", "no host"}
    assert not receiver.seen


def test_nothing_is_sent_without_tls(receiver: Receiver) -> None:
    assert http.call(Request(receiver.url(), b"{}", {})).status == "not https"
    assert not receiver.seen


def test_dns_rebinding_changes_nothing(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The connection goes to the address that was checked; the name is resolved once."""
    settings.PRIVATE_WEBHOOKS = True
    with receiving() as receiver:
        monkeypatch.setattr(ssrf_guard, "is_allowed", lambda address: address == "127.0.0.1")
        asked = resolving_to(monkeypatch, "127.0.0.1")
        connected: list[Any] = []

        def create_connection(address: Any, **_kwargs: Any) -> socket.socket:
            connected.append(address)
            line = socket.socket()
            line.connect(address)
            return line

        monkeypatch.setattr(socket, "create_connection", create_connection)
        answer = http.call(Request(receiver.url(host="rebinding.test"), b"{}", {}))
    assert answer.status == "204"
    assert (asked, connected) == (["rebinding.test"], [("127.0.0.1", receiver.port)])
    assert receiver.taken[0].headers["host"] == f"rebinding.test:{receiver.port}"
