"""Headers of every response: policies for browsers, and defaults for what no view sets.

There is no Cross-Origin-Embedder-Policy. Pages load nothing from elsewhere, so it would protect
nothing, and together with the other policies it gives scripts timers that are precise enough to
spy on a processor.
"""

from typing import Any

from csp.constants import NONE, SELF
from django.http import HttpRequest, HttpResponse

from .middleware import Handler

# Features of browsers that our own pages use: copying a link or a report, and passkeys.
USED_FEATURES = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
# Features that no page needs, so that no script that got in can use them. Only those that browsers
# have had for years: Chromium complains on every page of those that it does not know or only tries.
_UNUSED = """
accelerometer autoplay camera clipboard-read compute-pressure cross-origin-isolated display-capture
encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection
keyboard-map local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture
screen-wake-lock serial storage-access sync-xhr usb window-management xr-spatial-tracking
"""
UNUSED_FEATURES = tuple(_UNUSED.split())
DEFAULTS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    # Maps for forums say otherwise (games/web/views/maps.py).
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def permissions_policy() -> dict[str, list[str]]:
    """Return the setting of django-permissions-policy."""
    used = {feature: ["self"] for feature in USED_FEATURES}
    return used | {feature: [] for feature in UNUSED_FEATURES}


def content_security_policy(*, https: bool, report_only: bool) -> dict[str, dict[str, Any]]:
    """Return the setting of django-csp: nothing inline, nothing from elsewhere.

    A policy that is only reported leaves out the directives that browsers then ignore with a
    complaint.
    """
    directives: dict[str, Any] = {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
    }
    if not report_only:
        directives["frame-ancestors"] = [NONE]
        if https:
            directives["upgrade-insecure-requests"] = True
    return {"DIRECTIVES": directives}


def headers_middleware(get_response: Handler) -> Handler:
    """Set `DEFAULTS` unless the view has set something else.

    Must come before all middleware that may answer by itself, such as that which refuses hosts.
    The policy of permissions stays on pages alone: it limits scripts, which nothing else has, and
    is longer than many answers of the API.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in DEFAULTS.items():
            response.headers.setdefault(name, value)
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.pop("Permissions-Policy", None)
        return response

    return middleware
