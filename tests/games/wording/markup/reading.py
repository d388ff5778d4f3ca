"""A reader of rendered messages: their visible text, and everything a page must not contain."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "hr", "img"}
TAGS = {
    "a", "bdi", "blockquote", "br", "code", "details", "em", "h2", "h3", "h4", "h5", "hr", "img",
    "li", "ol", "p", "pre", "s", "span", "strong", "summary", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "a": {"href", "dir", "rel", "class"},
    "blockquote": {"class"},
    "details": {"class"},
    "img": {"src", "alt", "width", "height", "loading"},
    "ol": {"start"},
    "p": {"class"},
    "span": {"class", "dir", "data-provinces", "data-arrow"},
}
CLASSES = {
    "markup-author", "markup-host", "markup-map", "markup-place", "markup-quote", "markup-spoiler",
}  # fmt: skip
PROVINCES = re.compile(r"[A-Z]{3}( [A-Z]{3})*")
ADDRESS = re.compile(
    r"https?://[a-z0-9_.-]+(:\d+)?([/?#][!-~]*)?|mailto:[\w.+-]+@[\w.-]+", re.ASCII
)
OURS = re.compile(r"/(games|sandbox)/[!-~]*")
DEEPEST = 60
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass
class Page(HTMLParser):
    """The result of reading a message.

    `text` is the visible text with line breaks, `values` the values of all attributes, `trouble` a
    description of each thing that is not allowed.
    """

    text: str = ""
    values: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.trouble.append(f"<{tag}>")
        if tag == "a" and "a" in self.open:
            self.trouble.append("a link in a link")
        if ("class", "markup-place") in attrs and {"a", "code", "summary"} & {*self.open}:
            self.trouble.append("a place where none is marked")
        for name, value in attrs:
            self._attribute(tag, name, value or "")
        if tag == "a" and dict(attrs).get("rel") != "nofollow noreferrer":
            self.trouble.append("a link without rel")
        if tag == "br":
            self.text += "\n"
        if tag not in VOID:
            self.open.append(tag)
        if len(self.open) > DEEPEST:
            self.trouble.append("too deep")

    def _attribute(self, tag: str, name: str, value: str) -> None:
        self.values.append(value)
        fine = {
            "href": bool(ADDRESS.fullmatch(value) or OURS.fullmatch(value)),
            "src": bool(OURS.fullmatch(value)),
            "class": value in {*CLASSES, ""},
            "dir": value in {"auto", "ltr"},
            "start": value.isdecimal(),
            "width": value.isdecimal(),
            "height": value.isdecimal(),
            "loading": value == "lazy",
            "data-provinces": bool(PROVINCES.fullmatch(value)),
            "data-arrow": bool(PROVINCES.fullmatch(value)),
        }
        if name not in ATTRIBUTES.get(tag, ()) or not fine.get(name, True):
            self.trouble.append(f"{tag} {name}={value!r}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.trouble.append(f"</{tag}> closes another")
        if tag == "p":
            self.text += "\n\n"

    def handle_data(self, data: str) -> None:
        self.text += data
        if TURNING.search(data):
            self.trouble.append("turns the text around")

    def handle_comment(self, data: str) -> None:
        self.trouble.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.trouble.append(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.trouble.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.trouble.append(f"<![{data}]>")


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    if page.open:
        page.trouble.append(f"open: {page.open}")
    return page
