"""Users, and the names that are held for them."""

import datetime as dt
from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Self

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import clock, time_zones
from accounts.names import spelling
from accounts.passwords import folding


def check_time_zone(name: str) -> None:
    """Refuse a name that the IANA time zone database does not know."""
    if name not in time_zones.names():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Choose one from the list, such as Europe/Madrid."),
            params={"name": name},
        )


def active_now(prefix: str = "", *, now: dt.datetime | None = None) -> Q:
    """The condition that a person is not suspended at this moment, nor their account closed.

    A suspension with an end is over at that moment, whatever `is_active` says in the row.
    `prefix` leads to the person, such as “person__”. Compiled queries give the moment as `now`.
    """
    over = {f"{prefix}suspended_until__lte": now or clock.now(), f"{prefix}closed_at": None}
    return Q(**{f"{prefix}is_active": True}) | Q(**over)


class Bot(models.TextChoices):
    """Programs that play; `games.bots.programs` has a module for each."""

    NOVICE = "novice", _("Novice")
    CONSUL = "consul", _("Consul")


class UserManager(BaseUserManager["User"]):
    """Creates users from an e-mail address, a public name and a password."""

    def not_closed(self) -> models.QuerySet["User"]:
        return self.filter(closed_at=None)

    def not_closing(self) -> models.QuerySet["User"]:
        """The people whose accounts are neither closed nor about to be (`account_closing`)."""
        return self.filter(closed_at=None, closing_at=None)

    def bots(self) -> models.QuerySet["User"]:
        """The accounts with which bots play. Compare the condition of their index."""
        return self.exclude(bot="")

    def active(self) -> models.QuerySet["User"]:
        """The people who may sign in: their accounts are neither closed nor suspended."""
        return self.not_closed().filter(active_now())

    def taking_part(self, *, now: dt.datetime | None = None) -> models.QuerySet["User"]:
        """The people to whom the site is open: active, and not about to be closed."""
        return self.not_closing().filter(active_now(now=now))

    def lock_taking_part(self, pk: int) -> bool:
        """Lock a person's row; return False if the site is no longer open to them.

        So their account is not closed before the transaction ends. With `no_key`, rows that refer
        to the person can be written meanwhile: two games that begin with the same people would
        deadlock otherwise.
        """
        locked = self.taking_part().select_for_update(no_key=True)
        return locked.filter(pk=pk).exists()

    def confirmed(self) -> models.QuerySet["User"]:
        """People with open accounts, without newcomers and bots.

        A newcomer has not confirmed an address yet. Nobody can find them: whether their name is
        that of a new account or one that is held (`taken_names`) remains unknown.
        """
        from allauth.account.models import EmailAddress  # it needs this module's models

        addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
        return (
            self.not_closing()
            .filter(bot="")
            .exclude(
                Exists(addresses.filter(verified=False)), ~Exists(addresses.filter(verified=True))
            )
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
    """A person: signs in by e-mail, is shown by `name`. Or a bot, with which nobody signs in.

    Closing an account scrubs name, e-mail and sign-in, sets `closed_at`, and keeps the row: the
    history of games refers to it. `closing_at` is when a requested closing takes effect (see
    `account_closing`).
    """

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(
        _("email address"),
        unique=True,
        error_messages={"unique": _("Someone already uses this email address.")},
    )
    name = models.CharField(
        _("name"),
        max_length=spelling.MAX_LENGTH,
        help_text=_("The name others know you by. Everyone can see it."),
    )
    # See `spelling.comparison_key`. SQLite's LOWER() knows ASCII only.
    name_key = models.CharField(max_length=spelling.KEY_LENGTH, unique=True, editable=False)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    language = models.CharField(_("language"), max_length=8, default="en")
    # Empty: follows the language of the pages.
    notation = models.CharField(_("order notation"), max_length=8, blank=True, default="")
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
    bot = models.CharField(
        max_length=20,
        choices=Bot,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The program that plays with this account. Empty: a person.",
    )
    suspended_until = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When a suspension ends by itself. Empty for one that has to be lifted.",
    )

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
            models.UniqueConstraint(fields=["bot"], condition=~Q(bot=""), name="one_account_a_bot"),
            models.CheckConstraint(
                condition=Q(bot="") | Q(is_active=False), name="nobody_signs_in_as_a_bot"
            ),
        ]

    def __str__(self) -> str:
        if self.bot:
            return gettext("%(name)s (bot)") % {"name": self.get_bot_display()}
        return gettext("closed account") if self.closed_at else self.name

    @classmethod
    def from_db(
        cls,
        db: str | None,
        field_names: Collection[str],
        values: Collection[Any],
        **options: Any,
    ) -> Self:
        """Read a person; a suspension whose end has come does not count, as in `active_now`."""
        person = super().from_db(db, field_names, values, **options)
        if {"is_active", "suspended_until", "closed_at"} <= set(field_names):
            until = person.suspended_until
            if until is not None and until <= clock.now() and person.closed_at is None:
                person.is_active = True
        return person

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


class HeldName(models.Model):
    """A name that only `person` can choose (see `taken_names`)."""

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="held_names")
    name_key = models.CharField(max_length=spelling.KEY_LENGTH, unique=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"name held for {self.person_id}"
