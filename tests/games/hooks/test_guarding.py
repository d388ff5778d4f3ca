"""Hooks lead into the world, never into a network of our own, whatever names say."""

import socket
from typing import Any

import pytest

from games.hooks import calling, guarding
from games.hooks.calling import Request

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
    settings.PRIVATE_HOOKS = False


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name have these addresses; returns the names that were asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *_args: Any, **_kwargs: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_address_is_allowed(address: str) -> None:
    assert not guarding.is_allowed(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert guarding.is_allowed(address)


def test_the_operator_may_allow_them_all(settings: Any) -> None:
    settings.PRIVATE_HOOKS = True
    assert guarding.addresses("127.0.0.1", 80) == ["127.0.0.1"]


def test_of_a_host_only_its_public_addresses_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "10.0.0.1", "8.8.8.8", "8.8.8.8", "::1")
    assert guarding.addresses("mixed.test", 443) == ["8.8.8.8"]


def test_a_host_with_none_but_private_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "10.0.0.1", "::1")
    with pytest.raises(guarding.PrivateError):
        guarding.addresses("inner.test", 443)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 300, "."])
def test_a_host_that_is_none_is_told_apart(host: str) -> None:
    with pytest.raises(guarding.UnknownHostError):
        guarding.addresses(host, 443)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
def test_nothing_reaches_this_machine_however_it_is_written(receiver: Receiver, host: str) -> None:
    url = receiver.url(host=host).replace("http:", "https:")
    assert calling.call(Request(url, b"{}", {})).status in {"private", "no host"}
    assert not receiver.seen


def test_nothing_goes_by_an_open_line(receiver: Receiver) -> None:
    assert calling.call(Request(receiver.url(), b"{}", {})).status == "not https"
    assert not receiver.seen


def test_what_a_name_server_says_a_moment_later_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The address that was judged is the one that is connected to; the name is asked for once."""
    settings.PRIVATE_HOOKS = True
    with receiving() as receiver:
        monkeypatch.setattr(guarding, "is_allowed", lambda address: address == "127.0.0.1")
        asked = resolving_to(monkeypatch, "127.0.0.1")
        connected: list[Any] = []

        def create_connection(address: Any, **_kwargs: Any) -> socket.socket:
            connected.append(address)
            line = socket.socket()
            line.connect(address)
            return line

        monkeypatch.setattr(socket, "create_connection", create_connection)
        answer = calling.call(Request(receiver.url(host="rebinding.test"), b"{}", {}))
    assert answer.status == "204"
    assert (asked, connected) == (["rebinding.test"], [("127.0.0.1", receiver.port)])
    assert receiver.taken[0].headers["host"] == f"rebinding.test:{receiver.port}"
