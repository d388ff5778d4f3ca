"""Filters for the pages about second factors."""

from django import template

from accounts.second_factors import demand

register = template.Library()
register.filter("misses_second_factor", demand.is_missing)


@register.filter
def in_fours(secret: str) -> str:
    """Return the secret of an authenticator app in groups of four characters."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
