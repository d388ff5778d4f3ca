"""Form widgets that are faster than Django's own."""

from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

NO_OPTIONS = SafeString("")
NO_NOTES: Mapping[str, Mapping[str, str | bool]] = MappingProxyType({})


class FastSelect(forms.Select):
    """A list with groups of choices, with the same HTML as that of `forms.Select`.

    An order form has hundreds of choices, and Django renders two templates for each: that took a
    third of the page's time. `written` are choices that `options_html` has written beforehand; they
    stand between the first one of `choices` and the others.
    """

    def __init__(self, *, written: SafeString = NO_OPTIONS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.written = written

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        first, *others = self.choices
        options = options_html([first]) + self.written + options_html(others)
        for chosen in self.format_value(value) or [""]:
            start = f'<option value="{escape(str(chosen))}"'
            options = mark_safe(options.replace(start, f"{start} selected", 1))  # noqa: S308
        return format_html(
            '<select name="{}"{}>{}</select>',
            name,
            flatatt(self.build_attrs(self.attrs, attrs)),
            options,
        )


class FastTextarea(forms.Textarea):
    """A text box with the same HTML as that of `forms.Textarea`, for which no template is read."""

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        text = self.format_value(value) or ""
        return format_html('<textarea name="{}"{}>\n{}</textarea>', name, attributes, text)


def options_html(
    choices: Iterable[Any], notes: Mapping[str, Mapping[str, str | bool]] = NO_NOTES
) -> SafeString:
    """The HTML of choices, of which none is chosen. `notes` are attributes of them, by value."""
    groups = [
        _group(heading, inside, notes)
        if isinstance(inside, list | tuple)
        else _options([(heading, inside)], notes)
        for heading, inside in choices
    ]
    return mark_safe("".join(groups))  # noqa: S308  (everything in it was escaped)


def _group(heading: str, choices: Any, notes: Mapping[str, Mapping[str, str | bool]]) -> str:
    options = _options(choices, notes)
    return f'<optgroup label="{escape(heading)}">{options}</optgroup>' if heading else options


def _options(choices: Any, notes: Mapping[str, Mapping[str, str | bool]]) -> str:
    """Written without `format_html`, which took a sixth of the page's time."""
    return "".join(
        f'<option value="{escape(str(value))}"{_attributes(notes.get(value, {}))}>'
        f"{escape(str(words))}</option>"
        for value, words in choices
    )


def _attributes(given: Mapping[str, str | bool]) -> str:
    """HTML attributes, as `flatatt` writes them: True gives a name alone, False nothing."""
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in given.items()
        if value is not False
    )
