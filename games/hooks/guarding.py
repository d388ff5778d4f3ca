"""To which addresses a hook may lead: into the world, never into a network of our own.

Whoever masters a game chooses where its hooks lead, and could else have the site's own machine ask
what only it can reach. So a name is resolved once, every address that it gives is judged, and the
connection goes to one of those: a name server that answers otherwise a moment later changes
nothing.
"""

import ipaddress
import socket
from collections.abc import Iterator

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# In such an address stands the IPv4 one to which a gateway passes on (RFC 6052).
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class PrivateError(Exception):
    """The host has none but addresses that no hook may lead to."""


class UnknownHostError(Exception):
    """The host has no address at all."""


def addresses(host: str, port: int) -> list[str]:
    """The addresses of `host` to connect to, in the resolver's order.

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
    """Whether a hook may lead to this IP address; all may where the operator says so."""
    if settings.PRIVATE_HOOKS:
        return True
    try:
        read = ipaddress.ip_address(address)
    except ValueError:  # one of this machine alone, with the name of an interface behind it
        return False
    return all(each.is_global and not each.is_multicast for each in _meant(read))


def _meant(address: Address) -> Iterator[Address]:
    """The address, and those of IPv4 to which it may be passed on."""
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
