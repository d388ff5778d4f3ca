"""The web app manifest, with which a browser can add the site to the home screen.

On an iPhone web push works only for sites that were added so.
"""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

NAME = "Entente"
# `--bar` and `--paper` of the light theme in static/css/tokens.css: a manifest has no dark theme.
BAR, PAPER = "#1f3f4d", "#f4eddd"


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return the manifest. It is the same for everyone: browsers request it without cookies."""
    content = {
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
    answer = JsonResponse(content, content_type="application/manifest+json")
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.same_for_everyone = True  # type: ignore[attr-defined]  # read by config.http.middleware
    return answer


def _icon(name: str, kind: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": static(f"icons/{name}"), "type": kind, "sizes": sizes, "purpose": purpose}
