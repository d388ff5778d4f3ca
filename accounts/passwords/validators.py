"""Password validators in addition to Django's, for AUTH_PASSWORD_VALIDATORS."""

import re

from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    UserAttributeSimilarityValidator,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.passwords import breached, context_words, known

LONGEST = 256  # characters; sign-in has no limit, so older passwords stay valid


class LengthValidator(MinimumLengthValidator):
    """Django's minimum length, and a maximum.

    The maximum is an error and no `maxlength` of the field: a browser would cut off without a word
    what a password manager pastes.
    """

    def validate(self, password: str, user: object = None) -> None:
        super().validate(password)
        if len(password) > LONGEST:
            text = ngettext(
                "This password is too long. Use at most %d character.",
                "This password is too long. Use at most %d characters.",
                LONGEST,
            )
            raise ValidationError(text % LONGEST, code="password_too_long")


class SimilarityValidator(UserAttributeSimilarityValidator):
    """Django's comparison with the person's name and address."""

    def __init__(self) -> None:
        super().__init__(user_attributes=("name", "email"))

    def get_error_message(self) -> str:
        return gettext(
            "This password is too similar to your %(verbose_name)s. Choose one that "
            "isn’t based on it."
        )


class ContextValidator:
    """Refuses passwords that are little but words of the site and its game, or the person's."""

    def __init__(self, min_length: int = 8) -> None:
        self.min_length = min_length

    def validate(self, password: str, user: User | None = None) -> None:
        if all(self._is_enough(rest) for rest in context_words.remainders(password, user)):
            return
        text = ngettext(
            "This password is easy to guess: it’s mostly the site’s name, Diplomacy, a "
            "power, a city or your own name. Add at least %d other character.",
            "This password is easy to guess: it’s mostly the site’s name, Diplomacy, a "
            "power, a city or your own name. Add at least %d other characters.",
            self.min_length,
        )
        raise ValidationError(text % self.min_length, code="password_of_context_words")

    def _is_enough(self, rest: str) -> bool:
        rest = re.sub(r"(.)\1+", r"\1", rest.strip())  # a repeated character adds little
        return len(rest) >= self.min_length and not known.is_known(rest)

    def get_help_text(self) -> str:
        return gettext("Don’t use anything that’s easy to guess on this site.")


class KnownValidator:
    """Refuses the passwords of the list in the repository."""

    def validate(self, password: str, user: object = None) -> None:
        if known.is_known(password):
            text = gettext(
                "This password is on lists of known passwords. Choose another, such as "
                "four unrelated words."
            )
            raise ValidationError(text, code="password_too_common")

    def get_help_text(self) -> str:
        return gettext("Don’t use a widely known password.")


class BreachedValidator:
    """Refuses passwords that a service of breached passwords knows."""

    def __init__(self, url: str = breached.URL, seconds: float = breached.SECONDS) -> None:
        self.url, self.seconds = url, seconds

    def validate(self, password: str, user: object = None) -> None:
        if breached.is_breached(password, url=self.url, seconds=self.seconds):
            text = gettext(
                "This password was leaked from another site. Choose another, and change "
                "it everywhere you use it."
            )
            raise ValidationError(text, code="password_breached")

    def get_help_text(self) -> str:
        return gettext("Don’t use a password leaked from another site.")
