"""The rules of RFC 5545 for the bytes and the properties of a calendar.

Written from the RFC, because no maintained checker works offline.
"""

import re
from collections import Counter
from collections.abc import Iterator

UTC = re.compile(r"\d{8}T\d{6}Z")
# Properties of each component: exactly once, and at most once (sections 3.4 and 3.6).
ONCE = {"VCALENDAR": {"PRODID", "VERSION"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"}}
AT_MOST_ONCE = {
    "VCALENDAR": {"CALSCALE", "METHOD"},
    "VEVENT": {
        "CLASS", "CREATED", "DESCRIPTION", "GEO", "LAST-MODIFIED", "LOCATION", "ORGANIZER",
        "PRIORITY", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "URL", "RECURRENCE-ID", "RRULE",
        "DTEND", "DURATION",
    },
}  # fmt: skip
MOMENTS = {"DTSTAMP", "DTSTART", "LAST-MODIFIED", "CREATED"}
STATUSES = {"TENTATIVE", "CONFIRMED", "CANCELLED"}
TRANSPARENCIES = {"OPAQUE", "TRANSPARENT"}


def trouble(document: bytes) -> Iterator[str]:
    """Describe each rule that a calendar breaks."""
    yield from _bytes(document)
    open_now: list[tuple[str, Counter[str]]] = []
    uids: Counter[str] = Counter()
    children = 0
    for line in re.sub(r"\r\n[ \t]", "", document.decode()).split("\r\n")[:-1]:
        found = re.fullmatch(r"([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^:;]*)*):(.*)", line, re.DOTALL)
        if found is None:
            yield f"no content line: {line!r}"
            continue
        name, _parameters, value = found.groups()
        if name == "BEGIN":
            children += len(open_now) == 1
            open_now.append((value, Counter()))
        elif name == "END":
            kind, seen = open_now.pop()
            yield from _kind(kind, value, seen)
        else:
            open_now[-1][1][name] += 1
            yield from _value(name, value)
            if name == "UID":
                uids[value] += 1
    if open_now or not children:
        yield "not one whole calendar with something in it"
    yield from (f"twice: {uid}" for uid, count in uids.items() if count > 1)


def _bytes(document: bytes) -> Iterator[str]:
    if not (
        document.startswith(b"BEGIN:VCALENDAR\r\n") and document.endswith(b"END:VCALENDAR\r\n")
    ):
        yield "does not begin and end as a calendar"
    for line in document.split(b"\r\n"):
        if len(line) > 75:
            yield f"longer than 75 octets: {line!r}"
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line):
            yield f"a control character: {line!r}"


def _kind(kind: str, ended: str, seen: Counter[str]) -> Iterator[str]:
    if kind != ended:
        yield f"{kind} ended as {ended}"
    yield from (f"{kind}: {seen[name]} {name}" for name in ONCE.get(kind, ()) if seen[name] != 1)
    yield from (
        f"{kind}: {seen[name]} {name}" for name in AT_MOST_ONCE.get(kind, ()) if seen[name] > 1
    )
    if seen["DTEND"] and seen["DURATION"]:
        yield "an end and a duration"


def _value(name: str, value: str) -> Iterator[str]:
    right = {
        "VERSION": value == "2.0",
        "STATUS": value in STATUSES,
        "TRANSP": value in TRANSPARENCIES,
        "SEQUENCE": value.isdecimal(),
        "URL": re.fullmatch(r"https?://[\x21-\x7e]+", value),
        # Commas, semicolons and backslashes are escaped by a backslash.
        "SUMMARY": re.fullmatch(r"(?:[^\\,;]|\\[\\,;Nn])*", value),
        "REFRESH-INTERVAL": re.fullmatch(r"P(?:T\d+[HMS]|\d+D)", value),
    }
    if not right.get(name, True):
        yield f"{name}: {value!r}"
    if name in MOMENTS and not (UTC.fullmatch(value) or value == "19700101T000000"):
        yield f"{name} is not in UTC: {value!r}"
