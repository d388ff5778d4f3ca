"""The site's address: whether others than its own machine reach it, and its host names.

It also marks the requests that the site makes to itself.
"""

import ipaddress
from collections.abc import Sequence
from urllib.parse import SplitResult

from . import env

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
PORTS = {"http": 80, "https": 443}
OWN_REQUEST = "entente.own_request"
"""Key in the environment of a request that only the site itself makes. No header can set it."""


def is_loopback(host: str) -> bool:
    """Whether a host name, with or without brackets, leads every machine to itself."""
    name = host.strip("[].").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


def is_public(site: SplitResult) -> bool:
    """Whether the site has readers on other machines, be it on the internet or in an office."""
    return not is_loopback(site.hostname or "")


def port_of(site: SplitResult) -> int:
    return site.port or PORTS[site.scheme]


def own_hosts(site: SplitResult, *, production: bool) -> list[str]:
    """Return the default of ALLOWED_HOSTS: the host of SITE_URL, and loopback names beside another.

    A public site has none of these: for its readers they lead to other machines.
    """
    own = f"[{site.hostname}]" if ":" in str(site.hostname) else str(site.hostname)
    if production or is_public(site):
        return [own]
    return list(dict.fromkeys([own, *LOOPBACK]))


def check_hosts(name: str, hosts: list[str], site: SplitResult, *, production: bool) -> None:
    """Stop the program if the operator's ALLOWED_HOSTS let strangers choose what pages link to."""
    public = is_public(site)
    if "*" in hosts and (public or production):
        env.refuse(name, "“*” lets strangers choose the address that pages name")
    for host in hosts:
        if public and is_loopback(host):
            env.refuse(name, f"“{host}” leads to this machine only, and SITE_URL is public")


def accepted_host(allowed: Sequence[str]) -> str:
    """Return a host name that the site accepts, for requests of its own."""
    name = allowed[0].removeprefix(".")
    return "localhost" if name == "*" else name
