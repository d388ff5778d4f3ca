"""Drafts in the list of threads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from .... import access
from ....models import Draft, Seat
from ....press import locations
from .threads import PowerLabel, ThreadLine, first_words, list_order, masters_label


def with_drafts(
    role: access.Role, lines: Sequence[ThreadLine], stored: Mapping[str, Draft], current: str = ""
) -> list[ThreadLine]:
    """Return the lines of threads with the viewer's drafts, and lines for those without a thread.

    `stored` are the drafts by location, newest first; `current` is the URL on the page.
    """
    if not stored:
        return list(lines)
    listed = {line.location for line in lines}
    first, *others = (_marked(role, line, stored) for line in lines)
    new = [draft for name, draft in stored.items() if name not in listed]
    seats = list(role.game.seats.order_by("place")) if new else []
    added = (_line(role, draft, seats, current) for draft in new)
    found = (line for line in added if line is not None)
    return [first, *sorted([*others, *found], key=list_order, reverse=True)]


def _marked(role: access.Role, line: ThreadLine, stored: Mapping[str, Draft]) -> ThreadLine:
    draft = stored.get(line.location)
    if draft is None:
        return line
    url = line.url
    if line.report and line.last is None:  # the line leads to the report, the draft to its thread
        url = locations.ThreadLocation(role.game, [], None, phase=line.report).url
    return replace(line, url=url, draft=_start(draft), drafted_at=draft.saved_at)


def _line(
    role: access.Role, draft: Draft, seats: Sequence[Seat], current: str
) -> ThreadLine | None:
    """The line of a draft for a thread in which the viewer can read nothing yet."""
    location = locations.named_location(role.game, seats, draft.location)
    if location is None:
        return None
    title = location.title
    if location.to_be_titled:
        title = draft.title or _("New thread")
    return ThreadLine(
        url=location.url,
        location=draft.location,
        title=title,
        is_notebook=location.is_notebook,
        powers=[PowerLabel(s.power) for s in location.circle if role.sat_in != {s.pk}],
        last=None,
        unread=0,
        current=location.url == current,
        masters=masters_label(role, location.circle) if location.with_masters else "",
        report=location.phase,
        draft=_start(draft),
        drafted_at=draft.saved_at,
    )


def _start(draft: Draft) -> str:
    return first_words(draft.text) or draft.title
