"""The rules of a game: its edition, and the points on which the game departs from it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from adjudicator import DEFAULT_RULES, RULES, Rules

from ..core.errors import Refused
from ..models import Game, RuleChange
from .edition_texts import RULE_POINTS, SHORT, LazyText

_BOOLEANS = {"no": False, "yes": True}


def edition_answer(edition: str, field: str) -> str:
    """The edition's own value of a field of the rules, in the form that rows and forms use."""
    value = getattr(RULES[edition], field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def editions_answering(field: str, answer: str) -> str:
    """The short names of the editions with this answer, comma-separated; empty if there is none."""
    names = [each for each in Game.Edition.values if edition_answer(each, field) == answer]
    if len(names) == len(Game.Edition):
        return _("all editions")
    return ", ".join(str(SHORT.get(each, each)) for each in names)


def changes_from(edition: str, asked: Mapping[str, str]) -> dict[str, str]:
    """The answers among `asked`, by field, that differ from the edition's own.

    An empty answer means the edition's. Raises `ValueError` for an unknown field or answer.
    """
    for field in unknown_changes(asked):
        raise ValueError(f"the rules have no {field}={asked[field]!r}")
    return {
        field: answer
        for field, answer in asked.items()
        if answer and answer != edition_answer(edition, field)
    }


def unknown_changes(asked: Mapping[str, str]) -> list[str]:
    """The fields among `asked` that the rules lack, and those with an answer that they lack."""
    return [
        field
        for field, answer in asked.items()
        if field not in RULE_POINTS or (answer and answer not in RULE_POINTS[field].answers)
    ]


def change_rules(game: Game, asked: Mapping[str, str]) -> None:
    """Store the changes of a game's rules. Raises `Refused` once the game has begun."""
    if not game.in_lobby:
        raise Refused(_("This game has started. Its rules can no longer be changed."))
    store_changes(game, asked)


def store_changes(game: Game, asked: Mapping[str, str]) -> None:
    """Store the answers in `asked` for a new game that differ from its edition."""
    changes = changes_from(game.rules, asked)
    RuleChange.objects.bulk_create(
        RuleChange(game=game, field=field, value=answer) for field, answer in changes.items()
    )


def stored_changes(game: Game, number: int | None = None) -> dict[str, str]:
    """The answers by field that count in the phase with this number instead of the edition's.

    Without a number they are the newest, of which some may apply only from the next phase on. An
    amendment may have gone back to the edition's own answer.
    """
    prefetch_related_objects([game], "rule_changes")  # queried once a page
    rows = sorted(game.rule_changes.all(), key=lambda row: row.since)
    return {row.field: row.value for row in rows if number is None or row.since <= number}


def rules_with(edition: str, changes: Mapping[str, str]) -> Rules:
    """The rules of an edition with `changes`. Raises `ValueError` as `changes_from` does."""
    changed: dict[str, Any] = {
        field: _BOOLEANS[answer] if isinstance(getattr(DEFAULT_RULES, field), bool) else answer
        for field, answer in changes_from(edition, changes).items()
    }
    if not changed:
        return RULES[edition]
    return replace(RULES[edition], name=f"{edition} with changes", **changed)


@dataclass(frozen=True)
class ChangedRule:
    """A point of the rules that a game changes from its edition, in words."""

    question: LazyText
    answer: LazyText
    instead_of: LazyText


def changed_rules(game: Game, number: int | None = None) -> list[ChangedRule]:
    """The changes of a game in the phase with this number, in the order of the form.

    For the changes without a number see `stored_changes`.

    Rows whose field is unknown here, from another version of the site, are left out: such a game
    is set aside anyway.
    """
    answers = stored_changes(game, number)
    return [
        ChangedRule(
            point.question,
            point.answers.get(answers[field], answers[field]),
            point.answers[edition_answer(game.rules, field)],
        )
        for field, point in RULE_POINTS.items()
        if answers.get(field, "") not in ("", edition_answer(game.rules, field))
    ]


def coming_rules(game: Game, number: int) -> list[ChangedRule]:
    """The changes that apply only to phases after the one with this number, with their answers."""
    now, later = stored_changes(game, number), stored_changes(game)
    found = []
    for field, point in RULE_POINTS.items():
        usual = edition_answer(game.rules, field)
        before, after = now.get(field) or usual, later.get(field) or usual
        if before != after:
            texts = (point.answers.get(answer, answer) for answer in (after, before))
            found.append(ChangedRule(point.question, *texts))
    return found
