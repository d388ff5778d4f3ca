"""The looks of pages in one browser, kept in a cookie: people without an account can choose too."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "map": ("standard", "contrast"),
    "board": ("fit", "wide"),
}
"""The values of each choice; the first one is that of a browser that has chosen nothing."""

COOKIE_AGE = 365 * 24 * 3600  # seconds


def chosen(request: HttpRequest) -> dict[str, str]:
    """Return the browser's choices that differ from the first values. Unknown ones are ignored."""
    pairs = (pair.partition("=") for pair in request.COOKIES.get(_name(), "").split("&"))
    return {
        name: value
        for name, _equals, value in pairs
        if name in CHOICES and value in CHOICES[name][1:]
    }


def choose(request: HttpRequest, response: HttpResponse) -> None:
    """Add the choices that the request's form names to those of the browser."""
    found = chosen(request)
    for name, values in CHOICES.items():
        if request.POST.get(name) in values:
            found[name] = request.POST[name]
    kept = {name: value for name, value in found.items() if value != CHOICES[name][0]}
    response.set_cookie(
        _name(),
        "&".join(f"{name}={value}" for name, value in sorted(kept.items())),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _name() -> str:
    return str(settings.APPEARANCE_COOKIE_NAME)
