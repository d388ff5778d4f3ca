"""The lobby of a game: who waits, what was agreed, and what the reader can do."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import qr_codes
from accounts.models import User

from ... import access, wording
from ...deadlines import upcoming
from ...lifecycle import allotment, joining_time, reliable_players
from ...models import DeclaredPlayer, Game, LobbyEntry, Mastership
from ...polling.states import page_state
from ...press import moderation
from ...state import reliability
from ...wording import settings as settings_wording
from ...wording.notifications import lobby_invitation_sentence
from ...wording.reliability import badge
from ...wording.settings import Fact
from ..forms.allotment import PowersForm, WishForm
from ..forms.game import JoinForm
from ..forms.game_master import LOBBY_ACTIONS
from . import link_preview, profile
from .game_master import offered_actions
from .game_origin import origins_of


class WaitingPlayer(NamedTuple):
    """A person in a lobby. `url` and `reliability` are empty where their name is hidden."""

    entry: LobbyEntry
    name: str
    url: str
    is_here: bool
    reliability: str


def lobby_page(
    request: HttpRequest,
    game: Game,
    *,
    form: JoinForm | None = None,
    wishes: WishForm | None = None,
    powers: PowersForm | None = None,
) -> dict[str, Any]:
    """The context of the page; forms that are given were sent and contain errors."""
    role = access.Role(request.user, game)
    state = page_state(role)
    entries = list(game.entries.select_related("person"))
    own = next((entry for entry in entries if entry.person_id == request.user.pk), None)
    is_master, names_open = role.is_master, role.sees_names
    declared = _declared(game, names_open=names_open)
    masters = list(game.masterships.current().select_related("person"))
    hands = allotment.hands_of(game)
    taken = len(entries) + len(declared)
    known = reliability.of_people(entry.person_id for entry in entries if names_open)
    waiting = [
        WaitingPlayer(
            entry,
            access.waiting_name(request.user, entry, names_open=names_open),
            url="" if game.anonymous else profile.url_of(entry.person),
            is_here=joining_time.is_here(entry),
            reliability=badge(known[entry.person_id]) if names_open else "",
        )
        for entry in entries
    ]
    closed = not game.has_open_lobby
    return {
        "game": game,
        "origins": origins_of(request.user, game),
        "state": state,
        "waiting": waiting,
        "declared": declared,
        "places_left": len(hands) - taken,
        "taken": taken,
        "is_master": is_master,
        "may_renew": access.may_renew_invitation(role),
        "entered": own is not None,
        "time_has_come": joining_time.has_come(game),
        "lost_place": own is None and joining_time.has_lost_place(game, request.user.pk),
        "alone_warning": moderation.alone_warning(request.user, game)
        if isinstance(request.user, User)
        else "",
        "may_open": access.sees_game(request.user, game),
        "plan": upcoming.plan_of_lobby(game) if game.in_lobby else None,
        "closed": closed,
        "load_warning": reliable_players.load_warning(request.user)
        if isinstance(request.user, User) and own is None and not closed
        else "",
        "form": form or JoinForm(game),
        "action": request.path if form else reverse("games:join", args=[game.slug]),
        "masters": masters,
        **_invitation(request, game, shows=access.sees_invitation_link(role)),
        "invited": [] if closed else access.sent_lobby_invitations(role),
        "invitation_sentence": "" if own or closed else _invitation_sentence(request.user, game),
        "preview": link_preview.lobby_preview(game),
        "glance": list(_glance(request.user, game, masters, free=len(hands) - taken)),
        "method": allotment.method_of(game),
        "wishes": wishes or (own and not closed and wish_form(own)) or None,
        "powers": powers or (is_master and not closed and powers_form(game)) or None,
        "own_power": _given(game, own),
        "master_actions": offered_actions(game, LOBBY_ACTIONS) if is_master else [],
    }


def _declared(game: Game, *, names_open: bool) -> list[tuple[DeclaredPlayer, str]]:
    """The players without an account who have a place in the lobby, with their names."""
    if not game.orders_by_master:
        return []
    hidden = _("hidden")
    return [
        (each, access.declared_name(each) if names_open else hidden)
        for each in game.declared_players.current()
    ]


def _invitation(request: HttpRequest, game: Game, *, shows: bool) -> dict[str, str]:
    """The invitation link and its QR code, for people who may pass it on; else empty."""
    if not shows:
        return {"invitation": "", "qr_code": ""}
    url = request.build_absolute_uri(access.invitation_path(game))
    return {
        "invitation": url,
        "qr_code": qr_codes.svg(url, label=_("QR code of the invitation link")),
    }


def _invitation_sentence(viewer: access.Viewer, game: Game) -> str:
    """Sentence of the reader's open invitation to the lobby; empty without one."""
    if not isinstance(viewer, User):
        return ""
    found = access.lobby_invitations(viewer).filter(game=game).first()
    return lobby_invitation_sentence(access.inviter_name(viewer, found)) if found else ""


def _glance(
    viewer: access.Viewer, game: Game, masters: Sequence[Mastership], *, free: int
) -> Iterator[Fact]:
    """The facts by which people decide whether they join."""
    assert game.settings is not None
    yield _("Set-up"), wording.setup_name(game.setup)
    yield _("Deadlines"), " ".join(settings_wording.deadlines(game.settings))
    yield _("Messages"), str(game.get_press_display())
    yield _("Language"), str(game.get_language_display())
    seats = {"free": free, "total": len(allotment.hands_of(game))}
    yield _("Free seats"), _("%(free)d of %(total)d") % seats
    yield _("Game master"), ", ".join(str(row.person) for row in masters) or _("none")
    if game.club is not None:
        known = access.visible_clubs(viewer).filter(pk=game.club.pk).exists()
        yield _("Only for members of"), str(game.club) if known else _("a club")


def wish_form(entry: LobbyEntry, data: Any = None) -> WishForm | None:
    """The form of a waiting person's wishes; None if powers are not given by wishes."""
    if entry.game.allotment != Game.Allotment.WISHES:
        return None
    return WishForm(
        allotment.hands_of(entry.game), access.own_wishes(entry.person, entry.game), data
    )


def powers_form(game: Game, data: Any = None) -> PowersForm | None:
    """The form of a master who gives the powers; None if nobody waits, or in other games."""
    if game.allotment != Game.Allotment.MASTER:
        return None
    entries = list(game.entries.select_related("person"))
    declared = list(game.declared_players.current())
    if not entries and not declared:
        return None
    return PowersForm(allotment.hands_of(game), entries, data, declared=declared)


def _given(game: Game, own: LobbyEntry | None) -> str:
    """Names of the powers that a master has given the reader so far; empty without any."""
    if own is None or own.hand is None:
        return ""
    return wording.powers(allotment.hands_of(game)[own.hand])
