"""Filter that tells whether the site demands a second factor that a person lacks."""

from django import template

from accounts import second_factors

register = template.Library()
register.filter("misses_second_factor", second_factors.is_missing)
