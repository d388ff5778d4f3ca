"""The board of a phase of a line as a picture, and its report as text to copy.

No cache of the site keeps them: what somebody tries is theirs.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import rate_limits

from .... import wording
from ....board import pictures
from ....core.links import absolute_url
from ....reports import write
from ....sandbox import address
from ....sandbox.address import AddressError
from ....sandbox.drawing import document_of
from ....sandbox.report import report_of
from ...forms.report import ReportForm
from ...pages.sandbox.sharing import sharing_of
from ..maps import FRESH, SVG, refuse_picture, wanted_theme, wants_patterns, width_of
from .line import read_line

for_its_reader = cache_control(private=True, max_age=FRESH)


@for_its_reader
@require_safe
def board_svg(request: HttpRequest, line: str, number: int) -> HttpResponse:
    """The board of a phase by its number; 0 is the last position with its orders."""
    return HttpResponse(_document(request, line, number), content_type=SVG)


@for_its_reader
@require_safe
def board_png(request: HttpRequest, line: str, number: int) -> HttpResponse:
    """The same as a PNG, drawn each time."""
    document = _document(request, line, number)
    if rate_limits.exceeds_map_limit(request):
        return refuse_picture(request)
    try:
        picture = pictures.draw_png_once(document, width_of(request.GET.get("width", "")))
    except pictures.TooBusyError:
        return HttpResponse(status=503, headers={"Retry-After": str(pictures.WAIT)})
    answer = HttpResponse(picture, content_type="image/png")
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # forums show it
    return answer


@require_safe
def line_report(request: HttpRequest, line: str, number: int) -> HttpResponse:
    """The report of a resolved phase of a line as text to copy."""
    known = read_line(request, line)
    if isinstance(known, HttpResponse):
        return known
    if not 1 <= number <= len(known.phases):
        raise Http404
    form = ReportForm(request.GET)
    sharing = sharing_of(known, number)
    page, picture = absolute_url(sharing.page), absolute_url(sharing.png)
    text = write.write_gathered(
        lambda: report_of(known, number, page, picture),
        form.cleaned_data["format"],
        form.cleaned_data["language"],
    )
    heading = wording.phase_name(known.phases[number - 1].position.phase)
    context = {"form": form, "text": text, "sharing": sharing, "heading": heading}
    return render(request, "games/sandbox/report.html", context)


def _document(request: HttpRequest, text: str, number: int) -> str:
    """The board of a phase as an SVG document; there is no page to say what is wrong with it."""
    try:
        line = address.read(text).line
    except AddressError as error:
        raise Http404 from error
    if number > len(line.phases):
        raise Http404
    return document_of(
        line,
        number,
        theme=wanted_theme(request),
        pattern_fills=wants_patterns(request),
    )
