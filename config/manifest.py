"""What a browser must know to put the site on a home screen, as an app with a window of its own.

On an iPhone that is the only way for a site to tell its person anything by web push.
"""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

NAME = "Entente"
# `--bar` and `--paper` of static/css/tokens.css by day: a manifest knows no night. Pages name both.
BAR, PAPER = "#1f3f4d", "#f4eddd"


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest, the same for all: browsers ask for it without cookies."""
    told = {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": BAR,
        "background_color": PAPER,
        "icons": [
            _icon("favicon.svg", "image/svg+xml", "any", "any"),
            _icon("home.svg", "image/svg+xml", "any", "maskable"),
            _icon("home.png", "image/png", "512x512", "any"),
        ],
    }
    answer = JsonResponse(told, content_type="application/manifest+json")
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.by_address_alone = True  # type: ignore[attr-defined]  # read by config.headers
    return answer


def _icon(name: str, kind: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": static(f"icons/{name}"), "type": kind, "sizes": sizes, "purpose": purpose}
