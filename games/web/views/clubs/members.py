"""Joining a club, leaving it, and what its masters do with members."""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from .... import access
from ....clubs import membership
from ....core.errors import Refused
from ....models import ClubMembership


class MemberAction(NamedTuple):
    """Action of a master on a member: the act, its question, its button, its answer."""

    act: Callable[[ClubMembership, User], None]
    title: object
    text: object
    button: object
    done: object
    danger: bool = False


CHANGES: Final = {
    "promote": MemberAction(
        membership.make_master,
        gettext_lazy("Make %(name)s a master of the club?"),
        gettext_lazy("Masters change the club, share its link, and remove members."),
        gettext_lazy("Make a master"),
        gettext_lazy("%(name)s is now a master of the club."),
    ),
    "demote": MemberAction(
        membership.unmake_master,
        gettext_lazy("Make %(name)s a member without the rights of a master?"),
        gettext_lazy("Other masters can make %(name)s a master again."),
        gettext_lazy("Make a member"),
        gettext_lazy("%(name)s is no longer a master of the club."),
    ),
    "dismiss": MemberAction(
        membership.remove,
        gettext_lazy("Remove %(name)s from the club?"),
        gettext_lazy("The club gets a new invitation link. Games of %(name)s go on."),
        gettext_lazy("Remove"),
        gettext_lazy("%(name)s was removed."),
        danger=True,
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def join_club(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The page of an invitation link, with its button."""
    try:
        club = access.invited_club_or_404(slug, key)
    except Http404:
        return render(request, "games/clubs/void_link.html", status=404)
    if not isinstance(request.user, User):
        return render(request, "games/clubs/join.html", {"club": club})
    if access.membership_of(request.user, club) is not None:
        return redirect(club)
    if request.method == "POST":
        try:
            membership.join(club, request.user, key)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Welcome to the club."))
            return redirect(club)
    return render(request, "games/clubs/join.html", {"club": club})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def leave_club(request: SignedInRequest, slug: str) -> HttpResponse:
    """Leave a club, after a question."""
    club = access.club_or_404(request.user, slug)
    own = access.membership_of(request.user, club)
    if own is None:
        messages.error(request, _("You aren’t in this club."))
        return redirect("games:clubs")
    if request.method != "POST":
        question = {
            "title": _("Leave the club “%(club)s”?") % {"club": club},
            "text": membership.consequences_of_leaving(own),
            "action": _("Leave the club"),
            "danger": True,
            "cancel_url": club.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    membership.leave(club, request.user)
    messages.success(request, _("You’ve left the club."))
    return redirect("games:clubs")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def change_member(request: SignedInRequest, slug: str, member: int, change: str) -> HttpResponse:
    """Make a member a master or the other way round, or remove them, after a question."""
    club = access.governed_club_or_404(request.user, slug)
    found = get_object_or_404(access.club_members(request.user, club), pk=member)
    found.club = club
    kind, words = CHANGES[change], {"name": str(found.person)}
    if request.method != "POST":
        question = {
            "title": str(kind.title) % words,
            "text": str(kind.text) % words,
            "action": kind.button,
            "danger": kind.danger,
            "cancel_url": club.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    try:
        kind.act(found, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, str(kind.done) % words)
    still = access.visible_clubs(request.user).filter(pk=club.pk).exists()
    return redirect(club) if still else redirect("games:clubs")
