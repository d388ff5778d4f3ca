"""Users and what belongs to them: sessions, names, suspensions, devices, mails, own data."""

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import clock, time_zones
from accounts.devices import device_names
from accounts.names import spelling
from accounts.passwords import folding

if TYPE_CHECKING:
    from accounts.sessions.store import SessionStore

LONGEST_REASON = 500
LONGEST_SUBJECT = 200


def check_time_zone(name: str) -> None:
    """Refuse a name that the IANA time zone database does not know."""
    if name not in time_zones.names():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Choose one from the list, such as Europe/Madrid."),
            params={"name": name},
        )


class UserManager(BaseUserManager["User"]):
    """Creates users from an e-mail address, a public name and a password."""

    def not_closed(self) -> models.QuerySet["User"]:
        return self.filter(closed_at=None)

    def not_closing(self) -> models.QuerySet["User"]:
        """The people whose accounts are neither closed nor about to be (`account_closing`)."""
        return self.filter(closed_at=None, closing_at=None)

    def active(self) -> models.QuerySet["User"]:
        """The people who may sign in: their accounts are neither closed nor suspended."""
        return self.filter(closed_at=None, is_active=True)

    def taking_part(self) -> models.QuerySet["User"]:
        """The people to whom the site is open: active, and not about to be closed."""
        return self.not_closing().filter(is_active=True)

    def confirmed(self) -> models.QuerySet["User"]:
        """People with open accounts, without newcomers.

        A newcomer has not confirmed an address yet. Nobody can find them: whether their name is
        that of a new account or one that is held (`taken_names`) remains unknown.
        """
        from allauth.account.models import EmailAddress  # it needs this module's models

        addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
        return self.not_closing().exclude(
            Exists(addresses.filter(verified=False)), ~Exists(addresses.filter(verified=True))
        )

    def create_user(
        self, email: str, name: str, password: str | None = None, **fields: object
    ) -> "User":
        if not email or not name:
            raise ValueError("a person needs an e-mail address and a name")
        user = self.model(email=self.normalize_email(email).lower(), name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, name: str, password: str | None = None, **fields: object
    ) -> "User":
        """Create an administrator, whose address counts as confirmed.

        The operator has typed it: the first sign-in must not wait for a mail.
        """
        from allauth.account.models import EmailAddress  # it needs this module's models

        fields = {"is_staff": True, "is_superuser": True, **fields}
        with transaction.atomic(using=self._db):
            user = self.create_user(email, name, password, **fields)
            addresses = EmailAddress.objects.using(self._db)
            addresses.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractUser):
    """A person: signs in by e-mail, is shown by `name`.

    Closing an account scrubs name, e-mail and sign-in, sets `closed_at`, and keeps the row: the
    history of games refers to it. `closing_at` is when a requested closing takes effect (see
    `account_closing`).
    """

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("Someone already uses this e-mail address.")},
    )
    name = models.CharField(
        _("name"),
        max_length=spelling.MAX_LENGTH,
        help_text=_("What the others at the table call you. Everyone can read it."),
    )
    # See `spelling.comparison_key`. SQLite's LOWER() knows ASCII only.
    name_key = models.CharField(max_length=spelling.KEY_LENGTH, unique=True, editable=False)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    language = models.CharField(_("language"), max_length=8, default="en")
    # Empty: follows the language of the pages.
    notation = models.CharField(_("notation of orders"), max_length=8, blank=True, default="")
    pattern_fills = models.BooleanField(_("patterns on the map"), default=False)
    takes_invitations = models.BooleanField(
        _("invitations to seats"), default=True, db_default=True
    )
    feed_key = models.CharField(  # noqa: DJ001 - NULL until they ask for one
        max_length=32,
        null=True,
        unique=True,
        editable=False,
        help_text="In the addresses by which programs read calendars and news as this person.",
    )
    # Of the last terms that they accepted (see `terms`): a digest of the texts.
    terms_version = models.CharField(  # noqa: DJ001 - NULL until they accept some
        max_length=32, null=True, blank=True, editable=False
    )
    terms_accepted_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    closing_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes = [
            # accounts.account_closing.close_due
            models.Index(
                fields=["closing_at"],
                condition=Q(closing_at__isnull=False),
                name="accounts_closing",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(closing_at=None),
                name="closed_account_is_not_closing",
            ),
        ]

    def __str__(self) -> str:
        return gettext("closed account") if self.closed_at else self.name

    @property
    def is_leaving(self) -> bool:
        """Whether the account is closed or about to be."""
        return self.closed_at is not None or self.closing_at is not None

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        self.name_key = spelling.comparison_key(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(update_fields=update_fields, **options)

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(raw_password and folding.normalize(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password, however its characters are encoded.

        The stored form alone is compared: a second comparison would take longer, and so tell
        strangers that there is such an account.
        """
        return super().check_password(raw_password and folding.normalize(raw_password))

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the value that a session must know: it changes with password and address.

        Django's has the password alone. So a new address ends all sessions but that which
        confirmed it, as a new password does.
        """
        salt = "accounts.models.User.get_session_auth_hash"
        value = f"{self.password}\n{self.email}"
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class SessionQuerySet(models.QuerySet["Session"]):
    def alive(self) -> "SessionQuerySet":
        return self.exclude(self._over())

    def expired(self) -> "SessionQuerySet":
        return self.filter(self._over())

    def _over(self) -> Q:
        """Condition for a session that was unused for too long or is too old."""
        now = clock.now()
        unused = Q(used_at__lte=now - settings.SESSION_IDLE_LIMIT)
        return unused | Q(started_at__lte=now - settings.SESSION_LIMIT)


class Session(AbstractBaseSession):
    """A browser's session: its data, and what its person is shown of it (see `session_store`).

    Without a person it belongs to a visitor, for example to one who has given a password and still
    has to confirm an address. `used_at` is accurate to the hour. No address is stored.
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


class HeldName(models.Model):
    """A name that only `person` can choose (see `taken_names`)."""

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="held_names")
    name_key = models.CharField(max_length=spelling.KEY_LENGTH, unique=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"name held for {self.person_id}"


class Suspension(models.Model):
    """A record that an administrator suspended a person or lifted the suspension (`lifted`).

    Append-only by a database trigger (see `games.core.audit`). Whether somebody is suspended at
    present stands in `User.is_active`.
    """

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="suspensions")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    lifted = models.BooleanField(default=False)
    reason = models.CharField(max_length=LONGEST_REASON)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(person=F("by")), name="nobody_suspends_themselves"),
        ]

    def __str__(self) -> str:
        return f"suspension {self.pk} of {self.person_id}"


class AddressChange(models.Model):
    """A change of a person's e-mail address that can still be undone (see `address_changes`)."""

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="address_changes")
    old_email = models.EmailField()
    new_email = models.EmailField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["at"], name="accounts_changes_by_age")]

    def __str__(self) -> str:
        return f"change {self.pk} of {self.person_id}"


class DataExport(models.Model):
    """The ZIP of a person's own data that they have asked for (see `data_export`).

    `prepare_at` is when to prepare it or to try again, null when nothing is left to do. Without
    `ready_at` it was given up then. `content` is in the database, because web processes and workers
    may run on different machines that share nothing else.
    """

    person = models.OneToOneField(User, on_delete=models.PROTECT, related_name="data_export")
    asked_at = models.DateTimeField()
    prepare_at = models.DateTimeField(null=True, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    content = models.BinaryField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ready_at=None, content=None)
                | Q(ready_at__isnull=False, content__isnull=False, prepare_at=None),
                name="data_export_is_ready_with_its_content",
            ),
        ]

    def __str__(self) -> str:
        return f"data of {self.person_id}"


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


class AccountMail(models.Model):
    """A mail about an account that waits to be sent: the part of the outbox with texts.

    A mail about a game is written when it is sent, from rows. This one may hold a link that was
    made for one request, so that its text is stored, but no longer than needed: the row is deleted
    once it was sent or given up. A row without an address is deleted unsent (`account_mails`).
    `games.notifications.mail.account_mails` sends them, by the rule of its `leases`.
    """

    to = models.EmailField(blank=True)
    subject = models.CharField(max_length=LONGEST_SUBJECT, blank=True)
    text = models.TextField(blank=True)
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True, db_index=True)  # when to send it, or to try again
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"account mail {self.pk}"
