"""Guard against server-side request forgery: webhooks lead to public addresses only.

Game masters choose the URLs of webhooks, and browsers choose those of push services. Without a
guard they could make this machine send requests into a private network that only it can reach. So a
name is resolved once, each of its addresses is checked, and the connection goes to one of the
allowed ones: a name server that answers differently a moment later (DNS rebinding) changes nothing.
"""

import ipaddress
import socket
from collections.abc import Iterator

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Addresses that contain an IPv4 address to which a gateway forwards (RFC 6052).
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class PrivateError(Exception):
    """None of the host's addresses is allowed."""


class UnknownHostError(Exception):
    """The host has no address at all."""


def addresses(host: str, port: int) -> list[str]:
    """The allowed addresses of `host`, in the resolver's order.

    Raises `UnknownHostError` and `PrivateError`.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnknownHostError from None
    known = list(dict.fromkeys(str(each[4][0]) for each in found))
    allowed = [address for address in known if is_allowed(address)]
    if not allowed:
        raise PrivateError
    return allowed


def is_allowed(address: str) -> bool:
    """Whether a request may go to this IP address; to any if the operator sets PRIVATE_WEBHOOKS."""
    if settings.PRIVATE_WEBHOOKS:
        return True
    try:
        read = ipaddress.ip_address(address)
    except ValueError:  # a link-local address with the name of an interface
        return False
    return all(each.is_global and not each.is_multicast for each in _reached(read))


def _reached(address: Address) -> Iterator[Address]:
    """The address, and the IPv4 addresses to which it may be forwarded."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in NAT64:
        yield ipaddress.IPv4Address(address.packed[-4:])
