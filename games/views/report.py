"""The report of a resolved phase, to be copied."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from .. import access, wording
from ..forms.report import ReportForm
from ..press import places, sending
from ..press.conversation import Conversation
from ..report import addresses, making
from ..telling import notifications


@require_safe
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if not access.may_read_orders(shown):
        return redirect(found)
    form = ReportForm(request.GET)
    part = access.Part(request.user, found)
    place = places.about(request.user, shown)
    context = {
        "game": found,
        "phase": shown,
        "part": part,
        "heading": wording.phase(shown),
        "report": making.show(shown),
        "place": place,
        "talk": Conversation(part, place),
        "form": form,
        "text": making.write(shown, form.cleaned_data["format"], form.cleaned_data["language"]),
        "picture": addresses.picture(shown),
        "masters": notifications.masters(found),
        "unread": sending.unread_in(request.user, found),
    }
    return render(request, "games/report.html", context)
