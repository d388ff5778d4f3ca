"""The report of a resolved phase as text to copy."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ... import access, wording
from ...core import links
from ...notifications import recipients
from ...press import locations, unread
from ...reports import write
from ..forms.report import ReportForm
from ..pages.press.compose import MessageComposer


@require_safe
def phase_report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if not access.may_read_orders(shown):
        return redirect(found)
    form = ReportForm(request.GET)
    role = access.Role(request.user, found)
    location = locations.report_location(request.user, shown)
    context = {
        "game": found,
        "phase": shown,
        "role": role,
        "heading": wording.phase(shown),
        "report": write.show(shown),
        "location": location,
        "composer": MessageComposer(role, location),
        "form": form,
        "text": write.write(shown, form.cleaned_data["format"], form.cleaned_data["language"]),
        "picture": links.picture_url(shown),
        "masters": recipients.masters(found),
        "unread": unread.unread_in(request.user, found),
    }
    return render(request, "games/reports/report.html", context)
