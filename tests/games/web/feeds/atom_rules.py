"""The rules of RFC 4287 for a feed.

Written from the RFC, because its schema may not be copied and no maintained checker works offline.
"""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# Sections 4.1.1 and 4.1.2: exactly once, at most once, any number.
ONCE = {"id", "title", "updated"}
AT_MOST_ONCE = {
    "feed": {"generator", "icon", "logo", "rights", "subtitle"},
    "entry": {"content", "published", "rights", "source", "summary"},
}
MANY = {"feed": {"entry"}, "entry": set[str]()}
MANY_IN_BOTH = {"author", "category", "contributor", "link"}


def trouble(document: bytes) -> Iterator[str]:
    """Describe each rule that a feed breaks."""
    root = ET.fromstring(document)
    if root.tag != f"{ATOM}feed":
        yield f"no feed: {root.tag}"
    yield from _whole(root, "feed")
    entries = root.findall(f"{ATOM}entry")
    for entry in entries:
        yield from _whole(entry, "entry")
        if entry.find(f"{ATOM}content") is None and not _links(entry, "alternate"):
            yield "an entry without content or link"
        if root.find(f"{ATOM}author") is None and entry.find(f"{ATOM}author") is None:
            yield "nobody wrote an entry"
    names = Counter(entry.findtext(f"{ATOM}id") for entry in entries)
    yield from (f"twice: {name}" for name, count in names.items() if count > 1)
    if not _links(root, "self"):
        yield "does not say where it is"
    for node in root.iter():
        yield from _node(node)


def _whole(node: ET.Element, kind: str) -> Iterator[str]:
    seen = Counter(child.tag.removeprefix(ATOM) for child in node)
    yield from (f"{kind}: {seen[name]} {name}" for name in ONCE if seen[name] != 1)
    yield from (f"{kind}: {seen[name]} {name}" for name in AT_MOST_ONCE[kind] if seen[name] > 1)
    unknown = seen.keys() - ONCE - AT_MOST_ONCE[kind] - MANY[kind] - MANY_IN_BOTH
    yield from (f"{kind}: what is {name}?" for name in unknown)
    alternates = Counter(
        (each.get("type"), each.get("hreflang")) for each in _links(node, "alternate")
    )
    yield from (
        f"{kind}: two alternates {which}" for which, count in alternates.items() if count > 1
    )


def _links(node: ET.Element, rel: str) -> list[ET.Element]:
    return [each for each in node.findall(f"{ATOM}link") if each.get("rel", "alternate") == rel]


def _node(node: ET.Element) -> Iterator[str]:
    name, text = node.tag.removeprefix(ATOM), node.text or ""
    if name in ("updated", "published") and not MOMENT.fullmatch(text):
        yield f"{name}: {text!r}"
    if name == "id" and not urlsplit(text).scheme:
        yield f"id: {text!r}"
    if name == "link" and not urlsplit(node.get("href", "")).scheme:
        yield f"link: {node.get('href')!r}"
    if name in ("author", "contributor") and len(node.findall(f"{ATOM}name")) != 1:
        yield f"{name} without one name"
    if name in ("title", "name") and not text.strip():
        yield f"an empty {name}"
    if name in ("title", "content", "summary") and len(node):
        yield f"{name} has elements in it"
    if name in ("title", "content", "summary") and node.get("type", "text") not in ("text", "html"):
        yield f"{name}: {node.get('type')!r}"
