"""Middleware that refuses requests for a foreign port, or for loopback names on a public site.

Django compares only the name with ALLOWED_HOSTS and takes any port. Redirections and the addresses
that pages show begin with the host of the request, so another port would lead to another server.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from .. import site_address
from .middleware import Handler

# What machines ask for. Its answers hold no address, so it may be asked as 127.0.0.1.
PATHS_OF_CHECKS = frozenset({"/healthz", "/readyz", "/latez", "/metrics"})


def host_middleware(get_response: Handler) -> Handler:
    """Answer 400 to a foreign host or port. Must come before others redirect to the host.

    Not used where only this machine reaches the site: a tunnel may lead there from any port.
    """
    site = urlsplit(settings.SITE_URL)
    if not site_address.is_public(site):
        raise MiddlewareNotUsed
    port = str(site_address.port_of(site))

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_HOST", "")
        if request.path_info in PATHS_OF_CHECKS and _is_of_this_machine(given):
            request.META["HTTP_HOST"] = site.netloc
        host = request.get_host()  # raises DisallowedHost if the name is foreign
        # Proxies that pass on the name alone leave the port out.
        if (split_domain_port(host)[1] or port) != port:
            raise DisallowedHost(f"The port of {host!r} is not that of SITE_URL.")
        return get_response(request)

    return middleware


def _is_of_this_machine(host: str) -> bool:
    """Whether a check came without a host, as by HTTP/1.0, or for a loopback name."""
    return not host or site_address.is_loopback(split_domain_port(host)[0])
