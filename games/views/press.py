"""Letters: the threads of a game, one thread with the form below it.

`sensitive_variables` keeps what a view holds, and all that it calls, out of reports of errors.
"""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User

from .. import access
from ..forms.letters import CircleForm
from ..models import Game, Seat
from ..press import threads
from ..press.conversation import Conversation


@cache_control(private=True, no_store=True)
@require_safe
@sensitive_variables()
def letters(request: HttpRequest, slug: str) -> HttpResponse:
    """Every thread that the reader may read something of, and whom they may write to.

    Who never had a seat goes straight to the public thread.
    """
    game = access.begun_game_or_404(request.user, slug)
    if not isinstance(request.user, User) or not access.has_played(request.user, game):
        return redirect(threads.url(game, []))
    held = list(access.held_seats(request.user, game).order_by("place"))
    seats = list(game.seats.order_by("place"))
    form = CircleForm(held, seats, request.GET if "writer" in request.GET else None)
    if held and form.is_bound and form.is_valid():
        circle = [seat for seat in seats if seat.power in form.powers]
        return redirect(f"{threads.url(game, circle)}#write")
    lines = threads.lines(request.user, game)
    context = {
        "game": game,
        "threads": lines,
        "unread": threads.unread(lines),
        "form": form if held else None,
    }
    return render(request, "games/letters.html", context)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def public_letters(request: HttpRequest, slug: str) -> HttpResponse:
    """What everyone who may see the game may read. Its players and masters write here."""
    game = access.begun_game_or_404(request.user, slug)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return _thread(request, game, [])


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def letters_to(request: HttpRequest, slug: str, powers: list[str]) -> HttpResponse:
    """The letters among these powers, written or not: for who holds or held one of them."""
    game = access.begun_game_or_404(request.user, slug)
    circle = access.circle_or_404(request.user, game, powers)
    here = threads.url(game, circle)
    if request.method != "POST" and request.path != here:
        return redirect(here)
    return _thread(request, game, circle)


@sensitive_variables()
def _thread(request: HttpRequest, game: Game, circle: Sequence[Seat]) -> HttpResponse:
    """A thread and its form; whatever is wrong with a letter, what was typed comes back."""
    data = request.POST if request.method == "POST" else None
    quoted = request.GET.get("quote", "")
    conversation = Conversation(request.user, game, circle, data, quoted=quoted)
    if request.method == "POST":
        assert isinstance(request.user, User)
        if limits.exceeded(request, "letters"):
            conversation.refuse(limits.message(), 429)
        elif "preview" in request.POST:
            conversation.look()
        elif letter := conversation.send(request.user):
            return redirect(f"{conversation.url}#letter-{letter.key}")
    window = threads.Window(request.user, game, circle, request.GET.get("before", ""))
    lines = threads.lines(request.user, game, circle)
    context = {
        "game": game,
        "talk": conversation,
        "window": window,
        "preview": window.display.html(conversation.draft),
        "threads": lines,
        "unread": threads.unread(lines),
    }
    response = render(request, "games/thread.html", context, status=conversation.status)
    if request.method == "GET":
        window.mark_read()
    return response
