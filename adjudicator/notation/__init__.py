"""Reading orders: from text to values. Canonical text is ``str(order)``."""

from adjudicator.notation.canonical import parse_order

LANGUAGES = ("en", "es", "it", "bg")
"""The languages a caller may ask for; the canonical notation, the only one, serves them all."""

__all__ = ["LANGUAGES", "parse_order"]
