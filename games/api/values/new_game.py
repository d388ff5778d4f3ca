"""A game to be opened → the arguments of the use case. What is wrong becomes a problem."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import spelling

from ...core import inbound_address
from ...core.errors import Refused
from ...lifecycle import lobby_invitations, terms
from ...models import Club
from ...seats import people
from ...state import editions
from ..problems import of_fields
from ..schemas.new_game import NewGame
from ..schemas.settings import NewSettings
from .rules import answers_must_be_known
from .settings import new_settings

NOT_OF_THE_GAME = {
    "role", "names", "rule_changes", "lobby_days", "club", *NewSettings.model_fields,
}  # fmt: skip


def creation_fields(person: User, wanted: NewGame) -> dict[str, Any]:
    """The arguments of `creation.create` for a game of `person`, without the `request_key`.

    Raises `Problem`.
    """
    agreed, skipped = new_settings(wanted)
    is_live = "live_minutes" in agreed
    return {
        **_terms(person, wanted, is_live=is_live),
        "as_master": wanted.role == "master",
        "game_settings": agreed,
        "skipped": skipped,
        **_people(person, wanted),
        "changes": _changes(wanted),
        "lobby_days": 0 if is_live else wanted.lobby_days,
    }


def _terms(person: User, wanted: NewGame, *, is_live: bool) -> dict[str, Any]:
    """The fields of the game. Raises `Problem` with all that are wrong."""
    given = wanted.dict(exclude=NOT_OF_THE_GAME)
    given["language"] = wanted.language or person.language or settings.LANGUAGE_CODE
    if not is_live:
        given["starts_at"] = None
    as_master = wanted.role == "master"
    found = [*terms.problems(given)]
    found += terms.opening_problems(given, is_live=is_live, as_master=as_master)
    try:
        given["title"] = spelling.clean_title(wanted.title)
        if not given["title"]:
            found.append(("title", _("Enter a title.")))
    except ValidationError as error:
        found.append(("title", " ".join(error.messages)))
    if wanted.confirms_mail and not inbound_address.is_on():
        found.append(("confirms_mail", _("This site takes no orders by mail. Leave this out.")))
    if found:
        raise of_fields(found)
    return terms.with_one_limit(given)


def _people(person: User, wanted: NewGame) -> dict[str, Any]:
    """The club of the game, and the people to invite."""
    club = None
    if wanted.club is not None:
        club = Club.objects.of_person(person.pk).filter(slug=wanted.club).first()
        if club is None:
            raise of_fields([("club", _("You don’t belong to a club with this address."))])
    invited = [_person(name) for name in wanted.names]
    strangers = lobby_invitations.strangers_to(club, invited)
    if strangers:
        raise of_fields([("names", text) for text in strangers])
    return {"club": club, "invited": invited}


def _person(name: str) -> User:
    try:
        return people.person_named(name)
    except Refused as refusal:
        raise of_fields([("names", str(refusal))]) from None


def _changes(wanted: NewGame) -> dict[str, str]:
    answers_must_be_known(wanted.rule_changes, field="rule_changes")
    return editions.changes_from(wanted.rules, wanted.rule_changes)
