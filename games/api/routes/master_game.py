"""A game in the hands of its masters: what everyone reads, its masters, its rules, its end."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from ninja import Router

from accounts.names import spelling

from ... import access, wording
from ...core.errors import Refused
from ...deadlines import open_phase
from ...game_master import comments, corrections, masters, titles
from ...lifecycle import amendments, endings
from ...press import moderation
from ...state import phases
from ...votes import voting
from ...wording import consequences
from ..acting import current_phase, must_be_confirmed, must_be_confirmed_in
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..problems import Problem
from ..schemas import master as schemas
from ..schemas.common import Confirmation, Done, acts
from ..schemas.orders import PhaseProblem
from ..values.rules import answers_must_be_known

router = Router(tags=["Game master: game"], auth=MASTER)
GAME = "/games/{slug:slug}/master"
DONE = acts(Done) | {409: PhaseProblem}
ENDED = acts(Done) | {409: schemas.EndingProblem}


@router.post(f"{GAME}/announce", response=DONE, summary="Make an announcement")
def announce(request: KeyRequest, slug: str, sent: schemas.Announcement) -> Done:
    """Publish an announcement on the game's page, and notify everyone in the game."""
    with acting_as_master(request, slug, "announce") as game:
        masters.announce(game, sent.text, by=request.user)
    return Done(message=_("Everyone has been notified."))


@router.post(f"{GAME}/comment", response=DONE, summary="Comment on the last turn")
def comment_on_turn(request: KeyRequest, slug: str, sent: schemas.Comment) -> Done:
    """Write, change or remove the comment on the phase that was resolved last."""
    with acting_as_master(request, slug, "comment") as game:
        last = comments.commentable_phase(game)
        number = last.number if last is not None and last.code == sent.phase else -1
        comments.write_comment(game, sent.text, by=request.user, seen=number)
    return Done(
        message=_("Everyone can read the comment now.") if sent.text else _("It’s removed.")
    )


@router.post(f"{GAME}/rename", response=DONE, summary="Rename the game")
def rename_game(request: KeyRequest, slug: str, sent: schemas.Title) -> Done:
    """Give the game another title. Its address stays the same."""
    with acting_as_master(request, slug, "rename") as game:
        try:
            title = spelling.clean_title(sent.title)
        except ValidationError as error:
            raise Problem(422, "wrong_field", " ".join(error.messages), field="title") from None
        titles.rename(game, title, by=request.user, reason=sent.reason)
    return Done(message=_("The game has a new title."))


@router.post(f"{GAME}/messages/{{key:key}}/hide", response=DONE, summary="Hide a message")
def hide_message(request: KeyRequest, slug: str, key: str, sent: schemas.ConfirmedReason) -> Done:
    """Hide a public message from everyone but its author and the game masters."""
    with acting_as_master(request, slug, "hide_message") as game:
        message = access.public_message_or_404(game, key)
        must_be_confirmed(consequences.of_hiding(), confirmed=sent.confirmed)
        moderation.hide(message, by=request.user, reason=sent.reason)
    return Done(message=_("The message is hidden."))


@router.post(f"{GAME}/messages/{{key:key}}/show", response=DONE, summary="Show a message again")
def show_message(request: KeyRequest, slug: str, key: str, nothing: schemas.Nothing) -> Done:
    """Let everyone who can see this game read a hidden message again."""
    with acting_as_master(request, slug, "show_message") as game:
        moderation.show(access.public_message_or_404(game, key), by=request.user)
    return Done(message=_("The message is visible again."))


@router.post(f"{GAME}/draw", response=ENDED, summary="End the game as a draw")
def end_as_draw(request: KeyRequest, slug: str, sent: schemas.Draw) -> Done:
    """End the game as a draw among surviving powers."""
    with acting_as_master(request, slug, "draw") as game, transaction.atomic():
        open_phase.lock_current(game)  # the phase of the question stays until the act
        phase = current_phase(game)
        sharing = endings.check_sharers(phase, sent.powers)
        must_be_confirmed_in(
            phase,
            consequences.of_end(game),
            about=["draw", *sharing],
            confirmed=sent.confirmed,
            seen=sent.seen,
        )
        endings.draw(game, among=sent.powers, by=request.user, reason=sent.reason)
    return Done(message=_("The game has ended in a draw."))


@router.post(f"{GAME}/close", response=ENDED, summary="Close the game without a result")
def close_game(request: KeyRequest, slug: str, sent: schemas.Ending) -> Done:
    """End the game with no win and no draw."""
    with acting_as_master(request, slug, "close") as game, transaction.atomic():
        open_phase.lock_current(game)
        must_be_confirmed_in(
            current_phase(game),
            consequences.of_end(game),
            about=["close"],
            confirmed=sent.confirmed,
            seen=sent.seen,
        )
        endings.close(game, by=request.user, reason=sent.reason)
    return Done(message=_("The game is closed."))


@router.post(f"{GAME}/reopen", response=ENDED, summary="Undo the end of the game")
def reopen_game(request: KeyRequest, slug: str, sent: schemas.Ending) -> Done:
    """Let a game continue where it ended, as long as its end is not final."""
    with acting_as_master(request, slug, "reopen") as game:
        final = phases.final(game)
        if final is not None:
            must_be_confirmed_in(
                final,
                consequences.of_reopening(corrections.phase_to_play_again(final)),
                about=["reopen"],
                confirmed=sent.confirmed,
                seen=sent.seen,
            )
        phase = corrections.reopen(
            game, by=request.user, reason=sent.reason, seen=final.number if final else None
        )
    message = _("The end is undone: %(phase)s is open again.")
    return Done(message=message % {"phase": wording.phase(phase)})


@router.post(f"{GAME}/masters", response=DONE, summary="Add a game master")
def add_master(request: KeyRequest, slug: str, newcomer: schemas.Newcomer) -> Done:
    """Let a person who never plays in this game help you run it. You can't remove them."""
    with acting_as_master(request, slug, "add") as game:
        try:
            person = masters.newcomer_named(newcomer.name)
        except Refused as refusal:
            raise Problem(422, "wrong_field", str(refusal), field="name") from None
        must_be_confirmed(consequences.of_new_master(), confirmed=newcomer.confirmed)
        masters.join(game, person, by=request.user)
    return Done(message=_("%(name)s is now a game master of this game too.") % {"name": person})


@router.post(f"{GAME}/leave", response=DONE, summary="Step down as game master")
def lay_down_mastership(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """End your own mastership. Another game master would have to add you again."""
    with acting_as_master(request, slug, "leave") as game:
        others = game.masterships.current().exclude(person=request.user).select_related("person")
        present = [str(row.person) for row in others]
        must_be_confirmed(
            consequences.of_leaving(present),
            consequences.warning_of_leaving(game),
            confirmed=sent.confirmed,
        )
        masters.leave(game, request.user)
    return Done(message=_("You’re no longer a game master of “%(game)s”.") % {"game": game})


@router.post(f"{GAME}/amendment", response=DONE, summary="Propose new house rules")
def propose_amendment(request: KeyRequest, slug: str, wanted: schemas.NewRules) -> Done:
    """Put new house rules or answers to points of the rules to the vote. All must agree."""
    with acting_as_master(request, slug, "propose_amendment") as game:
        text = game.house_rules if wanted.house_rules is None else wanted.house_rules
        answers_must_be_known(wanted.rules, field="rules")
        change = amendments.change_to(game, text, wanted.rules)
        voting.propose_amendment(current_phase(game), change, seat=None, person=request.user)
    return Done(message=_("The vote has started. All players must agree."))


@router.post(f"{GAME}/amendment/withdraw", response=DONE, summary="Withdraw the new house rules")
def withdraw_amendment(request: KeyRequest, slug: str, nothing: schemas.Nothing) -> Done:
    """Withdraw the proposal of a game master that is not decided."""
    with acting_as_master(request, slug, "withdraw_amendment") as game:
        voting.withdraw_amendment(game, person=request.user)
    return Done(message=_("The proposal is withdrawn."))
