"""Messages: the list of threads, and the page of one thread with its form.

`sensitive_variables` keeps the variables of a view, and of all functions that it calls, out of
error reports.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...board import pictures
from ...polling import states
from ...press import drafts, locations, report_threads, rules
from ...state import variants
from ..forms.press import CircleForm
from ..pages.press import master_threads, proposals, proposer, search, threads
from ..pages.press.compose import MessageComposer
from ..pages.press.drafts import with_drafts


def sign_in_first(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a 404 into the sign-in page for visitors who have not signed in.

    A link in a mail may be opened before signing in. The answer does not say whether there is
    anything behind the link.
    """

    @wraps(view)
    def with_sign_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return with_sign_in


@cache_control(private=True, no_store=True)
@require_safe
@sensitive_variables()
def thread_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The threads that the reader may read, and the form that chooses recipients.

    A reader who never had a seat and masters nothing is redirected to the public thread, unless all
    messages of the game are open to everyone.
    """
    game = access.begun_game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    if not (role.has_played or role.is_master or game.messages_are_open):
        return redirect(locations.thread_url(game, []))
    held = role.held if rules.allow_private_messages(game) else []
    seats = list(game.seats.playable().order_by("place"))
    form = CircleForm(held, seats, request.GET if "writer" in request.GET else None)
    if held and form.is_bound and form.is_valid():
        circle = [seat for seat in seats if seat.power in form.powers]
        address = locations.thread_url(game, circle, to_be_titled=form.cleaned_data["titled"])
        return redirect(f"{address}#write")
    state = states.page_state(role)
    lines = with_drafts(role, threads.thread_lines(role), drafts.by_location(role))
    context = {
        "game": game,
        "state": state,
        "role": role,
        "threads": lines,
        "reported": any(line.report for line in lines),
        "unread": threads.unread_count(lines),
        "form": form if held else None,
        "notebooks": [(seat.power, locations.thread_url(game, [seat])) for seat in role.held],
        "master_threads": master_threads.offered_threads(role),
    }
    return render(request, "games/press/threads.html", context)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def public_press(request: HttpRequest, slug: str) -> HttpResponse:
    """The public thread: everyone who sees the game reads it, players and masters write."""
    game = access.begun_game_or_404(request.user, slug)
    return _thread(request, access.Role(request.user, game), locations.untitled_location(game, []))


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_topic(request: SignedInRequest, slug: str, powers: Sequence[str] = ()) -> HttpResponse:
    """The form for the first message of a titled thread: private among `powers`, or public."""
    game = access.begun_game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    circle = access.circle_or_404(role, powers) if powers else []
    return _thread(request, role, locations.ThreadLocation(game, circle, None, to_be_titled=True))


@cache_control(private=True, no_store=True)
@require_safe
def report_threads_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The threads about the reports of all resolved phases."""
    game = access.begun_game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    lines = threads.thread_lines(role, reported=report_threads.reported_phases(game))
    context = {
        "game": game,
        "role": role,
        "threads": sorted(
            (line for line in lines if line.report), key=threads.newest_time, reverse=True
        ),
        "unread": threads.unread_count(lines),
    }
    return render(request, "games/press/report_threads.html", context)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def discuss_report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The public thread about the report of a phase."""
    game = access.begun_game_or_404(request.user, slug)
    phase = access.phase_or_404(game, code)
    if not access.may_read_orders(phase):
        return redirect(game)
    location = locations.report_location(request.user, phase)
    if location.thread and request.method != "POST":
        return redirect(f"{location.url}#write")
    return _thread(request, access.Role(request.user, game), location)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_first
def titled_thread(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A thread with a title, public or private."""
    game = access.begun_game_or_404(request.user, slug)
    location = locations.titled_location_or_404(request.user, game, key)
    return _thread(request, access.Role(request.user, game), location)


@cache_control(private=True, no_store=True)
@require_safe
@sign_in_first
def message_redirect(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Redirect from the permanent URL of a message to the page of its thread that shows it."""
    game = access.begun_game_or_404(request.user, slug)
    return redirect(
        locations.message_url(request.user, locations.message_or_404(request.user, game, key))
    )


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_first
def untitled_thread(request: HttpRequest, slug: str, powers: list[str]) -> HttpResponse:
    """The private thread of these powers, even if empty, for holders or former holders of one."""
    game = access.begun_game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    location = locations.untitled_location(game, access.circle_or_404(role, powers))
    if request.method != "POST" and request.path != location.url:
        return redirect(location.url)
    return _thread(request, role, location)


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_first
def masters_thread(request: HttpRequest, slug: str, power: str | None = None) -> HttpResponse:
    """The thread of the game masters and the player of a power, or of the masters alone."""
    game = access.begun_game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    location = locations.masters_location(game, access.masters_thread_or_404(role, power))
    if request.method != "POST" and request.path != location.url:
        return redirect(location.url)
    return _thread(request, role, location)


@cache_control(private=True, no_store=True)
@require_safe
@sensitive_variables()
def search_messages(request: HttpRequest, slug: str) -> HttpResponse:
    """Search the messages that the reader may read."""
    game = access.begun_game_or_404(request.user, slug)
    query = request.GET.get("q", "")
    role = access.Role(request.user, game)
    hits = search.search(role, search.search_words(query))
    context = {
        "game": game,
        "query": query[: search.LONGEST_QUESTION],
        "hits": hits,
        "most_found": search.MOST_FOUND,
        "role": role,
        "unread": threads.unread_count(threads.thread_lines(role)),
    }
    return render(request, "games/press/search.html", context)


@sensitive_variables()
def _thread(
    request: HttpRequest, role: access.Role, location: locations.ThreadLocation
) -> HttpResponse:
    """The page of a thread with its form. A message that is refused comes back as it was typed."""
    data = request.POST if request.method == "POST" else None
    proposed = data if data and "propose" in data else None
    stored = drafts.by_location(role)
    composer = MessageComposer(
        role,
        location,
        None if proposed else data,
        stored=stored,
        quoted=request.GET.get("quote", ""),
    )
    to_bot = proposer.proposer(role, location, proposed)
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect_to_login(request.path)
        if answer := _take(request, request.user, role, composer, to_bot):
            return answer
    state = states.page_state(role)
    page = threads.MessagePage(role, location, request.GET.get("before", ""))
    lines = threads.thread_lines(role, location.url, reported=page.reported)
    lines = with_drafts(role, lines, stored, location.url)
    context = _thread_context(role, location, composer, page, lines)
    waits = to_bot is None and proposer.waits_for_movement(role, location)
    context |= {"state": state, "proposer": to_bot, "proposals_wait": waits}
    status = to_bot.status if proposed and to_bot else composer.status
    response = render(request, "games/press/thread.html", context, status=status)
    # The script of an open page fetches what is new although nobody may be looking.
    if request.method == "GET" and request.headers.get("X-Reader") != "away":
        page.mark_read()
    return response


@sensitive_variables()
def _take(
    request: HttpRequest,
    person: User,
    role: access.Role,
    composer: MessageComposer,
    to_bot: proposer.Proposer | None,
) -> HttpResponse | None:
    """Do what the button of the form says; return None if the page is to be shown."""
    if "propose" in request.POST:
        return _take_proposal(request, person, composer, to_bot)
    if "draft" in request.POST:
        return _take_draft(request, person, role, composer)
    return _take_message(request, person, composer)


@sensitive_variables()
def _take_message(
    request: HttpRequest, person: User, composer: MessageComposer
) -> HttpResponse | None:
    """Send or preview the message in the form; return None if the page is to be shown."""
    if rate_limits.exceeds_limit(request, "messages"):
        composer.refuse(rate_limits.refusal_message(), 429)
    elif "preview" in request.POST:
        composer.preview()
    elif sent := composer.send(person):
        url = locations.location_in(sent, composer.location).url
        return redirect(f"{url}#message-{sent.key}")
    return None


@sensitive_variables()
def _take_proposal(
    request: HttpRequest,
    person: User,
    composer: MessageComposer,
    to_bot: proposer.Proposer | None,
) -> HttpResponse | None:
    """Send the proposal in the form to a bot; return None if the page is to be shown."""
    if to_bot is None:
        composer.refuse(_("Nothing can be proposed now. Wait for the next movement phase."), 409)
    elif rate_limits.exceeds_limit(request, "messages"):
        to_bot.refuse(rate_limits.refusal_message(), 429)
    elif sent := to_bot.send(person):
        url = locations.location_in(sent, composer.location).url
        return redirect(f"{url}#message-{sent.key}")
    return None


@sensitive_variables()
def _take_draft(
    request: HttpRequest, person: User, role: access.Role, composer: MessageComposer
) -> HttpResponse | None:
    """Save or discard the draft in the form; return None if the page is to be shown.

    The script gets the draft's new version, and the text that it replaced.
    """
    if rate_limits.exceeds_limit(request, "drafts"):
        composer.refuse(rate_limits.refusal_message(), 429)
    elif request.POST["draft"] == "discard":
        drafts.discard(role, composer.location.name)
    else:
        composer.save_draft(person)
    if request.POST["draft"] == "script":
        version = composer.draft.version if composer.draft else ""
        answer = {"version": version, "replaced": composer.replaced_draft}
        return JsonResponse(answer, status=composer.status)
    if composer.problem or composer.replaced_draft:
        return None
    return redirect(f"{composer.url}#write")


def _thread_context(
    role: access.Role,
    location: locations.ThreadLocation,
    composer: MessageComposer,
    page: threads.MessagePage,
    lines: list[threads.ThreadLine],
) -> dict[str, Any]:
    proposed = proposals.proposal_lines(role, location)
    proposal_waits = any(each.is_open for each in proposed)
    return {
        "game": location.game,
        "location": location,
        "role": role,
        "composer": composer,
        "message_page": page,
        "preview": page.display.html(composer.previewed),
        "map_places": pictures.map_places(location.game),
        "shapes": pictures.shapes_url(variants.board_of(location.game)),
        "proposals": proposed,
        "awaited_bots": proposer.awaited_bots(location),
        "may_propose_member": location.can_grow and composer.writers and not proposal_waits,
        "threads": lines,
        "reported": any(line.report for line in lines),
        "unread": threads.unread_count(lines),
    }
