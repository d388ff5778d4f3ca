"""Django's and allauth's backends, which find the person of each request by a compiled query."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend

from accounts.compiled_queries import CompiledQuery
from accounts.models import User

_PERSON = CompiledQuery(lambda pk: User._default_manager.filter(pk=pk).order_by(), pk=int)


class NameBackend(ModelBackend):
    """Signs in by name and password, in the administration too."""

    def get_user(self, user_id: int) -> User | None:
        """Return the person of a session, if the account may be used."""
        person: User | None = _PERSON.first(pk=user_id)
        return person if self.user_can_authenticate(person) else None


class AccountBackend(NameBackend, AuthenticationBackend):  # type: ignore[misc]  # untyped
    """Signs in by name or address and password."""
