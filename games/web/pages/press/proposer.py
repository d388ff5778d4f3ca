"""The form above the message box of a thread with a bot: proposals that it understands."""

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from .... import access, wording
from ....core.errors import Refused, SaveFailedError
from ....models import BotRequest, Game, Message, Phase, Seat
from ....orders import supports
from ....press import bot_proposals, locations
from ....state import variants
from ...forms.proposals import ProposalForm

logger = structlog.get_logger(__name__)


class Proposer:
    """The form of proposals to the bot of a thread.

    Agreements last until the end of `year`. If a proposal is refused, `status` and `problem` say
    why.
    """

    def __init__(
        self,
        role: access.Role,
        location: locations.ThreadLocation,
        found: tuple[Phase, Seat, Seat],
        data: QueryDict | None,
    ) -> None:
        self.role, self.location = role, location
        phase, own, bot = found
        self.year = phase.when.year
        self.form = ProposalForm(
            data,
            supports=supports.supports(phase, bot, own),
            provinces=sorted(
                wording.provinces(variants.board_of(location.game)), key=lambda each: each[1]
            ),
        )
        self.problem, self.status = "", 200

    def send(self, person: User) -> Message | None:
        """Send the proposal in the form; return None if it is refused: then the page says why."""
        if not self.form.is_valid():
            self.status = 422
            return None
        thread = self.location.thread
        try:
            return bot_proposals.propose(
                self.location.game,
                self.location.circle,
                person=person,
                held=self.role.held,
                topic=thread if thread and thread.title else "",
                **self.form.proposal(),
            )
        except Refused as refusal:
            self.refuse(str(refusal), 409)
        except SaveFailedError as failure:
            logger.error("proposal_not_sent", game=self.location.game.slug, error=str(failure))
            self.refuse(_("Your message couldn’t be sent just now. Try again."), 503)
        return None

    def refuse(self, problem: str, status: int) -> None:
        self.problem, self.status = problem, status


def proposer(
    role: access.Role, location: locations.ThreadLocation, data: QueryDict | None
) -> Proposer | None:
    """Return the form of a thread in which the reader can propose something to a bot, or None."""
    if location.to_be_titled or location.with_masters:
        return None
    found = bot_proposals.open_for_proposals(location.game, location.circle, role.held)
    return Proposer(role, location, found, data) if found else None


def waits_for_movement(role: access.Role, location: locations.ThreadLocation) -> bool:
    """Whether the form of a thread with a bot is missing only until the next movement phase."""
    if location.to_be_titled or location.with_masters:
        return False
    return bot_proposals.seats_of_thread(location.game, location.circle, role.held) is not None


def awaited_bots(location: locations.ThreadLocation) -> str:
    """The powers whose bots still owe an answer in a thread, in words; empty for none."""
    game = location.game
    if location.thread is None or not game.practice or game.status != Game.Status.PLAYING:
        return ""
    waiting = BotRequest.objects.unanswered().filter(message__thread=location.thread)
    seats = waiting.order_by("seat__place").values_list("seat__power", flat=True)
    return wording.powers(dict.fromkeys(seats))
