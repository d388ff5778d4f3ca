"""Guard against server-side request forgery: webhooks lead to public addresses only.

Game masters choose the URLs of webhooks, and browsers choose those of push services. Without a
guard they could make this machine send requests into a private network that only it can reach. So a
name is resolved once, each of its addresses is checked, and the connection goes to one of the
allowed ones: a name server that answers differently a moment later (DNS rebinding) changes nothing.
"""

import ipaddress
import socket

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Addresses that contain an IPv4 address to which a public gateway forwards (RFC 6052).
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# Blocks to which nothing is sent, by the registries of IANA for special-purpose addresses and for
# the IPv6 address space. `ipaddress` knows most of them, but not all, and not the same ones in
# each version of Python: fec0::/10 and 64:ff9b:1::/48 passed.
REFUSED = (
    ipaddress.ip_network("0.0.0.0/8"),  # this network
    ipaddress.ip_network("10.0.0.0/8"),  # private
    ipaddress.ip_network("100.64.0.0/10"),  # shared by the customers of a provider
    ipaddress.ip_network("127.0.0.0/8"),  # loopback
    ipaddress.ip_network("169.254.0.0/16"),  # link-local, with the metadata of clouds
    ipaddress.ip_network("172.16.0.0/12"),  # private
    ipaddress.ip_network("192.0.0.0/24"),  # protocol assignments
    ipaddress.ip_network("192.0.2.0/24"),  # documentation
    ipaddress.ip_network("192.31.196.0/24"),  # AS112
    ipaddress.ip_network("192.52.193.0/24"),  # multicast tunnels (AMT)
    ipaddress.ip_network("192.88.99.0/24"),  # relays of 6to4, withdrawn
    ipaddress.ip_network("192.168.0.0/16"),  # private
    ipaddress.ip_network("192.175.48.0/24"),  # AS112
    ipaddress.ip_network("198.18.0.0/15"),  # benchmarks
    ipaddress.ip_network("198.51.100.0/24"),  # documentation
    ipaddress.ip_network("203.0.113.0/24"),  # documentation
    ipaddress.ip_network("224.0.0.0/4"),  # multicast
    ipaddress.ip_network("240.0.0.0/4"),  # reserved, and broadcast
    # All but 2000::/3, from which public addresses are given out. Among the rest are loopback,
    # IPv4-compatible (::/96) and IPv4-translated addresses (::ffff:0:0:0/96), local-use
    # translation (64:ff9b:1::/48), discard-only (100::/64), segment routing (5f00::/16), unique
    # local (fc00::/7), link-local (fe80::/10), site-local (fec0::/10) and multicast (ff00::/8).
    ipaddress.ip_network("::/3"),
    ipaddress.ip_network("4000::/2"),
    ipaddress.ip_network("8000::/1"),
    ipaddress.ip_network("2001::/23"),  # protocol assignments; Teredo, which leads to IPv4
    ipaddress.ip_network("2001:db8::/32"),  # documentation
    ipaddress.ip_network("2002::/16"),  # 6to4, which leads to IPv4
    ipaddress.ip_network("2620:4f:8000::/48"),  # AS112
    ipaddress.ip_network("3ffe::/16"),  # the 6bone, given back
    ipaddress.ip_network("3fff::/20"),  # documentation
)


class PrivateError(Exception):
    """None of the host's addresses is allowed."""


class UnlistedHostError(Exception):
    """The host is none of those that the operator lists (OUTGOING_HOSTS)."""


class UnknownHostError(Exception):
    """The host has no address at all."""


def addresses(host: str, port: int) -> list[str]:
    """The allowed addresses of `host`, in the resolver's order.

    Raises `UnlistedHostError`, `UnknownHostError` and `PrivateError`.
    """
    if not is_listed(host):
        raise UnlistedHostError
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnknownHostError from None
    known = list(dict.fromkeys(str(each[4][0]) for each in found))
    allowed = [address for address in known if is_allowed(address)]
    if not allowed:
        raise PrivateError
    return allowed


def is_listed(host: str) -> bool:
    """Whether the operator lets requests go to this host, if OUTGOING_HOSTS lists any."""
    name = host.rstrip(".").lower()
    listed = [each.strip(".").lower() for each in settings.OUTGOING_HOSTS]
    return not listed or any(name == each or name.endswith(f".{each}") for each in listed)


def is_allowed(address: str) -> bool:
    """Whether a request may go to this IP address; to any if the operator sets PRIVATE_WEBHOOKS."""
    if settings.PRIVATE_WEBHOOKS:
        return True
    try:
        read = ipaddress.ip_address(address)
    except ValueError:  # a link-local address with the name of an interface
        return False
    final = _destination(read)
    # `in` is False for a network of the other version.
    return (
        final.is_global and not final.is_multicast and not any(final in block for block in REFUSED)
    )


def _destination(address: Address) -> Address:
    """The address, or the IPv4 address to which the network stack or a gateway forwards it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in NAT64:
            return ipaddress.IPv4Address(address.packed[-4:])
    return address
