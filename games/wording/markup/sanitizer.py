"""The second defence: only what is allowed here reaches a page, whatever the renderer wrote."""

import re

import nh3

CLASSES = {
    "a": {"markup-map"},
    "blockquote": {"markup-quote"},
    "details": {"markup-spoiler"},
    "p": {"markup-author"},
    "span": {"markup-host", "markup-place"},
}
ATTRIBUTES = {
    "a": {"href", "dir"},
    "img": {"src", "alt", "width", "height", "loading"},
    "ol": {"start"},
    "span": {"dir", "data-provinces", "data-arrow"},
}
TAGS = {
    "a", "bdi", "blockquote", "br", "code", "details", "em", "h2", "h3", "h4", "h5", "hr", "img",
    "li", "ol", "p", "pre", "s", "span", "strong", "summary", "u", "ul",
}  # fmt: skip
SCHEMES = {"http", "https", "mailto"}
STARTS = ("http://", "https://", "mailto:")
REL = "nofollow noreferrer"
_PATH = re.compile(r"/(?![/\\])[^\s\\]*")
_PROVINCES = re.compile(r"[A-Z]{3}(?: [A-Z]{3})*")


def _checked(_tag: str, attribute: str, value: str) -> str | None:
    """The value of an attribute, or None to remove it.

    Pictures come from this site alone, links lead to it or to a whole address, and attributes with
    provinces hold only codes.
    """
    if attribute.startswith("data-"):
        return value if _PROVINCES.fullmatch(value) else None
    if attribute not in {"href", "src"} or _PATH.fullmatch(value):
        return value
    return value if attribute == "href" and value.startswith(STARTS) else None


_cleaner = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    allowed_classes=CLASSES,
    attribute_filter=_checked,
    url_schemes=SCHEMES,
    link_rel=REL,
)


def clean(html: str) -> str:
    return _cleaner.clean(html)
