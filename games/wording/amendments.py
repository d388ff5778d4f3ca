"""Amendments of the house rules in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ..models import Amendment
from ..state.edition_texts import RULE_POINTS


def amendment_lines(amendment: Amendment) -> Iterator[str]:
    """Lines that say what an amendment changes, from what, to what."""
    change = _("%(what)s: %(before)s → %(after)s")
    before, after = amendment.house_rules_before, amendment.house_rules
    if before != after:
        yield change % {
            "what": _("House rules"),
            "before": before or _("none"),
            "after": after or _("none"),
        }
    for rule in amendment.rules.all():
        if point := RULE_POINTS.get(rule.field):
            yield _("%(question)s %(before)s → %(after)s") % {
                "question": point.question,
                "before": point.answers.get(rule.before, rule.before),
                "after": point.answers.get(rule.value, rule.value),
            }
