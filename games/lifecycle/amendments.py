"""Amendments of what was agreed when a game was opened: its house rules and single rules.

They apply to the phases that open from then on. Orders of the open phase were given under the
present rules and are resolved by them; resolved phases keep their results. Set-up, edition and
winning conditions are not amended: positions and plans of the whole game rest on them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..core import audit
from ..core.errors import Refused
from ..models import AmendedRule, Amendment, Event, Game, Phase, RuleChange, Vote
from ..notifications import notify
from ..state import editions


@dataclass(frozen=True)
class ProposedRules:
    """A proposed amendment: the whole text, and pairs of answers, before and after, by field."""

    house_rules: str
    rules: Mapping[str, tuple[str, str]]


def change_to(game: Game, house_rules: str, answers: Mapping[str, str]) -> ProposedRules:
    """The change from what is agreed to a text and answers; an empty answer is the edition's.

    Raises `Refused` if nothing differs, `ValueError` for an unknown field or answer.
    """
    text = house_rules.replace("\r\n", "\n").strip()
    editions.changes_from(game.rules, answers)  # refuses unknown ones
    agreed = editions.stored_changes(game)
    rules = {}
    for field, answer in answers.items():
        usual = editions.edition_answer(game.rules, field)
        before, after = agreed.get(field) or usual, answer or usual
        if before != after:
            rules[field] = (before, after)
    if not rules and text == _normalized(game.house_rules):
        raise Refused(_("Change the text or an individual rule first."))
    return ProposedRules(text, rules)


def _normalized(text: str) -> str:
    """A text as forms send it, with the line ends and without the margins of the site's own."""
    return text.replace("\r\n", "\n").strip()


def store(vote: Vote, change: ProposedRules, *, game: Game) -> Amendment:
    """Store what an open vote proposes."""
    amendment = Amendment.objects.create(
        vote=vote,
        house_rules=change.house_rules,
        house_rules_before=_normalized(game.house_rules),
    )
    AmendedRule.objects.bulk_create(
        AmendedRule(amendment=amendment, field=field, before=before, value=after)
        for field, (before, after) in change.rules.items()
    )
    return amendment


def apply(amendment: Amendment, phase: Phase) -> None:
    """Put an accepted amendment in force from the phase after the locked `phase` on."""
    game, since = phase.game, phase.number + 1
    amendment.since = since
    amendment.save(update_fields=["since"])
    if amendment.house_rules != amendment.house_rules_before:
        game.house_rules, game.house_rules_since = amendment.house_rules, since
        game.save(update_fields=["house_rules", "house_rules_since"])
    RuleChange.objects.bulk_create(
        RuleChange(game=game, field=rule.field, value=rule.value, since=since)
        for rule in amendment.rules.all()
    )
    event = audit.log(Event.Kind.AMENDED, game=game, phase=phase, vote=amendment.vote)
    notify.notify_event(event)


def is_coming(phase: Phase) -> bool:
    """Whether an amendment was accepted in an open phase, and applies from the next one on."""
    accepted = Amendment.objects.filter(vote__phase__game=phase.game_id)
    return accepted.filter(since__gt=phase.number).exists()


def house_rules_in(phase: Phase) -> str:
    """The house rules that count in a phase: the present ones, or those before an amendment."""
    game = phase.game
    if game.house_rules_since is None or game.house_rules_since <= phase.number:
        return game.house_rules
    later = Amendment.objects.filter(vote__phase__game=game, since__gt=phase.number)
    first = later.order_by("since", "pk").first()
    return first.house_rules_before if first else game.house_rules
