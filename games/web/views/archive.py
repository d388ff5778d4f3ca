"""The archive of a whole game, for everyone who sees the game."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from accounts import rate_limits

from ... import access
from ...archive import zip_file


@require_safe
def game_archive(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The ZIP of a game that has begun. It is the same for every reader."""
    game = access.begun_game_or_404(request.user, slug)
    if rate_limits.exceeds_archive_limit(request):
        refusal: HttpResponse = ratelimit.respond_429(request)
        return refusal
    answer = StreamingHttpResponse(zip_file.stream(game), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{game.slug}.zip"'
    return answer
