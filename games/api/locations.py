"""`Location`: the address of what a request has created."""

from urllib.parse import quote

from django.http import HttpResponse

PREFIX = "/api/v1/"
HEADER = {
    "description": "The address of what was created; that of a message is its thread’s.",
    "schema": {"type": "string", "format": "uri-reference"},
}


def locate(response: HttpResponse, *parts: str) -> None:
    """Tell the address of what was created, whose `parts` follow that of the API."""
    response.headers["Location"] = PREFIX + "/".join(quote(part, safe="") for part in parts)
