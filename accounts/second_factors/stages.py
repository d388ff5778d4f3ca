"""The step of signing in that asks for the second factor."""

from allauth.mfa.stages import AuthenticateStage
from django.http import HttpRequest

from accounts.second_factors import demand


class SecondFactorStage(AuthenticateStage):  # type: ignore[misc]
    def is_resumable(self, request: HttpRequest) -> bool:
        """Whether the page of signing in leads back to this step.

        Allauth's own step says yes even if the second factor was removed meanwhile. Each of the two
        pages would then lead to the other.
        """
        return demand.has_second_factor(self.login.user)
