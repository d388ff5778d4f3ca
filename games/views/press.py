"""Letters: the threads of a game, one thread with the form below it.

`sensitive_variables` keeps what a view holds, and all that it calls, out of reports of errors.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User

from .. import access
from ..forms.letters import CircleForm
from ..pages import places as map_places
from ..press import places, proposals, rules, threads
from ..press import reports as of_phases
from ..press import search as looking
from ..press.conversation import Conversation


def sign_in_first(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """What a link of a mail leads to may be for who has not signed in yet: then they are asked to,
    whether or not there is anything."""

    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return asking


@cache_control(private=True, no_store=True)
@require_safe
@sensitive_variables()
def letters(request: HttpRequest, slug: str) -> HttpResponse:
    """Every thread that the reader may read something of, and whom they may write to.

    Who never had a seat goes straight to the public thread, unless all are open to everyone.
    """
    game = access.begun_game_or_404(request.user, slug)
    part = access.Part(request.user, game)
    if not part.has_played and not game.letters_are_open:
        return redirect(places.url(game, []))
    held = part.held if rules.allow_private_letters(game) else []
    seats = list(game.seats.order_by("place"))
    form = CircleForm(held, seats, request.GET if "writer" in request.GET else None)
    if held and form.is_bound and form.is_valid():
        circle = [seat for seat in seats if seat.power in form.powers]
        address = places.url(game, circle, to_be_titled=form.cleaned_data["titled"])
        return redirect(f"{address}#write")
    lines = threads.lines(part)
    context = {
        "game": game,
        "part": part,
        "threads": lines,
        "reported": any(line.report for line in lines),
        "unread": threads.unread(lines),
        "form": form if held else None,
        "notebooks": [(seat.power, places.url(game, [seat])) for seat in part.held],
    }
    return render(request, "games/letters.html", context)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def public_letters(request: HttpRequest, slug: str) -> HttpResponse:
    """What everyone who may see the game may read. Its players and masters write here."""
    game = access.begun_game_or_404(request.user, slug)
    return _thread(request, access.Part(request.user, game), places.untitled(game, []))


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_topic(request: HttpRequest, slug: str, powers: Sequence[str] = ()) -> HttpResponse:
    """The first letter of a thread with a title, among `powers` or in public."""
    game = access.begun_game_or_404(request.user, slug)
    part = access.Part(request.user, game)
    circle = access.circle_or_404(part, powers) if powers else []
    return _thread(request, part, places.Place(game, circle, None, to_be_titled=True))


@cache_control(private=True, no_store=True)
@require_safe
def reports(request: HttpRequest, slug: str) -> HttpResponse:
    """The reports of all resolved phases, with what was said about them."""
    game = access.begun_game_or_404(request.user, slug)
    part = access.Part(request.user, game)
    lines = threads.lines(part, reported=of_phases.of(game))
    context = {
        "game": game,
        "part": part,
        "threads": [line for line in lines if line.report],
        "unread": threads.unread(lines),
    }
    return render(request, "games/reports.html", context)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def discuss(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What is said in public about the report of a phase."""
    game = access.begun_game_or_404(request.user, slug)
    phase = access.phase_or_404(game, code)
    if not access.may_read_orders(phase):
        return redirect(game)
    place = places.about(request.user, phase)
    if place.thread and request.method != "POST":
        return redirect(f"{place.url}#write")
    return _thread(request, access.Part(request.user, game), place)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_first
def topic(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A thread with a title, public or not."""
    game = access.begun_game_or_404(request.user, slug)
    place = places.topic_or_404(request.user, game, key)
    return _thread(request, access.Part(request.user, game), place)


@cache_control(private=True, no_store=True)
@require_safe
@sign_in_first
def letter(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The permanent address of a letter leads to the page of its thread that shows it."""
    game = access.begun_game_or_404(request.user, slug)
    return redirect(threads.address_of(request.user, places.letter_or_404(request.user, game, key)))


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_first
def letters_to(request: HttpRequest, slug: str, powers: list[str]) -> HttpResponse:
    """The letters among these powers, written or not: for who holds or held one of them."""
    game = access.begun_game_or_404(request.user, slug)
    part = access.Part(request.user, game)
    place = places.untitled(game, access.circle_or_404(part, powers))
    if request.method != "POST" and request.path != place.url:
        return redirect(place.url)
    return _thread(request, part, place)


@cache_control(private=True, no_store=True)
@require_safe
@sensitive_variables()
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Letters that the reader may read, found by their words."""
    game = access.begun_game_or_404(request.user, slug)
    typed = request.GET.get("q", "")
    found = looking.search(request.user, game, looking.words_of(typed))
    context = {
        "game": game,
        "typed": typed[: looking.LONGEST_QUESTION],
        "found": found,
        "most": looking.MOST_FOUND,
        "part": (part := access.Part(request.user, game)),
        "unread": threads.unread(threads.lines(part)),
    }
    return render(request, "games/search.html", context)


@sensitive_variables()
def _thread(request: HttpRequest, part: access.Part, place: places.Place) -> HttpResponse:
    """A thread and its form; whatever is wrong with a letter, what was typed comes back."""
    data = request.POST if request.method == "POST" else None
    quoted = request.GET.get("quote", "")
    conversation = Conversation(part, place, data, quoted=quoted)
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect_to_login(request.path)
        if limits.exceeded(request, "letters"):
            conversation.refuse(limits.message(), 429)
        elif "preview" in request.POST:
            conversation.look()
        elif sent := conversation.send(request.user):
            return redirect(f"{places.of(sent, place).url}#letter-{sent.key}")
    window = threads.Window(part, place, request.GET.get("before", ""))
    lines = threads.lines(part, place.url, reported=window.reported)
    proposed = proposals.lines(part, place)
    waits = any(each.is_open for each in proposed)
    context = {
        "game": place.game,
        "place": place,
        "part": part,
        "talk": conversation,
        "window": window,
        "preview": window.display.html(conversation.draft),
        "places": map_places.places(),
        "proposals": proposed,
        "may_extend": place.can_grow and conversation.writers and not waits,
        "threads": lines,
        "reported": any(line.report for line in lines),
        "unread": threads.unread(lines),
    }
    response = render(request, "games/thread.html", context, status=conversation.status)
    if request.method == "GET":
        window.mark_read()
    return response
