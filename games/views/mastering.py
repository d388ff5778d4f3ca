"""What a game master does."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User

from .. import access
from ..errors import Refused
from ..mastering import clockwork


@login_required
@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    try:
        clockwork.restart(game, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The clock runs again, with a whole phase to go."))
    return redirect(game)
