"""Public holidays by country, from the `holidays` package."""

import datetime as dt
import re
from functools import lru_cache
from types import ModuleType


def _library() -> ModuleType:
    """The package `holidays`, imported on first use: it is large, and few processes need it."""
    import holidays.registry

    return holidays


@lru_cache(maxsize=1)
def countries() -> frozenset[str]:
    """The two-letter codes (ISO 3166) of the countries whose holidays are known."""
    return frozenset(code for code in _library().list_supported_countries() if len(code) == 2)


@lru_cache(maxsize=1)
def country_names() -> dict[str, str]:
    """Code -> English name of each country whose holidays are known, sorted by name.

    The package has the names as names of classes, such as `BosniaAndHerzegovina`.
    """
    word_start = r"(?<=[a-z])(?<!Mc)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    words = {
        code: re.split(word_start, name)
        for name, code, *_others in _library().registry.COUNTRIES.values()
    }
    small = {"And", "The", "Da"}
    named = (
        (" ".join(word.lower() if word in small else word for word in found), code)
        for code, found in words.items()
        if code in countries()
    )
    return {code: name for name, code in sorted(named)}


@lru_cache(maxsize=256)
def public_holidays(country: str, year: int) -> frozenset[dt.date]:
    """The public holidays of a country in a year; empty for an unknown country."""
    try:
        return frozenset(_library().country_holidays(country, years=year))
    except NotImplementedError:
        return frozenset()
