"""People who play, master and run games."""

import zoneinfo
from typing import ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


def check_time_zone(name: str) -> None:
    """Refuse a name that the IANA time zone database does not know."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Choose one from the list, such as Europe/Madrid."),
            params={"name": name},
        )


class UserManager(BaseUserManager["User"]):
    """Makes people from an e-mail address, a public name and a password."""

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
        return self.create_user(
            email, name, password, **{"is_staff": True, "is_superuser": True, **fields}
        )

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractUser):
    """A person: signs in by e-mail, is shown by `name`.

    Closing an account scrubs name, e-mail and sign-in and keeps the row (`closed_at`): games that
    were played keep their history.
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
        _("name"), max_length=40, help_text=_("What other players call you. Others can read it.")
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    language = models.CharField(_("language"), max_length=8, default="en")
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="accounts_user_name_unique",
                violation_error_message=_("Someone already uses this name. Choose another one."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name
