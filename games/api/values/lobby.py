"""A lobby → values of the API, as its reader may see it."""

from django.utils.translation import gettext as _

from accounts.models import User

from ... import access
from ...lifecycle import allotment, joining_time, reliable_players
from ...models import Game, LobbyEntry
from ...press import moderation
from ...state import reliability
from ...wording.reliability import badge
from ..problems import Problem
from ..schemas import lobby as schemas


def lobby_value(person: User, game: Game) -> schemas.Lobby:
    entries = list(game.entries.select_related("person"))
    entered = any(entry.person_id == person.pk for entry in entries)
    closed = not game.has_open_lobby
    return schemas.Lobby(
        slug=game.slug,
        title=game.title,
        closed=closed,
        closes_at=game.lobby_closes_at,
        starts_at=game.starts_at,
        seats=len(allotment.hands_of(game)),
        free_seats=0 if closed else max(0, allotment.places_left(game)),
        waiting=_waiting(person, game, entries),
        allotment=allotment.method_of(game),
        hands=hand_names(game),
        entered=entered,
        wishes=own_wishes(person, game),
        house_rules=game.house_rules,
        questions=[] if entered or closed else questions(person, game),
    )


def questions(person: User, game: Game) -> list[str]:
    """Warnings to a person before they join, besides the house rules."""
    asked = (moderation.alone_warning(person, game), reliable_players.load_warning(person))
    return [text for text in asked if text]


def _waiting(person: User, game: Game, entries: list[LobbyEntry]) -> list[schemas.WaitingPerson]:
    names_open = access.sees_names(person, game)
    known = reliability.of_people(entry.person_id for entry in entries if names_open)
    return [
        schemas.WaitingPerson(
            name=access.waiting_name(person, entry, names_open=names_open),
            mine=entry.person_id == person.pk,
            reliability=badge(known[entry.person_id]) if names_open else "",
            here=joining_time.is_here(entry) if game.starts_at else None,
        )
        for entry in entries
    ]


def hand_names(game: Game) -> list[str]:
    """The names of hands, by their numbers: powers with points between them."""
    return [".".join(hand) for hand in allotment.hands_of(game)]


def own_wishes(person: User, game: Game) -> list[str]:
    names = hand_names(game)
    return [names[number] for number in access.own_wishes(person, game)]


def hands_named(game: Game, names: list[str]) -> list[int]:
    """The numbers of hands with these names. Raises `Problem` for a name that the game lacks."""
    numbers = {name: number for number, name in enumerate(hand_names(game))}
    for place, name in enumerate(names):
        if name not in numbers:
            text = _("This power can’t be played in this set-up.")
            raise Problem(422, "wrong_field", text, field=f"wishes.{place}")
    return [numbers[name] for name in names]
