"""Saved lines of the sandbox: the list of one's own, what is done with each, and shared ones."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ....core.errors import Refused
from ....models import SavedLine
from ....sandbox import saved as saved_lines
from ...forms.saved_line import TitleForm
from ...pages.sandbox import saved as pages
from .line import read_line


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def saved_list(request: SignedInRequest) -> HttpResponse:
    return render(request, "games/sandbox/saved_lines.html", pages.list_page(request.user))


@sensitive_post_parameters("line")
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def save_line(request: SignedInRequest) -> HttpResponse:
    """Save the line in the body of the request. The form with an error keeps what was typed.

    Who reloads or bookmarks the answer comes to the list.
    """
    if request.method != "POST":
        return redirect("games:saved_lines")
    text, holds_orders = request.POST.get("line", ""), "holds_orders" in request.POST
    known = read_line(request, text)
    if isinstance(known, HttpResponse):
        return known
    form, status = TitleForm(request.POST), 422
    if rate_limits.exceeds_limit(request, "sandbox"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        title = form.cleaned_data["title"]
        try:
            saved_lines.save(request.user, title, text, holds_orders=holds_orders)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Saved. Only you can see this line until you share it."))
            return redirect("games:saved_lines")
    context = pages.saving_page(form, text, holds_orders=holds_orders)
    return render(request, "components/confirm.html", context, status=status)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rename_line(request: SignedInRequest, saved: int) -> HttpResponse:
    found = _own_or_404(request, saved)
    if request.method != "POST":
        context = pages.renaming_page(TitleForm(initial={"title": found.title}))
        return render(request, "components/confirm.html", context)
    form = TitleForm(request.POST)
    if not form.is_valid():
        return render(request, "components/confirm.html", pages.renaming_page(form), status=422)
    SavedLine.objects.filter(pk=found.pk).update(title=form.cleaned_data["title"])
    return redirect("games:saved_lines")


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def share_line(request: SignedInRequest, saved: int) -> HttpResponse:
    """Share a line by a link; one that begins with secret orders only after a question."""
    found = _own_or_404(request, saved)
    is_sure = not found.holds_orders or "confirmed" in request.POST
    if request.method == "POST" and is_sure:
        saved_lines.share(found)
        messages.success(request, _("Anyone who has the link can open this line now."))
        return redirect("games:saved_lines")
    return render(request, "components/confirm.html", pages.sharing_question(found))


@login_required
@require_POST
def stop_sharing(request: SignedInRequest, saved: int) -> HttpResponse:
    saved_lines.stop_sharing(_own_or_404(request, saved))
    messages.success(request, _("This line is private again. Its link leads nowhere."))
    return redirect("games:saved_lines")


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_line(request: SignedInRequest, saved: int) -> HttpResponse:
    found = _own_or_404(request, saved)
    if request.method != "POST":
        return render(request, "components/confirm.html", pages.deleting_question(found))
    found.delete()
    messages.success(request, _("The line is deleted."))
    return redirect("games:saved_lines")


@cache_control(private=True, no_store=True)
@require_safe
def shared_line(request: HttpRequest, key: str) -> HttpResponse:
    """A shared line, for anybody who has its link."""
    found = get_object_or_404(SavedLine, key=key)
    known = read_line(request, found.text)
    if isinstance(known, HttpResponse):
        return known
    return render(request, "games/sandbox/shared.html", pages.shared_page(found, known))


def _own_or_404(request: SignedInRequest, key: int) -> SavedLine:
    return get_object_or_404(request.user.saved_lines, pk=key)
