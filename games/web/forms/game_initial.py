"""Initial values of the form for a new game that repeats a finished one."""

import re
from collections.abc import Iterable
from typing import Any

from django.forms import model_to_dict

from accounts.models import User

from ... import access
from ...models import Club, Game
from ...state import editions
from .game import GameForm
from .terms import rule_values

LONGEST_TITLE = 80


def initial_again(game: Game, person: User, players: Iterable[User]) -> dict[str, Any]:
    """The terms of a finished game, for `person` to play it again with `players`.

    A limit by date has passed, and powers that a game master assigned and results that one
    published need one again.
    """
    values = model_to_dict(game, fields=GameForm.Meta.fields)
    values |= rule_values(editions.stored_changes(game))
    if game.ends == Game.Ends.DATE:
        values |= {"ends": Game.Ends.NEVER, "ends_on": None}
    masters = access.is_master(person, game)
    of_masters = game.allotment == Game.Allotment.MASTER and not masters
    if of_masters or game.allotment == Game.Allotment.DRAW:
        values["allotment"] = Game.Allotment.LOT
    if not masters:
        values["publish_hours"] = None
        values["orders_by_master"] = False
    club = Club.objects.of_person(person.pk).filter(games=game).first()
    return values | {
        "club": club and club.pk,
        "title": next_title(game.title),
        "role": "master" if masters else "player",
        "names": "\n".join(map(str, players)),
    }


def next_title(title: str) -> str:
    """“Our table 2” for “Our table”, “Our table 3” for “Our table 2”."""
    stem, number = title, 1
    if found := re.fullmatch(r"(.*\S) ([0-9]{1,3})", title):
        stem, number = found[1], int(found[2])
    ending = f" {number + 1}"
    return stem[: LONGEST_TITLE - len(ending)].rstrip() + ending
