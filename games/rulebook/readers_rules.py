"""The rules as they count for a reader: those of an edition, or of a game with its changes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from adjudicator import DEFAULT_RULES

from ..models import Game, Phase
from ..state import editions
from ..state.edition_texts import EDITIONS, RULE_POINTS, LazyText
from ..state.editions import ChangedRule
from .points import point_table

# The table may be followed by a note, which stays: it is made again with the table.
POINT: Final = re.compile(
    r'<div class="rules-point" data-point="(\w+)"><table.*?</table>(?:<p.*?</p>)?</div>', re.DOTALL
)


@dataclass(frozen=True)
class ReadersRules:
    """An edition, or the rules of `game`, which has an edition with `changes`."""

    edition: str
    game: Game | None = None
    changes: Mapping[str, str] = field(default_factory=dict)

    @property
    def query(self) -> str:
        """The end of an address that keeps these rules."""
        return f"?{urlencode(self.parameters)}"

    @property
    def parameters(self) -> dict[str, str]:
        return {"game": self.game.slug} if self.game else {"edition": self.edition}

    @property
    def edition_name(self) -> LazyText:
        return Game.Edition(self.edition).label

    @property
    def sentence(self) -> LazyText:
        """A sentence about the edition."""
        return EDITIONS[self.edition]

    @property
    def differences(self) -> list[ChangedRule]:
        """The points on which the edition differs from the usual one."""
        usual = DEFAULT_RULES.name
        return [
            ChangedRule(point.question, point.answers[answer], point.answers[usual_answer])
            for name, point in RULE_POINTS.items()
            if (answer := editions.edition_answer(self.edition, name))
            != (usual_answer := editions.edition_answer(usual, name))
        ]

    @property
    def changed_rules(self) -> list[ChangedRule]:
        """The points on which the game departs from its edition."""
        return editions.changed_rules(self.game, _number(self.game)) if self.game else []

    def answer(self, name: str) -> str:
        """The answer that counts for a field of the rules."""
        return self.changes.get(name) or editions.edition_answer(self.edition, name)

    def put_first(self, html: str) -> SafeString:
        """A part of a chapter with the reader's answers first, and links that keep these rules."""
        reader = _("this game") if self.game else _("your edition")
        html = POINT.sub(lambda found: point_table(found[1], self.answer(found[1]), reader), html)
        link = re.compile(rf'(href="{reverse("games:rules")}[^"#?]*)(?=["#])')
        kept = link.sub(lambda found: f"{found[1]}{self.query}", html)
        return mark_safe(kept)  # noqa: S308 - a part of a chapter


def rules_of_game(game: Game) -> ReadersRules:
    """The rules that count in a game now."""
    return ReadersRules(game.rules, game, editions.stored_changes(game, _number(game)))


def _number(game: Game) -> int | None:
    """The number of the newest phase of a game; None before its beginning."""
    newest: Phase | None = game.phases.not_superseded().order_by("number").last()
    return newest.number if newest else None
