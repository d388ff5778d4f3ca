"""Headers of every answer that neither Django nor django-csp sends."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]

# Nothing of it is needed, so no script that got in shall have it.
UNUSED = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)


def permissions_middleware(get_response: Handler) -> Handler:
    """Stands first, so that redirections, files and errors have the header as well."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def same_for_all_middleware(get_response: Handler) -> Handler:
    """What a view marks as `by_address_alone` is the same whoever asks: no cookie goes with it, and
    whoever keeps it needs one copy. Stands above those who say otherwise of every answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if getattr(response, "by_address_alone", False):
            response.cookies.clear()
            response.headers.pop("Vary", None)
        return response

    return middleware


def private_middleware(get_response: Handler) -> Handler:
    """What we make is for whoever asked, unless a view says more: no proxy may keep it.

    Every page has its reader's language, and a form's token or a name in it; `Vary: Cookie` alone
    does not stop a network that was told to keep everything. A browser keeps it for its back
    button, with what was typed, and asks again otherwise. Stands below WhiteNoise, whose files are
    for everyone.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return middleware
