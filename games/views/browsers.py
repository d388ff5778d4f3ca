"""Being told in one's browsers: the script that they run, and where they come and go."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.models import User

from ..forms.browser import BrowserForm
from ..telling.pushes import browsers, switch


@require_safe
def worker(_request: HttpRequest) -> FileResponse:
    """What a browser runs when it is told something. It must stand at the root: pages below are
    its own, and its name must stay, for browsers look there for the next version."""
    path = finders.find("js/push-worker.js") if switch.is_on() else None
    if path is None:
        raise Http404
    answer = FileResponse(open(path, "rb"), content_type="text/javascript; charset=utf-8")  # noqa: SIM115, PTH123 - it closes it
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.by_address_alone = True  # type: ignore[attr-defined]  # read by config.headers
    return answer


@login_required
@require_POST
@limits.limited("preferences")
def add(request: HttpRequest) -> HttpResponseBase:
    """Tell the person in the browser that sends this."""
    if not switch.is_on():
        raise Http404
    form = BrowserForm(request.POST)
    if form.is_valid():
        browsers.add(request, **form.cleaned_data)
        messages.success(request, _("This browser tells you from now on."))
    else:
        messages.error(request, _("This browser gave an address that cannot be used."))
    return redirect("games:mail")


@login_required
@require_POST
@limits.limited("preferences")
def stop(request: HttpRequest) -> HttpResponseBase:
    """Tell the person nothing more in this browser, or in any."""
    assert isinstance(request.user, User)
    if request.POST.get("which") == "all":
        browsers.forget_all(request.user)
        messages.success(request, _("No browser tells you anything any more."))
    else:
        browsers.forget_this(request=request, user=request.user)
        messages.success(request, _("This browser tells you nothing any more."))
    return redirect("games:mail")
