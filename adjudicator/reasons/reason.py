"""Reasons for how orders end: a stable code with parameters, its sentence, the rule behind it.

The same catalogue serves errors, so that a site can translate all of it. Parameters are texts:
units (``A PAR``), provinces (``PAR``), powers, numbers, and lists of units (``A PAR, A MAR``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.reasons.input_sentences import FAULTS, REFUSALS, SECTIONS, gettext_noop
from adjudicator.reasons.result_sentences import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

THEN = "then"
"""The parameter that holds the code of a second sentence, and the prefix of its parameters."""

_AS_WRITTEN = frozenset({"text", "word", "order"})
"""Parameters that hold text written by a person, in which no names are replaced."""
_STRENGTHS = ("strength", "against")
_UNITS = frozenset(
    {"by", "opposed_by", "with", "fleets", "lost", "left_out"}
    | {f"{side}_{list_}" for side in _STRENGTHS for list_ in ("with", "cut")}
)
"""Parameters that hold one unit or a list of several, read as “A PAR, A MAR and A BUR”."""

_WITH = gettext_noop("%(strength)s (with %(units)s)")
_CUT = gettext_noop("%(strength)s (support cut: %(cut)s)")
_WITH_AND_CUT = gettext_noop("%(strength)s (with %(units)s; support cut: %(cut)s)")
_AND = gettext_noop("%(others)s and %(last)s")
_RULE = gettext_noop("rule %(number)s")
_SECTION = gettext_noop("rulebook: %(section)s")


class Reason(NamedTuple):
    """Reason for the outcome of an order: a stable code with parameters.

    >>> cut = Reason("support_cut", {"by": "A MUN"})
    >>> str(cut), cut.rule
    ('The support was cut by an attack from A MUN.', '13')

    If there are two reasons, the second is joined to the first.

    >>> lost = {"by": "A MUN", "strength": "2", "strength_with": "A RUH", "against": "1"}
    >>> both = cut.and_then(Reason("dislodged_by", lost))
    >>> both.params["then"], both.params["then_by"]
    ('dislodged_by', 'A MUN')
    >>> str(both)[45:]
    'The unit was dislodged by A MUN: strength 2 (with A RUH) against 1.'
    """

    code: str
    params: Mapping[str, str] = {}

    @property
    def rule(self) -> str:
        """The rule behind the reason (see `rule_behind`)."""
        return rule_behind(self.code, self.params)

    def and_then(self, other: Reason) -> Reason:
        """Return this reason, and what follows it already, followed by another one."""
        second = _second(self.params)
        if second is not None:
            other = second.and_then(other)
        more = {f"{THEN}_{name}": value for name, value in other.params.items()}
        return Reason(self.code, {**self.params, THEN: other.code, **more})

    def __str__(self) -> str:
        return explain(self.code, self.params)


def _unchanged(text: str) -> str:
    return text


def explain(
    code: str,
    params: Mapping[str, str],
    *,
    translate: Callable[[str], str] = _unchanged,
    name: Callable[[str], str] = _unchanged,
) -> str:
    """Return the sentence of a code and those that follow it, by default English with codes.

    `translate` is called with each template, `name` with each item of a parameter except text
    written by a person. Several units are joined with “and”. Raises `KeyError` for an unknown code
    or a missing parameter.

    >>> met = {"province": "BUR", "strength": "2", "against": "2", "opposed_by": "A BUR"}
    >>> explain("bounced_off_strength", met | {"strength_with": "A MAR", "against_cut": "A PIC"})
    'It bounced off A BUR: strength 2 (with A MAR) against 2 (support cut: A PIC).'
    >>> explain("support_cut", {"by": "A MUN, A RUH, F BEL"})
    'The support was cut by an attack from A MUN, A RUH and F BEL.'
    """
    named = {key: _named(key, value, translate, name) for key, value in params.items()}
    for side in _STRENGTHS:
        if side in named:
            named[side] = _strength(named, side, translate)
    sentence = translate(MESSAGES[code]) % named
    second = _second(params)
    if second is None:
        return sentence
    return f"{sentence} {explain(*second, translate=translate, name=name)}"


def _named(
    key: str, value: str, translate: Callable[[str], str], name: Callable[[str], str]
) -> str:
    """A parameter with the names of its items, joined as its sentence reads them."""
    if key in _AS_WRITTEN:
        return value
    items = [name(item) for item in value.split(", ")]
    if key not in _UNITS or len(items) == 1:
        return ", ".join(items)
    return translate(_AND) % {"others": ", ".join(items[:-1]), "last": items[-1]}


def _strength(params: Mapping[str, str], side: str, translate: Callable[[str], str]) -> str:
    """A strength with its supporters and cut supports, if any."""
    units, cut = params.get(f"{side}_with"), params.get(f"{side}_cut")
    parts = {"strength": params[side], "units": units, "cut": cut}
    if units and cut:
        return translate(_WITH_AND_CUT) % parts
    if units or cut:
        return translate(_WITH if units else _CUT) % parts
    return params[side]


def _second(params: Mapping[str, str]) -> Reason | None:
    """The second reason, if there is one."""
    if THEN not in params:
        return None
    begin = f"{THEN}_"
    rest = {key.removeprefix(begin): text for key, text in params.items() if key.startswith(begin)}
    return Reason(params[THEN], rest)


def rule_behind(code: str, params: Mapping[str, str]) -> str:
    """Return the rule behind a reason; an empty text for faults of an input, which have none.

    It is a number of the rulebook's list of 22 (edition of 2000), a key of `SECTIONS` where that
    list is silent, or an issue of the DATC. For two sentences it is the first rule that is not a
    section, otherwise that of the first sentence.

    >>> rule_behind("support_cut_by_dislodgement", {})
    '14'
    >>> rule_behind("disbanded", {})
    'retreats'
    """
    rule = _RULES.get(code, "")
    second = _second(params)
    if second is not None and rule in SECTIONS and second.rule not in SECTIONS:
        return second.rule
    return rule


def cite(rule: str, translate: Callable[[str], str] = _unchanged) -> str:
    """Return the name of a rule for a reader.

    >>> [cite("13"), cite("retreats"), cite("DATC 4.A.2")]
    ['rule 13', 'rulebook: Retreats and disbanding', 'DATC 4.A.2']
    """
    if rule in SECTIONS:
        return translate(_SECTION) % {"section": translate(SECTIONS[rule])}
    return translate(_RULE) % {"number": rule} if rule.isdecimal() else rule


_TOLD = {**REFUSALS, **VERDICTS}
_RULES = {code: rule for code, (rule, _) in _TOLD.items()}

MESSAGES: Mapping[str, str] = {**FAULTS, **{code: text for code, (_, text) in _TOLD.items()}}
"""Every code and its English template with ``%(name)s`` placeholders."""

UNEVENTFUL = frozenset(
    {
        "holds",
        "move_succeeds",
        "convoyed",
        "retreat_succeeds",
        "disbanded",
        "built",
        "waived",
        "removed",
    }
)
"""Codes that say only that an order was carried out as given."""
