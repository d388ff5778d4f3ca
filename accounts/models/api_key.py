"""Keys by which programs of a person use the API, and idempotency keys of their requests."""

import datetime as dt
import uuid
from typing import Self

from django.db import models
from django.db.models import Q

from accounts import clock

from .user import User

LONGEST_KEY_NAME = 60
SCOPES = ("orders", "press", "master", "account")  # what a key may do besides reading


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def usable(self, *, now: dt.datetime | None = None) -> Self:
        """The keys that were not revoked and have not ended."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=now or clock.now()), revoked_at=None)

    def over_since(self, moment: dt.datetime) -> Self:
        """The keys that were revoked or had ended before `moment`."""
        return self.filter(Q(revoked_at__lte=moment) | Q(ends_at__lte=moment))


class ApiKey(models.Model):
    """A key of a person for a program, of which only a hash is stored.

    Each key reads what its person may read; the four flags say what else it may do. `prefix` is
    the beginning of the key, by which its person recognizes it. `used_at` is written once an hour.
    """

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_keys")
    name = models.CharField(max_length=LONGEST_KEY_NAME)
    prefix = models.CharField(max_length=16, unique=True)
    digest = models.CharField(max_length=64, unique=True)
    orders = models.BooleanField(default=False)
    press = models.BooleanField(default=False)
    master = models.BooleanField(default=False)
    account = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="api_key_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"API key {self.prefix} of {self.person_id}"

    @property
    def scopes(self) -> list[str]:
        """Names of the rights of the key, as the API has them."""
        return ["read", *(name for name in SCOPES if getattr(self, name))]


class IdempotencyKey(models.Model):
    """A key with which a program created something, and a hash of what it sent.

    `key` follows from the person, the address and the key that was sent. `request_key` is that of
    what was created.
    """

    key = models.UUIDField(primary_key=True, editable=False)
    request_key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="idempotency_keys")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"Idempotency key {self.key} of {self.person_id}"
