"""Letting one more power into a private thread: proposing it, and answering."""

import structlog
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.models import User

from .. import access
from ..errors import Refused, SaveFailedError
from ..forms.letters import ExtensionForm
from ..models import Extension, Seat, Thread
from ..press import extending, places

logger = structlog.get_logger(__name__)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables()
def extend(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Propose to add a power to a thread. Whatever is wrong, what was typed comes back."""
    place, thread, held = _thread_or_404(request, slug, key)
    sitting = {seat.pk for seat in place.circle}
    others = [seat for seat in place.game.seats.order_by("place") if seat.pk not in sitting]
    form = ExtensionForm(held, others, request.POST if request.method == "POST" else None)
    if limits.exceeded(request, "letters"):
        form.add_error(None, limits.message())
    elif form.is_valid() and _propose(request, form, thread, [*held, *others]):
        messages.success(request, _("The others who sit in this thread are asked now."))
        return redirect(place.url)
    status = 422 if form.errors else 200
    context = {"game": place.game, "place": place, "form": form}
    return render(request, "games/extend.html", context, status=status)


@sensitive_variables()
def _propose(request: HttpRequest, form: ExtensionForm, thread: Thread, seats: list[Seat]) -> bool:
    """Whether it is proposed now; otherwise the form says why not."""
    given, named = form.cleaned_data, {seat.power: seat for seat in seats}
    assert isinstance(request.user, User)
    try:
        extending.propose(
            thread,
            named[given["newcomer"]],
            proposer=named[given["seat"]],
            person=request.user,
            words=given["text"],
            with_past=given["past"] == "all",
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
    except SaveFailedError as failure:
        logger.error("extension_not_proposed", error=str(failure))
        form.add_error(None, _("That could not be done just now. Please try again."))
    return form.is_valid()


@cache_control(private=True, no_store=True)
@login_required
@require_POST
@limits.limited("letters")
def answer(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Agree to what is proposed in a thread, or refuse it."""
    game = access.begun_game_or_404(request.user, slug)
    found = access.extension_or_404(request.user, game, key)
    circle = list(found.thread.seats.order_by("place"))
    held = access.writing_seats(access.Part(request.user, game), circle)
    seat = next((each for each in held if each.power == request.POST.get("seat")), None)
    agrees = {"yes": True, "no": False}.get(request.POST.get("answer", ""))
    if seat is None or agrees is None:
        messages.error(request, _("Say yes or no."))
    else:
        seat.game = game
        _answer(request, found, seat, agrees=agrees)
    return redirect(places.url(game, circle, found.thread))


def _answer(request: HttpRequest, found: Extension, seat: Seat, *, agrees: bool) -> None:
    assert isinstance(request.user, User)
    try:
        extending.answer(found, seat, person=request.user, agrees=agrees)
    except Refused as refusal:
        messages.error(request, str(refusal))
    except SaveFailedError as failure:
        logger.error("extension_not_answered", error=str(failure))
        messages.error(request, _("That could not be done just now. Please try again."))
    else:
        messages.success(request, _("Your answer is kept."))


def _thread_or_404(
    request: HttpRequest, slug: str, key: str
) -> tuple[places.Place, Thread, list[Seat]]:
    """A private thread with a title, and the seats of it from which the reader writes."""
    game = access.begun_game_or_404(request.user, slug)
    place = places.topic_or_404(request.user, game, key)
    part = access.Part(request.user, game)
    held = access.writing_seats(part, place.circle) if place.can_grow else []
    if place.thread is None or not held:
        raise Http404
    for seat in held:
        seat.game = game
    return place, place.thread, held
