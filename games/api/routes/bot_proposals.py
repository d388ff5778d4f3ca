"""Proposals to a bot, in the thread that its power shares with one of the reader's."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Status

from accounts.models import User

from ... import access, wording
from ...core.errors import Refused
from ...models import BotRequest, Game, Message, Phase, Seat
from ...orders import supports
from ...press import bot_proposals, sending
from ...press.locations import ThreadLocation, location_in
from ...state import variants
from .. import limits, wrong_values
from ..acting import acting_in, press_must_be_allowed
from ..authentication import PRESS, READ, KeyRequest
from ..idempotency import HEADER, once, repeated
from ..locations import locate
from ..problems import Problem
from ..schemas import practice as schemas
from ..schemas import press as press_schemas
from ..schemas.common import acts, answers
from ..schemas.orders import LegalOrder, LegalRow, PhaseProblem
from ..values import press as values

router = Router(tags=["Press"])
ABOUT = {BotRequest.Kind.SUPPORT: "order", BotRequest.Kind.DEMILITARISE: "province"}
"""The field with what a kind of proposal is about, for those that have one."""
PROPOSALS = "/games/{slug:slug}/threads/{thread}/bot-proposals"


@router.get(
    PROPOSALS,
    response=answers(schemas.BotProposals),
    auth=READ,
    summary="Read what you can propose to a bot",
)
@sensitive_variables()
def read_bot_proposals(request: KeyRequest, slug: str, thread: str) -> schemas.BotProposals:
    """The proposals that the bot of a thread understands now."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    found = _open(role, values.location_of(role, thread))
    if found is None:
        return schemas.BotProposals(phase=None, power=None, until=None, supports=[], provinces=[])
    phase, own, bot = found
    return schemas.BotProposals(
        phase=phase.code,
        power=bot.power,
        until=phase.when.year,
        supports=_supports(phase, bot, own),
        provinces=[
            schemas.NamedProvince(code=code, name=wording.place(code)) for code in _provinces(phase)
        ],
    )


def _open(role: access.Role, location: ThreadLocation) -> tuple[Phase, Seat, Seat] | None:
    """The open phase, the seat of the reader and that of the bot; None if nothing is possible."""
    if location.with_masters:
        return None
    return bot_proposals.open_for_proposals(role.game, location.circle, role.held)


def _must_be_with_bot(role: access.Role, location: ThreadLocation) -> None:
    """Raise `Refused` for a thread that the reader does not share with a bot alone."""
    circle = [] if location.with_masters else location.circle
    if role.game.status == Game.Status.PLAYING and not bot_proposals.seats_of_thread(
        role.game, circle, role.held
    ):
        text = _("Only a thread of you and one bot in a practice game takes proposals.")
        raise Refused(text)


def _supports(phase: Phase, bot: Seat, own: Seat) -> list[LegalRow]:
    return [
        LegalRow(
            row=label,
            label=label,
            orders=[LegalOrder(order=order, text=text) for order, text in given],
        )
        for label, given in supports.supports(phase, bot, own)
    ]


def _provinces(phase: Phase) -> list[str]:
    return sorted(variants.board_of(phase.game).provinces)


@router.post(
    PROPOSALS,
    response=acts(press_schemas.Sent, 503, status=201) | {409: PhaseProblem},
    auth=PRESS,
    summary="Propose something to a bot",
    openapi_extra={"parameters": [HEADER]},
)
@sensitive_variables()
def propose_to_bot(
    request: KeyRequest,
    response: HttpResponse,
    slug: str,
    thread: str,
    wanted: schemas.BotProposal,
) -> Status[press_schemas.Sent]:
    """Propose peace, a support or a free province. The bot answers in the thread, in its words."""
    message = repeated(request, sending.sent_with)
    if message is None:
        limits.count_form(request, "messages")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = values.location_of(role, thread)
    press_must_be_allowed(role.game)
    if message is None:
        with once(request) as key:
            message = _send(request.user, role, location, _proposal(wanted), key=key)
    name = values.location_name(location_in(message, location))
    [value] = values.message_values(role, [message])
    locate(response, "games", slug, "threads", name, "messages")
    return Status(201, press_schemas.Sent(thread=name, message=value))


def _proposal(wanted: schemas.BotProposal) -> dict[str, Any]:
    """The kind of a proposal and what it is about.

    Raises `Problem` for a field that the kind has no use for.
    """
    kind = BotRequest.Kind(wanted.kind)
    about = ABOUT.get(kind)
    for name in ABOUT.values():
        if name != about and getattr(wanted, name) is not None:
            text = _("This kind of proposal has no “%(field)s”.") % {"field": name}
            raise Problem(422, "wrong_field", text, field=name)
    return {"kind": kind, **({about: getattr(wanted, about) or ""} if about else {})}


def _send(
    person: User,
    role: access.Role,
    location: ThreadLocation,
    proposal: dict[str, Any],
    *,
    key: uuid.UUID,
) -> Message:
    """Send a proposal. Raises `Problem` for a wrong choice, or if nothing is possible."""
    with acting_in(role.game):
        _must_be_with_bot(role, location)
        found = _open(role, location)
        if found is None:
            raise bot_proposals.nothing_possible()
        _must_be_offered(found, **proposal)
        return bot_proposals.propose(
            role.game,
            location.circle,
            person=person,
            held=role.held,
            topic=location.thread if location.thread and location.thread.title else "",
            request_key=key,
            **proposal,
        )


def _must_be_offered(
    found: tuple[Phase, Seat, Seat], *, kind: BotRequest.Kind, order: str = "", province: str = ""
) -> None:
    """Raise `Problem` for a support or a province that cannot be proposed now."""
    phase, own, bot = found
    if kind is BotRequest.Kind.SUPPORT:
        offered = [each.order for row in _supports(phase, bot, own) for each in row.orders]
        text = _("Choose the support that you want.")
        if not offered:
            text = _("No unit of the bot can support you now. Propose something else.")
        _must_be_among(offered, order, "order", text)
    if kind is BotRequest.Kind.DEMILITARISE:
        text = _("Choose the province that should stay free.")
        _must_be_among(_provinces(phase), province, "province", text)


def _must_be_among(offered: Sequence[str], value: str, field: str, text: str) -> None:
    """Raise `Problem` with `text` and all possible values unless `value` is offered."""
    if value not in offered:
        possible = wrong_values.possible(offered) if offered else ""
        raise Problem(422, "wrong_field", f"{text} {possible}".strip(), field=field)
