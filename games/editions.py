"""By which rules a game is played: its edition, and the points on which it departs from it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from adjudicator import DEFAULT_RULES, RULES, Rules

from .errors import Refused
from .models import Game, RuleChange
from .points import POINTS, SHORT, Words

ANSWERS = {False: "no", True: "yes"}
READ = {"no": False, "yes": True}


def value(edition: str, field: str) -> str:
    """What an edition holds of a point, as it is stored and asked for."""
    held = getattr(RULES[edition], field)
    return ANSWERS[held] if isinstance(held, bool) else str(held)


def held_by(field: str, answer: str) -> str:
    """The editions that give this answer, by their short names; empty if none does."""
    names = [each for each in Game.Edition.values if value(each, field) == answer]
    if len(names) == len(Game.Edition):
        return _("all editions")
    return ", ".join(str(SHORT.get(each, each)) for each in names)


def differing(edition: str, asked: Mapping[str, str]) -> dict[str, str]:
    """Of what was asked for by field, that in which it differs from the edition; an empty answer
    is the edition's own.

    Raises `ValueError` for a field or an answer that has no words.
    """
    for field, answer in asked.items():
        if field not in POINTS or (answer and answer not in POINTS[field].answers):
            raise ValueError(f"the rules have no {field}={answer!r}")
    return {
        field: answer
        for field, answer in asked.items()
        if answer and answer != value(edition, field)
    }


def change(game: Game, asked: Mapping[str, str]) -> None:
    """Store what a game that nobody plays yet is to have differently from its edition."""
    if not game.in_lobby:
        raise Refused(_("This game has begun; its rules stay as they are."))
    record(game, asked)


def record(game: Game, asked: Mapping[str, str]) -> None:
    """Store in what a new game differs from its edition."""
    changes = differing(game.rules, asked)
    RuleChange.objects.bulk_create(
        RuleChange(game=game, field=field, value=answer) for field, answer in changes.items()
    )


def stored(game: Game) -> dict[str, str]:
    """The answers that a game gives in place of its edition, by field."""
    prefetch_related_objects([game], "rule_changes")  # asked once for a page
    return {row.field: row.value for row in game.rule_changes.all()}


def rules(edition: str, changes: Mapping[str, str]) -> Rules:
    """An edition with changes; one with any has a name of its own. Raises as `differing`."""
    changed: dict[str, Any] = {
        field: READ[answer] if isinstance(getattr(DEFAULT_RULES, field), bool) else answer
        for field, answer in differing(edition, changes).items()
    }
    if not changed:
        return RULES[edition]
    return replace(RULES[edition], name=f"{edition} with changes", **changed)


@dataclass(frozen=True)
class Departure:
    """A point on which a game departs from its edition, in words."""

    question: Words
    answer: Words
    instead_of: Words


def departures(game: Game) -> list[Departure]:
    """In the order in which they are asked for. Rows without words, left by another version of the
    site, are none: such a game is not played on."""
    answers = stored(game)
    return [
        Departure(
            point.question,
            point.answers.get(answers[field], answers[field]),
            point.answers[value(game.rules, field)],
        )
        for field, point in POINTS.items()
        if answers.get(field, "") not in ("", value(game.rules, field))
    ]
