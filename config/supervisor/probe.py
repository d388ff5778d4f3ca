"""Questions to the web process of this machine, over the loopback and by the site's name."""

import urllib.error
import urllib.request

from django.conf import settings

from .. import site_address

# Ignores http_proxy, which does not lead to this machine.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def status_of(
    path: str, *, timeout: float = 5, address: tuple[str, int] | None = None
) -> int | None:
    """Return the status with which the site answers to a path, or None if it does not answer.

    `address` is another one than that of the settings.
    """
    host, port = address or (settings.HOST, settings.PORT)
    host = "127.0.0.1" if host in {"0.0.0.0", "[::]", "*"} else host  # noqa: S104
    request = urllib.request.Request(
        f"http://{host}:{port}{path}",
        headers={"Host": site_address.accepted_host(settings.ALLOWED_HOSTS)},
    )
    try:
        with DIRECT.open(request, timeout=timeout) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (urllib.error.URLError, OSError):
        return None
