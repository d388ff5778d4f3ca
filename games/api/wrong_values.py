"""Sentences that say which values a field takes, for the errors that pydantic finds."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_QUOTED = re.compile("'([^']*)'")  # as pydantic lists the values of a literal

TYPES = {
    "string": gettext_lazy("It must be a text."),
    "int": gettext_lazy("It must be a whole number."),
    "bool": gettext_lazy("It must be true or false."),
    "list": gettext_lazy("It must be a list."),
    "dict": gettext_lazy("It must be an object."),
    "model": gettext_lazy("It must be an object."),
    "date": gettext_lazy("It must be a date such as 2027-12-24."),
    "moment": gettext_lazy("It must be a time with its zone, such as 2027-03-01T18:00:00Z."),
}
"""By the beginning of the names of errors, such as `int_type` and `int_parsing`."""
LIMITS = {
    "greater_than_equal": ("ge", gettext_lazy("It must be at least %(limit)s.")),
    "less_than_equal": ("le", gettext_lazy("It can be at most %(limit)s.")),
    "string_too_long": ("max_length", gettext_lazy("It can have at most %(limit)s characters.")),
    "string_too_short": ("min_length", gettext_lazy("It can’t be empty.")),
    "too_short": ("min_length", gettext_lazy("It can’t be empty.")),
    "too_long": ("max_length", gettext_lazy("It can have at most %(limit)s entries.")),
    "string_pattern_mismatch": ("pattern", gettext_lazy("It must match %(limit)s.")),
    "literal_error": ("expected", gettext_lazy("Possible: %(values)s.")),
}
"""By the names of errors: the part of the context that has the limit, and the sentence."""


def expected(error: Mapping[str, Any]) -> str:
    """Say which values the field of an error takes; empty if its kind is not known here."""
    kind = error["type"]
    if kind in LIMITS:
        name, text = LIMITS[kind]
        limit = error.get("ctx", {}).get(name, "")
        return str(text) % {"limit": limit, "values": among(_QUOTED.findall(str(limit)))}
    if kind == "value_error":  # of a validator of ours, whose error names the kind of value
        return str(TYPES.get(str(error.get("ctx", {}).get("error", "")), ""))
    return str(TYPES.get(kind.partition("_")[0], ""))


def among(values: Iterable[str]) -> str:
    """The codes that a field takes, for a sentence in any language."""
    return ", ".join(_("“%(value)s”") % {"value": value} for value in values)


def possible(values: Iterable[str]) -> str:
    """Say which codes a field takes."""
    return _("Possible: %(values)s.") % {"values": among(values)}
