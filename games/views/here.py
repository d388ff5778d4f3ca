"""What a page that somebody looks at asks again and again: is there anything new?"""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User

from .. import access
from ..feeds.news import TOLD
from ..press import sending
from ..telling import chronicle, presence


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest event that is news, and how many letters wait for the reader. Whoever asks looks
    at the game: what this answer tells them needs no mail."""
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    news = chronicle.public(game).filter(kind__in=TOLD).values_list("pk", flat=True)
    answer = {"newest": news.first() or 0, "unread": sending.unread_in(request.user, game)}
    presence.note(request.user, game)
    return JsonResponse(answer)
