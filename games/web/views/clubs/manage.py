"""Creating a club, and what its masters change."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from .... import access
from ....clubs import creation
from ....core.errors import Refused
from ...forms.clubs import ClubForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def new_club(request: SignedInRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = creation.create(request.user, **form.fields_of_club())
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The club is created. Share its link with your friends."))
            return redirect(club)
    return render(request, "games/clubs/new.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def club_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change the name, the words, and whether the club is listed."""
    club = access.governed_club_or_404(request.user, slug)
    sent = request.POST if request.method == "POST" else None
    initial = {name: getattr(club, name) for name in ClubForm.Meta.fields}
    form = ClubForm(sent, initial=initial)
    if form.is_valid():
        try:
            creation.change(club, by=request.user, **form.fields_of_club())
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The club’s settings are saved."))
            return redirect(club)
    return render(request, "games/clubs/settings.html", {"club": club, "form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def renew_club_link(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make a new invitation link, after a question."""
    club = access.governed_club_or_404(request.user, slug)
    if request.method != "POST":
        question = {
            "title": _("Create a new invitation link?"),
            "text": _("Earlier links stop working. People who have joined stay."),
            "action": _("Create a new link"),
            "cancel_url": club.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    creation.renew_invitation(club, by=request.user)
    messages.success(request, _("There is a new invitation link. The old one no longer works."))
    return redirect(club)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def close_club(request: SignedInRequest, slug: str) -> HttpResponse:
    """Close a club, after a question."""
    club = access.governed_club_or_404(request.user, slug)
    if request.method != "POST":
        question = {
            "title": _("Close the club “%(club)s”?") % {"club": club},
            "text": _("Its page is deleted. Its games go on, and anyone can join those that wait."),
            "action": _("Close the club"),
            "danger": True,
            "cancel_url": club.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    creation.close(club, by=request.user)
    messages.success(request, _("The club is closed."))
    return redirect("games:clubs")
