"""Field defaults and constraints that several models share."""

import secrets
from collections.abc import Sequence

from django.db import models
from django.db.models import Q

LONGEST_IMPORTED_NAME = 80


def one_of(field: str, choices: Sequence[str], *, name: str) -> models.CheckConstraint:
    """Constraint by which the database refuses a value of `field` outside `choices`."""
    return models.CheckConstraint(condition=Q(**{f"{field}__in": list(choices)}), name=name)


def new_key() -> str:
    """An unguessable name for a link: 32 hexadecimal digits, 128 random bits."""
    return secrets.token_hex(16)
