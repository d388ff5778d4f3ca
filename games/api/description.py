"""The OpenAPI document as django-ninja makes it, with what it leaves out."""

from typing import Any

from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation


class Description(OpenAPISchema):
    """The document of an API, with the scopes that each operation needs."""

    def operation_security(self, operation: Operation) -> list[dict[str, Any]]:
        """One alternative for each scope of which a key needs one."""
        super().operation_security(operation)  # stores what a key is
        return [
            {type(auth).__name__: [scope]}
            for auth in operation.auth_callbacks
            for scope in auth.scopes  # type: ignore[attr-defined]  # of our `Key`
        ]
