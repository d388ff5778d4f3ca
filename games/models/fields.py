"""Pieces that several tables share."""

import uuid
from collections.abc import Sequence

from django.db import models
from django.db.models import Q


def one_of(field: str, choices: Sequence[str], *, name: str) -> models.CheckConstraint:
    """The database refuses a value outside `choices`, whoever writes it."""
    return models.CheckConstraint(condition=Q(**{f"{field}__in": list(choices)}), name=name)


def new_key() -> str:
    """An unguessable name for a link: 32 hexadecimal digits."""
    return uuid.uuid4().hex
