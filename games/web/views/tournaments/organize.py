"""Opening a tournament, and what its organizers do."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ....core.errors import NeedsConfirmation, Refused
from ....models import Entrant, Tournament
from ....tournaments import entrants, opening, organizers, rounds
from ...forms.tournaments import OrganizerForm, TournamentForm
from .common import done, organized_or_404, question_page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def new_tournament(request: SignedInRequest) -> HttpResponse:
    """The form of a new tournament."""
    form = TournamentForm(request.POST if request.method == "POST" else None, person=request.user)
    if form.is_valid():
        fields = form.cleaned_data
        try:
            made = opening.open_tournament(request.user, fields.pop("source"), **fields)
        except Refused as refusal:
            form.add_error("source", str(refusal))
        else:
            messages.success(request, _("The tournament is open for entries."))
            return redirect(made)
    return render(request, "games/tournaments/new.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def draw_round(request: SignedInRequest, slug: str) -> HttpResponse:
    """Draw the next round, after a question; a second one while earlier games go on."""
    found = organized_or_404(request, slug)
    question = {
        "title": _("Draw round %(number)d?") % {"number": found.rounds.count() + 1},
        "text": _("Tables and powers are drawn, and all games begin at once."),
        "action": _("Draw the round"),
    }
    if request.method != "POST":
        return question_page(request, found, **question)
    try:
        row = rounds.draw_round(found, by=request.user, anyway="anyway" in request.POST)
    except NeedsConfirmation as doubt:
        return question_page(
            request, found, hidden=[("anyway", "yes")], warning=str(doubt), **question
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    messages.success(request, _("The round is drawn. Its games have begun."))
    return redirect(row)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Finish a tournament, or cancel one without rounds, after a question."""
    found = organized_or_404(request, slug)
    cancels = found.status == Tournament.Status.OPEN
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Cancel this tournament?") if cancels else _("Finish this tournament?"),
            text=_("Nobody can enter it any more.")
            if cancels
            else _("No further round is drawn, and the standings are final."),
            action=_("Cancel the tournament") if cancels else _("Finish the tournament"),
            danger=cancels,
        )
    end = organizers.cancel if cancels else organizers.finish
    return done(request, found, lambda: end(found, by=request.user), _("The tournament is over."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_entrant(request: SignedInRequest, slug: str, entrant: int) -> HttpResponse:
    """Take a person out of a tournament, after a question."""
    found = organized_or_404(request, slug)
    row = get_object_or_404(Entrant, tournament=found, pk=entrant, left_at=None)
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Remove %(name)s from this tournament?") % {"name": row.person},
            text=_("No further round has them. Games that have begun go on, with them."),
            action=_("Remove"),
            danger=True,
        )
    return done(
        request,
        found,
        lambda: entrants.remove(row, by=request.user),
        _("%(name)s is out of the tournament.") % {"name": row.person},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def add_organizer(request: SignedInRequest, slug: str) -> HttpResponse:
    """Add an organizer by name."""
    found = organized_or_404(request, slug)
    form = OrganizerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        person = form.cleaned_data["name"]
        return done(
            request,
            found,
            lambda: organizers.add_organizer(found, person, by=request.user),
            _("%(name)s organizes this tournament too.") % {"name": person},
        )
    return question_page(
        request,
        found,
        title=_("Add an organizer"),
        text=_("Organizers draw rounds, and master the games in which they don’t play."),
        form=form,
        action=_("Add"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stop_organizing(request: SignedInRequest, slug: str) -> HttpResponse:
    """Stop organizing a tournament, after a question."""
    found = organized_or_404(request, slug)
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Stop organizing this tournament?"),
            text=_("The other organizers go on. You stay the game master of your games."),
            action=_("Stop organizing"),
        )
    stop = lambda: organizers.stop_organizing(found, request.user)  # noqa: E731
    return done(request, found, stop, _("You no longer organize this tournament."))
