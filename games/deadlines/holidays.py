"""Public holidays by country, from the `holidays` package."""

import datetime as dt
import re
from functools import lru_cache


@lru_cache(maxsize=1)
def countries() -> frozenset[str]:
    """The countries whose holidays are known, as two-letter codes of ISO 3166."""
    import holidays

    return frozenset(code for code in holidays.list_supported_countries() if len(code) == 2)


@lru_cache(maxsize=1)
def names() -> dict[str, str]:
    """The countries whose holidays are known, by code: their English names, in order of these.

    The package knows them as names of classes, `BosniaAndHerzegovina`.
    """
    from holidays.registry import COUNTRIES

    apart = r"(?<=[a-z])(?<!Mc)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    words = {code: re.split(apart, name) for name, code, *_others in COUNTRIES.values()}
    small = {"And", "The", "Da"}
    named = (
        (" ".join(word.lower() if word in small else word for word in found), code)
        for code, found in words.items()
        if code in countries()
    )
    return {code: name for name, code in sorted(named)}


@lru_cache(maxsize=256)
def of(country: str, year: int) -> frozenset[dt.date]:
    """The public holidays of a country in a year; none of a country that is not known."""
    import holidays

    try:
        return frozenset(holidays.country_holidays(country, years=year))
    except NotImplementedError:
        return frozenset()
