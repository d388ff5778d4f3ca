"""Entering a tournament, leaving it, and choosing a team."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from .... import access
from ....tournaments import entrants
from ...forms.tournaments import EnterForm, TeamForm
from ...pages import tournaments as pages
from .common import done, question_page


@login_required
@require_POST
@rate_limits.limited("games")
def enter_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a tournament, or come back."""
    found = access.tournament_or_404(slug)
    form = EnterForm(found, request.POST)
    if not form.is_valid():
        context = pages.tournament_page(request.user, found, form=form)
        return render(request, "games/tournaments/tournament.html", context, status=422)
    return done(
        request,
        found,
        lambda: entrants.enter(found, request.user, house_rules_accepted=True),
        _("You’re in. The next round seats you."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Leave a tournament, after a question."""
    found = access.tournament_or_404(slug)
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Leave this tournament?"),
            text=entrants.consequences_of_leaving(),
            action=_("Leave"),
        )
    leave = lambda: entrants.leave(found, request.user)  # noqa: E731
    return done(request, found, leave, _("You’ve left the tournament."))


@login_required
@require_POST
@rate_limits.limited("games")
def choose_team(request: SignedInRequest, slug: str) -> HttpResponse:
    """Join a team by its name, or leave one's team."""
    found = access.tournament_or_404(slug)
    form = TeamForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A team’s name has at most 40 characters."))
        return redirect(found)
    name = form.cleaned_data["name"]
    join = lambda: entrants.join_team(found, request.user, name)  # noqa: E731
    return done(request, found, join, _("Your team is saved."))
