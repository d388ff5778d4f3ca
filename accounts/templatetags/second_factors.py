"""Filter that tells whether the site demands a second factor that a person lacks."""

from django import template

from accounts.second_factors import demand

register = template.Library()
register.filter("misses_second_factor", demand.is_missing)
