"""Sessions, and the traces of the browsers and networks in which people used them."""

import datetime as dt
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.devices import device_names

from .user import User

if TYPE_CHECKING:
    from accounts.sessions.store import SessionStore


class SessionQuerySet(models.QuerySet["Session"]):
    def alive(self) -> "SessionQuerySet":
        return self.exclude(over(**limits()))

    def expired(self) -> "SessionQuerySet":
        return self.filter(over(**limits()))


def over(*, unused_since: dt.datetime, started: dt.datetime) -> Q:
    """Condition for a session that was unused for too long or is too old: see `limits`."""
    return Q(used_at__lte=unused_since) | Q(started_at__lte=started)


def limits() -> dict[str, dt.datetime]:
    """The times since when a session that is over now was unused, or had started."""
    now = clock.now()
    return {
        "unused_since": now - settings.SESSION_IDLE_LIMIT,
        "started": now - settings.SESSION_LIMIT,
    }


class Session(AbstractBaseSession):
    """A session: its data, and what its person is shown of it (see `accounts.sessions.store`).

    Without a person it belongs to a visitor, for example to one who has given a password and still
    has to confirm an address. `used_at` is written once an hour. No address is stored.
    """

    person = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    started_at = models.DateTimeField()
    used_at = models.DateTimeField()

    objects: ClassVar[Any] = SessionQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["started_at"]

    def __str__(self) -> str:
        return f"session of {self.person_id}"  # its key would let anybody in

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        from accounts.sessions.store import SessionStore  # it needs this module's models

        return SessionStore

    @property
    def handle(self) -> str:
        """A name for the session on pages, from which its key cannot be computed."""
        return salted_hmac(
            "accounts.models.Session.handle", self.pk, algorithm="sha256"
        ).hexdigest()

    @property
    def device(self) -> str:
        return device_names.name(self.browser, self.system)

    def ends_at(self) -> dt.datetime:
        """The time at which it ends, unless it is used before."""
        return min(
            self.used_at + settings.SESSION_IDLE_LIMIT, self.started_at + settings.SESSION_LIMIT
        )


class TraceKind(models.TextChoices):
    BROWSER = "browser", _("browser")
    NETWORK = "network", _("network")


class Trace(models.Model):
    """A person's use of one browser or network.

    `mark` is a keyed hash: equal marks mean the same browser or network, and nothing else can be
    learnt from it (see `device_traces`).
    """

    Kind: TypeAlias = TraceKind

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="traces")
    kind = models.CharField(max_length=8, choices=Kind)
    mark = models.CharField(max_length=64)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["mark"], name="accounts_traces_by_mark"),
            models.Index(fields=["last_at"], name="accounts_traces_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "mark"], name="one_trace_a_person_and_place"
            ),
            models.CheckConstraint(condition=Q(kind__in=TraceKind.values), name="trace_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"
