"""Opening a tournament, and what its organizers do."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from .... import access
from ....core.errors import NeedsConfirmation, Refused
from ....models import Entrant, Tournament
from ....tournaments import details, entrants, opening, organizers, rounds
from ...forms.tournaments import DetailsForm, DrawForm, OrganizerForm, TournamentForm
from .common import done, question_page


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
def tournament_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change the title, the words, the number of rounds, and when entries close."""
    found = access.administered_tournament_or_404(request.user, slug)
    sent = request.POST if request.method == "POST" else None
    form = DetailsForm(sent, initial=model_to_dict(found, fields=details.FIELDS))
    if form.is_valid():
        try:
            details.change(found, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("rounds_planned", str(refusal))
        else:
            messages.success(request, _("The tournament’s settings are saved."))
            return redirect(found)
    return render(request, "games/tournaments/settings.html", {"form": form, "tournament": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def draw_round(request: SignedInRequest, slug: str) -> HttpResponse:
    """Draw the next round, after a question; a second one while earlier games go on."""
    found = access.organized_tournament_or_404(request.user, slug)
    form = DrawForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _draw_question(request, found)
    anyway = form.cleaned_data["anyway"]
    expected = form.cleaned_data["round"]
    try:
        row = rounds.draw_round(found, by=request.user, anyway=anyway, expected=expected)
    except NeedsConfirmation as doubt:
        return _draw_question(request, found, warning=str(doubt))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    messages.success(request, _("The round is drawn. Its games have begun."))
    return redirect(row)


def _draw_question(
    request: SignedInRequest, found: Tournament, *, warning: str = ""
) -> HttpResponse:
    """The question before a round is drawn; it knows which round its reader means."""
    number = found.rounds.count() + 1
    return question_page(
        request,
        found,
        title=_("Draw round %(number)d?") % {"number": number},
        text=_("Tables and powers are drawn, and all games begin at once. It can’t be undone."),
        action=_("Draw the round"),
        warning=warning,
        hidden=[("round", number), *([("anyway", "yes")] if warning else [])],
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Finish a tournament, or cancel one without rounds, after a question."""
    found = access.administered_tournament_or_404(request.user, slug)
    if found.status == Tournament.Status.OPEN:
        return _cancel(request, found)
    if request.method != "POST":
        return _finish_question(request, found)
    try:
        organizers.finish(found, by=request.user, anyway="anyway" in request.POST)
    except NeedsConfirmation as doubt:
        return _finish_question(request, found, warning=str(doubt))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The tournament is over."))
    return redirect(found)


def _cancel(request: SignedInRequest, found: Tournament) -> HttpResponse:
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Cancel this tournament?"),
            text=_("Nobody can enter it any more. It can’t be undone."),
            action=_("Cancel the tournament"),
            danger=True,
        )
    cancel = lambda: organizers.cancel(found, by=request.user)  # noqa: E731
    return done(request, found, cancel, _("The tournament is over."))


def _finish_question(
    request: SignedInRequest, found: Tournament, *, warning: str = ""
) -> HttpResponse:
    return question_page(
        request,
        found,
        title=_("Finish this tournament?"),
        text=_("Nobody can enter it any more, and no round is drawn. It can’t be undone."),
        action=_("Finish the tournament"),
        warning=warning,
        hidden=[("anyway", "yes")] if warning else [],
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_entrant(request: SignedInRequest, slug: str, entrant: int) -> HttpResponse:
    """Take a person out of a tournament, after a question."""
    found = access.organized_tournament_or_404(request.user, slug)
    row = get_object_or_404(Entrant, tournament=found, pk=entrant)
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Remove %(name)s from this tournament?") % {"name": row.person},
            text=_("They play in no further round and can’t come back. Their games go on."),
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
def readmit_entrant(request: SignedInRequest, slug: str, entrant: int) -> HttpResponse:
    """Let a removed person enter again, after a question."""
    found = access.organized_tournament_or_404(request.user, slug)
    row = get_object_or_404(Entrant, tournament=found, pk=entrant, removed_at__isnull=False)
    if request.method != "POST":
        return question_page(
            request,
            found,
            title=_("Let %(name)s come back?") % {"name": row.person},
            text=_("They can enter this tournament again. The next round then seats them."),
            action=_("Let come back"),
        )
    return done(
        request,
        found,
        lambda: entrants.readmit(row, by=request.user),
        _("%(name)s can enter this tournament again.") % {"name": row.person},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def add_organizer(request: SignedInRequest, slug: str) -> HttpResponse:
    """Add an organizer by name."""
    found = access.organized_tournament_or_404(request.user, slug)
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
    found = access.organized_tournament_or_404(request.user, slug)
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
