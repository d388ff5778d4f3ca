"""Pages of a private line: it travels in the bodies of forms, and no request's address holds it.

A script keeps it behind the “#” of the browser's own address, which is never sent.
"""

import hashlib
from typing import Any

from django.urls import reverse

from .... import access, wording
from ....sandbox import address
from ....sandbox.line import Line
from ....sandbox.order_text import given_as_text
from ...forms.sandbox_private import Origin
from ..history import HistorySteps, Step
from .line import Go


def made_private(
    context: dict[str, Any],
    line: Line,
    number: int | None,
    origin: Origin,
    viewer: access.Viewer,
) -> dict[str, Any]:
    """Context of a page of a line for a private line; `number` is that of the results shown.

    Its steps have in `url` the value of the field `show`, which is sent with the line.
    """
    steps: HistorySteps = context["steps"]
    values = [*(str(each) for each in range(1, steps.last_index + 1)), ""]
    names = (step.name for step in steps.steps)
    buttons = [Step(value, name) for value, name in zip(values, names, strict=True)]
    return context | {
        "is_private": True,
        "origin": origin,
        "line_text": address.write(line),
        "private_key": _private_key(origin, viewer),
        "line_url": reverse("games:sandbox_private"),
        "shown_number": number,
        "steps": HistorySteps(buttons, steps.index),
    }


def _private_key(origin: Origin, viewer: access.Viewer) -> str:
    """The name under which a browser's tab keeps the lines of a person in a phase of a game."""
    text = f"{viewer.pk} {origin.slug} {origin.phase}"
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()


def sharing_page(line: Line, number: int | None, origin: Origin) -> dict[str, Any]:
    """Context of the question whether an address may hold the orders of a private line."""
    first = line.back_to(0)
    return {
        "is_private": True,
        "origin": origin,
        "line_text": address.write(line),
        "shown_number": number,
        "phase_name": wording.phase_name(first.position.phase),
        "orders": given_as_text(first),
        "back": Go(line, number),
        "more": [wording.phase_name(each.position.phase) for each in line.phases[1:]],
    }
