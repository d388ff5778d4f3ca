"""Adding a power to a private thread: the proposal and the answers."""

import structlog
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused, SaveFailedError
from ...models import MemberProposal, Seat, Thread
from ...press import locations, thread_members
from ..forms.press import MemberProposalForm

logger = structlog.get_logger(__name__)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables()
def propose_member(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Propose to add a power to a thread. A form with errors keeps its input."""
    location, thread, held = _thread_or_404(request, slug, key)
    sitting = {seat.pk for seat in location.circle}
    seats = location.game.seats.playable().order_by("place")
    others = [seat for seat in seats if seat.pk not in sitting]
    form = MemberProposalForm(held, others, request.POST if request.method == "POST" else None)
    if rate_limits.exceeds_limit(request, "messages"):
        form.add_error(None, rate_limits.refusal_message())
    elif form.is_valid() and _propose(request, form, thread, [*held, *others]):
        messages.success(request, _("The others in this thread can now answer your proposal."))
        return redirect(location.url)
    status = 422 if form.errors else 200
    context = {"game": location.game, "location": location, "form": form}
    return render(request, "games/press/propose_member.html", context, status=status)


@sensitive_variables()
def _propose(
    request: SignedInRequest, form: MemberProposalForm, thread: Thread, seats: list[Seat]
) -> bool:
    """Store the proposal; return whether that worked. Otherwise the form has the errors."""
    given, by_power = form.cleaned_data, {seat.power: seat for seat in seats}
    try:
        thread_members.propose(
            thread,
            by_power[given["newcomer"]],
            proposer=by_power[given["seat"]],
            person=request.user,
            words=given["text"],
            with_past=given["past"] == "all",
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
    except SaveFailedError as failure:
        logger.error("member_not_proposed", error=str(failure))
        form.add_error(None, _("That didn’t work just now. Try again."))
    return form.is_valid()


@cache_control(private=True, no_store=True)
@login_required
@require_POST
@rate_limits.limited("messages")
def answer_proposal(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Agree to a proposal of a thread, or refuse it."""
    game = access.begun_game_or_404(request.user, slug)
    found = access.proposal_or_404(request.user, game, key)
    circle = list(found.thread.seats.order_by("place"))
    held = access.writing_seats(access.Role(request.user, game), circle)
    seat = next((each for each in held if each.power == request.POST.get("seat")), None)
    agrees = {"yes": True, "no": False}.get(request.POST.get("answer", ""))
    if seat is None or agrees is None:
        messages.error(request, _("Choose yes or no."))
    else:
        _answer(request, found, seat, agrees=agrees)
    return redirect(locations.thread_url(game, circle, found.thread))


def _answer(request: SignedInRequest, found: MemberProposal, seat: Seat, *, agrees: bool) -> None:
    try:
        thread_members.answer(found, seat, person=request.user, agrees=agrees)
    except Refused as refusal:
        messages.error(request, str(refusal))
    except SaveFailedError as failure:
        logger.error("proposal_not_answered", error=str(failure))
        messages.error(request, _("That didn’t work just now. Try again."))
    else:
        messages.success(request, _("Your answer is saved."))


def _thread_or_404(
    request: HttpRequest, slug: str, key: str
) -> tuple[locations.ThreadLocation, Thread, list[Seat]]:
    """A private titled thread, and its seats for which the reader may write."""
    game = access.begun_game_or_404(request.user, slug)
    location = locations.titled_location_or_404(request.user, game, key)
    role = access.Role(request.user, game)
    held = access.writing_seats(role, location.circle) if location.can_grow else []
    if location.thread is None or not held:
        raise Http404
    return location, location.thread, held
