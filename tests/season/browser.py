"""A browser without scripts: it fetches pages, follows their links and sends their forms.

A form is sent as the page has it, with what its user fills in. Nothing can be sent that the page
does not offer: no unknown field, no value that is not among its choices.
"""

import http.cookiejar
import re
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin
from uuid import uuid4

Value = str | bool | Sequence[str] | tuple[str, bytes]
"""Content of a field: a text or choice, whether a box is ticked, several choices, or a file."""
NOT_SHOWN = ("script", "style", "template", "head")


@dataclass
class Field:
    """A field of a form. `value` is what the page sends; None if it sends nothing.

    `choices` maps the values that can be chosen to the texts that the page shows for them.
    """

    name: str
    kind: str
    value: str | None
    key: str
    label: str = ""
    choices: dict[str, str] = field(default_factory=dict)


@dataclass
class Button:
    label: str
    name: str
    value: str
    action: str


@dataclass
class Form:
    """A form of a page. `action` is empty for the page's own address."""

    method: str
    action: str
    key: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def filled_in(self, button: Button, values: Mapping[str, Value]) -> list[tuple[str, Value]]:
        """Return the names and values that a browser sends when the button is pressed.

        `values` are by the names of fields, or by their labels.
        """
        named = self._by_name(values)
        sent: list[tuple[str, Value]] = []
        for each in self.fields:
            given = named.get(each.name)
            value = each.value if given is None else _chosen(each, given)
            if value is not None:
                sent.append((each.name, value))
        names = {name for name, _value in sent}
        for name, given in named.items():
            assert name in names or given is False, f"{name}: “{given!r}” is not offered"
        return [*sent, *([(button.name, button.value)] if button.name else [])]

    def _by_name(self, values: Mapping[str, Value]) -> dict[str, Value]:
        named: dict[str, Value] = {}
        for key, value in values.items():
            found = [each for each in self.fields if key in (each.name, each.label)]
            assert found, f"no field “{key}”, but {[each.name for each in self.fields]}"
            chosen = found[0].kind == "radio" and key != found[0].name
            named[found[0].name] = next(iter(found[0].choices)) if chosen else value
        return named


def _chosen(offered: Field, given: Value) -> Value | None:
    """Return what a field sends if `given` is chosen in it, by value or by the text shown."""
    if not offered.choices:
        return given
    if offered.kind in ("checkbox", "radio"):
        [value] = offered.choices
        if isinstance(given, bool):
            return value if given else None
        return value if value in ([given] if isinstance(given, str) else given) else None
    for value, text in offered.choices.items():
        if given in (value, text):
            return value
    raise AssertionError(f"{offered.name}: “{given!r}” is not among {offered.choices}")


class _Reader(HTMLParser):
    """Reads links, forms and the text that a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.lines: list[str] = []
        self._hidden = 0
        self._form: Form | None = None
        self._label: list[str] | None = None
        self._href = ""
        self._button: Button | None = None
        self._select: Field | None = None
        self._labels: dict[str, str] = {}
        self._labelled: tuple[str, list[str]] | None = None
        self._text: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag in NOT_SHOWN:
            self._hidden += 1
        elif tag == "form":
            self._form = Form(has.get("method", "get"), has.get("action", ""), has.get("id", ""))
            self.forms.append(self._form)
        elif tag == "a" and "href" in has:
            self._href, self._label = has["href"], []
        elif tag == "button" and has.get("type", "submit") == "submit" and "disabled" not in has:
            self._button = Button(
                "", has.get("name", ""), has.get("value", ""), has.get("formaction", "")
            )
            self._of(has, self._button)
            self._label = []
        elif tag in ("input", "select", "textarea"):
            self._field(tag, has)
        elif tag == "label":
            self._labelled = has.get("for", ""), []
        elif tag == "option" and self._select is not None:
            value = has.get("value", "")
            if "selected" in has or not self._select.choices:
                self._select.value = value
            self._select.choices[value] = ""
        elif tag in ("p", "li", "tr", "h1", "h2", "h3", "h4", "div", "section", "dt", "dd", "br"):
            self.lines.append("")

    def _field(self, tag: str, has: dict[str, str]) -> None:
        kind = has.get("type", "text") if tag == "input" else tag
        key = has.get("id") or f"{self.getpos()}"
        made = Field(has.get("name", ""), kind, has.get("value", ""), key)
        if self._labelled is not None and not self._labelled[0]:  # the label is around it
            self._labelled = made.key, self._labelled[1]
        if kind in ("checkbox", "radio"):
            made.choices = {has.get("value", "on"): ""}
            made.value = has.get("value", "on") if "checked" in has else None
        elif kind == "file":
            made.value = None
        if made.name and "disabled" not in has:
            self._of(has, made)
        if tag == "select":
            self._select = made
        elif tag == "textarea":
            self._text = made

    def _of(self, has: dict[str, str], part: Field | Button) -> None:
        """Add a field or a button to its form: the one around it, or the one that it names."""
        form = self._form
        if "form" in has:
            form = next((each for each in self.forms if each.key == has["form"]), form)
        if form is not None:
            (form.fields if isinstance(part, Field) else form.buttons).append(part)  # type: ignore[arg-type]

    def handle_endtag(self, tag: str) -> None:
        if tag in NOT_SHOWN:
            self._hidden -= 1
        elif tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "label" and self._labelled is not None:
            key, words = self._labelled
            self._labels[key] = " ".join("".join(words).split())
            self._labelled = None
        elif tag == "textarea":
            if self._text is not None and self._text.value:
                self._text.value = self._text.value.removeprefix("\n")
            self._text = None
        elif tag == "a" and self._label is not None and self._button is None:
            self.links.append((" ".join("".join(self._label).split()), self._href))
            self._label = None
        elif tag == "button" and self._button is not None:
            self._button.label = " ".join("".join(self._label or []).split())
            self._button = self._label = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.value = (self._text.value or "") + data
        elif self._select is not None:
            if self._select.choices:
                value = list(self._select.choices)[-1]
                self._select.choices[value] = (self._select.choices[value] + data).strip()
        elif not self._hidden:
            if self._labelled is not None:
                self._labelled[1].append(data)
            if self._label is not None:
                self._label.append(data)
            self.lines[-1:] = [self.lines[-1] + data] if self.lines else [data]

    def close(self) -> None:
        super().close()
        for form in self.forms:
            for each in form.fields:
                each.label = self._labels.get(each.key, "")


class Page:
    """A page as it was fetched: `text` is what it shows, line by line."""

    def __init__(self, url: str, status: int, content: bytes, kind: str) -> None:
        self.url, self.status, self.content = url, status, content
        self.html = content.decode() if kind.startswith("text/html") else ""
        reader = _Reader()
        reader.feed(self.html)
        reader.close()
        self.forms, self.links = reader.forms, reader.links
        lines = (" ".join(line.split()) for line in reader.lines)
        self.text = "\n".join(line for line in lines if line)

    @property
    def heading(self) -> str:
        found = re.search(r"<h1[^>]*>(.*?)</h1>", self.html, re.DOTALL)
        assert found, self
        return " ".join(unescape(found[1]).split())

    def has_link(self, label: str) -> bool:
        return any(text == label for text, _href in self.links)

    def has_button(self, label: str) -> bool:
        return any(button.label == label for form in self.forms for button in form.buttons)

    def __str__(self) -> str:
        return f"{self.url} ({self.status})\n{self.text}"

    def form_with(self, label: str, *, to: str = "") -> tuple[Form, Button]:
        """Return the form that has a button with this label, and the button."""
        found = [
            (form, button)
            for form in self.forms
            for button in form.buttons
            if button.label == label and to in (button.action or form.action)
        ]
        offered = sorted({button.label for form in self.forms for button in form.buttons})
        assert found, f"{self.url} has no button “{label}”, but {offered}\n{self.text}"
        assert len(found) == 1, f"{self.url} has several buttons “{label}”"
        return found[0]

    def link(self, label: str) -> str:
        found = [href for text, href in self.links if text == label]
        offered = sorted({text for text, _href in self.links})
        assert found, f"{self.url} has no link “{label}”, but {offered}"
        return found[0]


class Browser:
    """A browser that keeps its cookies and the page that it shows."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.page = Page(url, 0, b"", "")
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
        )

    def open(self, path: str) -> Page:
        """Show the page at a path or an address of the site."""
        return self._ask(urllib.request.Request(urljoin(self.page.url, path)))

    def follow(self, label: str) -> Page:
        """Follow the link with this text."""
        return self.open(self.page.link(label))

    def press(
        self,
        label: str,
        fields: Mapping[str, Value] | None = None,
        *,
        to: str = "",
        status: int = 200,
        **named: Value,
    ) -> Page:
        """Press a button of the page, after filling in its form.

        `fields` are by label, `named` by name. With `to`, the button is the one whose form goes to
        an address with this part. `status` is that of the answer, after redirects.
        """
        form, button = self.page.form_with(label, to=to)
        sent = form.filled_in(button, {**(fields or {}), **named})
        url = urljoin(self.page.url, button.action or form.action or self.page.url)
        if form.method.lower() == "get":
            return self._ask(urllib.request.Request(f"{url}?{urlencode(sent)}"))
        files = any(isinstance(value, tuple) for _name, value in sent)
        kind, body = _multipart(sent) if files else (URLENCODED, urlencode(sent).encode())
        headers = {"Content-Type": kind, "Referer": self.page.url, "Origin": self.url}
        return self._ask(urllib.request.Request(url, body, headers), status=status)

    def _ask(self, request: urllib.request.Request, *, status: int = 200) -> Page:
        try:
            answer = self._opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            kind = answer.headers.get("Content-Type", "")
            self.page = Page(answer.url, answer.status, answer.read(), kind)
        assert self.page.status == status, f"{request.full_url}: {self.page}"
        return self.page


URLENCODED = "application/x-www-form-urlencoded"


def _multipart(sent: Sequence[tuple[str, Value]]) -> tuple[str, bytes]:
    """Return the type and the body of a form with a file."""
    boundary = uuid4().hex
    parts = []
    for name, value in sent:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if isinstance(value, tuple):
            filename, content = value
            head += f'; filename="{filename}"\r\nContent-Type: application/octet-stream'
            parts.append(head.encode() + b"\r\n\r\n" + content + b"\r\n")
        else:
            parts.append(f"{head}\r\n\r\n{value}\r\n".encode())
    return f"multipart/form-data; boundary={boundary}", b"".join(parts) + (
        f"--{boundary}--\r\n".encode()
    )
