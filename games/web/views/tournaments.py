"""Tournaments: the list, opening one, entering and leaving, rounds, standings, the end."""

import csv
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...core.errors import NeedsConfirmation, Refused
from ...models import Entrant, Round, Tournament
from ...tournaments import entrants, opening, organizers, rounds
from ..forms.tournaments import EnterForm, OrganizerForm, TeamForm, TournamentForm
from ..pages import tournaments as pages


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, those that go on first."""
    return render(request, "games/tournaments/list.html", pages.list_page(request.GET.get("page")))


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


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament: what was agreed, who is in it, its rounds and standings."""
    context = pages.tournament_page(request.user, _tournament_or_404(slug))
    return render(request, "games/tournaments/tournament.html", context)


@require_safe
def tournament_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round."""
    found = Round.objects.select_related("tournament__pattern")
    row = get_object_or_404(found, tournament__slug=slug, number=number)
    return render(request, "games/tournaments/round.html", pages.round_page(row))


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as a file for a spreadsheet."""
    found = _tournament_or_404(slug)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    csv.writer(answer).writerows(pages.csv_rows(found))
    return answer


@login_required
@require_POST
@rate_limits.limited("games")
def enter_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a tournament, or come back."""
    found = _tournament_or_404(slug)
    form = EnterForm(found, request.POST)
    if not form.is_valid():
        context = pages.tournament_page(request.user, found, form=form)
        return render(request, "games/tournaments/tournament.html", context, status=422)
    return _done(
        request,
        found,
        lambda: entrants.enter(found, request.user, house_rules_accepted=True),
        _("You’re in. The next round seats you."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Leave a tournament, after a question."""
    found = _tournament_or_404(slug)
    if request.method != "POST":
        return _question(
            request,
            found,
            title=_("Leave this tournament?"),
            text=_("No further round has you. Games that have begun go on, with you."),
            action=_("Leave"),
        )
    leave = lambda: entrants.leave(found, request.user)  # noqa: E731
    return _done(request, found, leave, _("You’ve left the tournament."))


@login_required
@require_POST
@rate_limits.limited("games")
def choose_team(request: SignedInRequest, slug: str) -> HttpResponse:
    """Join a team by its name, or leave one's team."""
    found = _tournament_or_404(slug)
    form = TeamForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A team’s name has at most 40 characters."))
        return redirect(found)
    name = form.cleaned_data["name"]
    join = lambda: entrants.join_team(found, request.user, name)  # noqa: E731
    return _done(request, found, join, _("Your team is saved."))


# Organizers


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def draw_round(request: SignedInRequest, slug: str) -> HttpResponse:
    """Draw the next round, after a question; a second one while earlier games go on."""
    found = _organized_or_404(request, slug)
    question = {
        "title": _("Draw round %(number)d?") % {"number": found.rounds.count() + 1},
        "text": _("Tables and powers are drawn, and all games begin at once."),
        "action": _("Draw the round"),
    }
    if request.method != "POST":
        return _question(request, found, **question)
    try:
        row = rounds.draw_round(found, by=request.user, anyway="anyway" in request.POST)
    except NeedsConfirmation as doubt:
        return _question(request, found, hidden=[("anyway", "yes")], warning=str(doubt), **question)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    messages.success(request, _("The round is drawn. Its games have begun."))
    return redirect(row)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    """Finish a tournament, or cancel one without rounds, after a question."""
    found = _organized_or_404(request, slug)
    cancels = found.status == Tournament.Status.OPEN
    if request.method != "POST":
        return _question(
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
    return _done(request, found, lambda: end(found, by=request.user), _("The tournament is over."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_entrant(request: SignedInRequest, slug: str, entrant: int) -> HttpResponse:
    """Take a person out of a tournament, after a question."""
    found = _organized_or_404(request, slug)
    row = get_object_or_404(Entrant, tournament=found, pk=entrant, left_at=None)
    if request.method != "POST":
        return _question(
            request,
            found,
            title=_("Remove %(name)s from this tournament?") % {"name": row.person},
            text=_("No further round has them. Games that have begun go on, with them."),
            action=_("Remove"),
            danger=True,
        )
    return _done(
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
    found = _organized_or_404(request, slug)
    form = OrganizerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        person = form.cleaned_data["name"]
        return _done(
            request,
            found,
            lambda: organizers.add_organizer(found, person, by=request.user),
            _("%(name)s organizes this tournament too.") % {"name": person},
        )
    return _question(
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
    found = _organized_or_404(request, slug)
    if request.method != "POST":
        return _question(
            request,
            found,
            title=_("Stop organizing this tournament?"),
            text=_("The other organizers go on. You stay the game master of your games."),
            action=_("Stop organizing"),
        )
    stop = lambda: organizers.stop_organizing(found, request.user)  # noqa: E731
    return _done(request, found, stop, _("You no longer organize this tournament."))


def _tournament_or_404(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("pattern__settings"), slug=slug)


def _organized_or_404(request: SignedInRequest, slug: str) -> Tournament:
    found = _tournament_or_404(slug)
    if not found.organizers.filter(person=request.user, until=None).exists():
        raise Http404
    return found


def _done(
    request: SignedInRequest, found: Tournament, act: Callable[[], object], said: str
) -> HttpResponse:
    """Do something, say so or why it was refused, and lead to the tournament."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect(found)


def _question(request: SignedInRequest, found: Tournament, **question: object) -> HttpResponse:
    context = {"cancel_url": found.get_absolute_url(), **question}
    return render(request, "components/confirm.html", context)
