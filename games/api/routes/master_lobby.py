"""A lobby in the hands of its masters: who is in it, its link, and the powers that they give."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...lifecycle import allotment, deletion, lobby
from ...models import Game, LobbyEntry
from ...wording import consequences
from ..acting import acting_in, must_be_confirmed
from ..authentication import MASTER, KeyRequest
from ..limits import count_form
from ..mastering import acting_as_master
from ..problems import Problem
from ..schemas import master as schemas
from ..schemas.common import Confirmation, Done, acts
from ..schemas.orders import PhaseProblem

router = Router(tags=["Game master: lobby"], auth=MASTER)
LOBBY = "/games/{slug:slug}/master"
DONE = acts(Done) | {409: PhaseProblem}


@router.post(f"{LOBBY}/powers", response=DONE, summary="Give powers, and begin")
def give_powers(request: KeyRequest, slug: str, given: schemas.GivenPowers) -> Done:
    """Store who plays which power, and begin the game, in games whose master assigns them."""
    count_form(request, "games")
    game = access.mastered_game_or_404(request.user, slug)
    entries = _entries(game)
    declared = list(game.declared_players.current())
    hands = _hands(game, given.powers, [str(each.person) for each in entries], "powers")
    theirs = _hands(game, given.declared, [each.name for each in declared], "declared")
    with acting_in(game):
        game = lobby.give_powers(
            game,
            {each.pk: hands.get(str(each.person), each.hand) for each in entries},
            declared={each.pk: theirs.get(each.name, each.hand) for each in declared},
            by=request.user,
            rest_at_random=given.rest_at_random,
            begin=given.begin,
        )
    begun = _("All seats are taken. The game begins.")
    return Done(message=begun if game.has_begun else _("The powers are saved."))


def _hands(
    game: Game, given: Mapping[str, str | None], names: Sequence[str], field: str
) -> dict[str, int | None]:
    """The numbers of the hands that were given, by name.

    Raises `Problem` for a name that nobody has, or several of `names`, and for unknown powers.
    """
    numbers: dict[str, int] = {}
    for number, hand in enumerate(allotment.hands_of(game)):
        numbers |= dict.fromkeys([*hand, ".".join(hand)], number)
    for name, power in given.items():
        if name not in names:
            text = _("%(name)s isn’t in the lobby of this game.") % {"name": name}
            raise Problem(422, "wrong_field", text, field=field)
        if names.count(name) > 1:
            text = _(
                "Several players are called %(name)s. Assign their powers on the page of the game."
            )
            raise Problem(422, "wrong_field", text % {"name": name}, field=field)
        if power is not None and power not in numbers:
            text = _("This power can’t be played in this set-up.")
            raise Problem(422, "wrong_field", text, field=field)
    return {name: None if power is None else numbers[power] for name, power in given.items()}


def _entries(game: Game) -> list[LobbyEntry]:
    return list(game.entries.select_related("person"))


@router.post(f"{LOBBY}/remove", response=DONE, summary="Remove a person from the lobby")
def remove_from_lobby(request: KeyRequest, slug: str, removal: schemas.LobbyRemoval) -> Done:
    """Take a person out of the lobby; they are notified, and can't join again."""
    with acting_as_master(request, slug, "remove") as game:
        people = {str(each.person): each.person for each in _entries(game)}
        person = people.get(removal.name)
        if person is None:
            text = _("%(name)s isn’t in the lobby of this game.") % {"name": removal.name}
            raise Problem(422, "wrong_field", text, field="name")
        must_be_confirmed(consequences.of_removal(person), confirmed=removal.confirmed)
        lobby.remove(game, person, by=request.user)
    return Done(message=_("%(name)s was removed.") % {"name": person})


@router.post(f"{LOBBY}/invitation", response=DONE, summary="Renew the invitation link")
def renew_invitation(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Make a new invitation link of the lobby. The earlier one stops working."""
    with acting_as_master(request, slug, "renew_invitation") as game:
        must_be_confirmed(consequences.of_new_link(), confirmed=sent.confirmed)
        lobby.renew_invitation(game)
    message = _("There is a new invitation link. The old one no longer works.")
    return Done(message=message)


@router.post(f"{LOBBY}/assign", response=DONE, summary="Assign the powers yourself")
def assign_powers(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Assign the powers instead of chance or wishes, and decide when the game begins."""
    with acting_as_master(request, slug, "assign") as game:
        must_be_confirmed(consequences.of_assigning(), confirmed=sent.confirmed)
        lobby.let_master_assign(game, by=request.user)
    return Done(message=_("You now assign the powers."))


@router.post(f"{LOBBY}/delete", response=DONE, summary="Delete a game that hasn’t begun")
def delete_game(request: KeyRequest, slug: str, sent: schemas.Deletion) -> Done:
    """Cancel a game that has not begun. Those who wait or are invited are notified."""
    with acting_as_master(request, slug, "delete") as game:
        notified = deletion.people_concerned(game) - {request.user.pk}
        must_be_confirmed(
            consequences.of_deletion(len(notified)),
            consequences.not_to_be_undone(),
            confirmed=sent.confirmed,
        )
        deletion.delete(game, by=request.user, reason=sent.reason)
    return Done(message=_("“%(game)s” is deleted.") % {"game": game})
