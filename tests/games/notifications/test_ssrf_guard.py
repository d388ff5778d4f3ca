"""Requests go to public addresses only, whatever name servers answer."""

import ipaddress
import socket
from typing import Any

import pytest

from games.notifications import http, ssrf_guard
from games.notifications.http import Request

from .receiver import Receiver, receiving

# Addresses of each block that IANA registers for a special purpose, and of those that lead to an
# IPv4 address by another spelling.
PRIVATE = [
    # IPv4: this network, private and shared ones, loopback, link-local, and a cloud's metadata
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.8.8.8",
    "169.254.169.254", "172.16.0.1", "172.31.255.254", "192.168.1.1",
    # IPv4: protocol assignments, documentation, AS112, AMT, the relay of 6to4, benchmarks
    "192.0.0.1", "192.0.0.9", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1",
    "192.88.99.1", "192.175.48.1", "198.18.0.1", "198.19.255.254", "198.51.100.1", "203.0.113.1",
    # IPv4: multicast, reserved, broadcast
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    # IPv6: unspecified, loopback, IPv4-compatible, IPv4-mapped, IPv4-translated
    "::", "::1", "::8.8.8.8", "::10.0.0.1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:169.254.169.254", "::ffff:0:8.8.8.8", "::ffff:0:10.0.0.1",
    # IPv6: translation to private IPv4, to any IPv4 inside a network, discard-only, dummy
    "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::8.8.8.8", "64:ff9b:1::10.0.0.1",
    "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "64:ff9b:2::1", "100::1", "100:0:0:1::1",
    # IPv6: protocol assignments with Teredo, benchmarks, ORCHID; documentation, 6to4, AS112
    "2001::1", "2001:0:808:808::f7f7:f7f7", "2001:2::1", "2001:10::1", "2001:20::1", "2001:30::1",
    "2001:1ff::1", "2001:db8::1", "2002:a00:1::", "2002:808:808::1", "2620:4f:8000::1",
    "3ffe::1", "3fff::1", "3fff:fff::1",
    # IPv6: not given out, segment routing, unique local, link-local, site-local, multicast
    "4000::1", "5f00::1", "8000::1", "c000::1", "e000::1", "fc00::1", "fd00:ec2::254", "fe80::1",
    "fe80::1%1", "febf::1", "fec0::1", "feff::1", "ff02::1", "ff0e::1",
    "not an address", "", "8.8.8.8.", "010.8.8.8",
]  # fmt: skip
PUBLIC = [
    "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1", "198.20.0.1",
    "223.255.255.254", "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111",
    "3ffd::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
]  # fmt: skip


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


def judge(monkeypatch: pytest.MonkeyPatch, *, all_global: bool) -> None:
    """Let the library find all addresses global, or none."""
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        monkeypatch.setattr(kind, "is_global", all_global)
        monkeypatch.setattr(kind, "is_multicast", False)


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_address_is_allowed(address: str) -> None:
    assert not ssrf_guard.is_allowed(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_python_that_finds_each_address_global_makes_no_difference(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Versions of `ipaddress` differ in what they find global; our list does not."""
    judge(monkeypatch, all_global=True)
    assert not ssrf_guard.is_allowed(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_that_python_does_not_find_global_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge(monkeypatch, all_global=False)
    assert not ssrf_guard.is_allowed(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert ssrf_guard.is_allowed(address)


def test_the_operator_may_allow_all_addresses(settings: Any) -> None:
    settings.PRIVATE_WEBHOOKS = True
    assert ssrf_guard.addresses("127.0.0.1", 80) == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("host", "called"),
    [
        ("hooks.example.org", True),
        ("HOOKS.example.org.", True),
        ("a.hooks.example.org", True),
        ("example.org", False),
        ("evilhooks.example.org", False),
        ("hooks.example.org.evil.test", False),
        ("8.8.8.8", False),
    ],
)
def test_only_listed_hosts_are_called_where_the_operator_lists_them(
    host: str, called: bool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTGOING_HOSTS = ["hooks.example.org"]
    asked = resolving_to(monkeypatch, "10.0.0.1")
    status = http.call(Request(f"https://{host}/x", b"{}", {})).status
    assert status == ("private" if called else "not listed")
    assert bool(asked) is called


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
