"""A game to be opened → the arguments of the use case. What is wrong becomes a problem."""

import uuid
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import time_zones
from accounts.models import User
from accounts.names import spelling

from ...core.errors import Refused
from ...lifecycle import terms
from ...lifecycle.paces import PACES
from ...models import GameSettings
from ...seats import people
from ...state import editions
from ..problems import of_fields
from ..schemas.new_game import NewGame

NOT_OF_THE_GAME = {
    "role", "pace", "zone", "names", "rule_changes", "lobby_days", "ready_minutes", "on_missed",
    "grace_hours", "absence_cap_days", "disorder_after", "disorder_misses", "seats_open_to",
    "orders_by_key", "press_by_key",
}  # fmt: skip


def creation_fields(person: User, wanted: NewGame, *, key: uuid.UUID) -> dict[str, Any]:
    """The arguments of `creation.create` for a game of `person`. Raises `Problem`."""
    agreed = _settings(wanted)
    is_live = "live_minutes" in agreed
    return {
        **_terms(person, wanted, is_live=is_live),
        "as_master": wanted.role == "master",
        "request_key": key,
        "game_settings": agreed,
        "invited": [_person(name) for name in wanted.names],
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
    if found:
        raise of_fields(found)
    return terms.with_one_limit(given)


def _settings(wanted: NewGame) -> dict[str, Any]:
    """The fields of its settings: the deadlines of the pace, and what is chosen apart from it."""
    deadlines = dict(PACES[wanted.pace].deadlines)
    names = ["disorder_after", "disorder_misses", "seats_open_to", "orders_by_key", "press_by_key"]
    if "live_minutes" in deadlines:
        deadlines |= {"ready_minutes": 0, "on_missed": GameSettings.OnMissed.NONE}
    else:
        names += ["ready_minutes", "on_missed", "grace_hours"]
    if "at" in deadlines:
        deadlines["zone"] = _zone(wanted.zone)
        names.append("absence_cap_days")
    return deadlines | {name: getattr(wanted, name) for name in names}


def _zone(wanted: str | None) -> str:
    zone = timezone.get_current_timezone_name() if wanted is None else wanted
    if zone not in time_zones.names():
        raise of_fields(
            [("zone", _("The field “%(field)s” has a wrong value.") % {"field": "zone"})]
        )
    return zone


def _person(name: str) -> User:
    try:
        return people.person_named(name)
    except Refused as refusal:
        raise of_fields([("names", str(refusal))]) from None


def _changes(wanted: NewGame) -> dict[str, str]:
    try:
        return editions.changes_from(wanted.rules, wanted.rule_changes)
    except ValueError:
        raise of_fields([("rule_changes", _("The rules have no such point or answer."))]) from None
