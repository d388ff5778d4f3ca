"""Public holidays by country, from the `holidays` package."""

import datetime as dt
from functools import lru_cache


@lru_cache(maxsize=1)
def countries() -> frozenset[str]:
    """The countries whose holidays are known, as two-letter codes of ISO 3166."""
    import holidays

    return frozenset(code for code in holidays.list_supported_countries() if len(code) == 2)


@lru_cache(maxsize=256)
def of(country: str, year: int) -> frozenset[dt.date]:
    """The public holidays of a country in a year; none of a country that is not known."""
    import holidays

    try:
        return frozenset(holidays.country_holidays(country, years=year))
    except NotImplementedError:
        return frozenset()
