"""The filters of the list of games, as the question of an address gives them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from ... import wording
from ...lifecycle.filtered_games import GameFilter, ListedPace, ListedStatus, ListOrder
from ...state import variants
from ...wording.settings import PRESS_NAMES

_ANY = ("", pgettext_lazy("any choice in a filter", "Any"))
_NAMES = (("shown", gettext_lazy("Names shown")), ("hidden", gettext_lazy("Names hidden")))
_MASTERS = (
    ("yes", gettext_lazy("With a game master")),
    ("no", gettext_lazy("Without a game master")),
)


class FilterField(forms.ChoiceField):
    """A choice that may stay empty. A value that it does not offer counts as empty.

    Such a value comes from a mistyped or outdated address, which must still show a list.
    """

    def __init__(self, *, choices: Any, **options: Any) -> None:
        super().__init__(choices=choices, required=False, **options)
        self.always_answered = True  # no "(optional)" beside its label

    def clean(self, value: Any) -> str:
        return str(value) if value and self.valid_value(value) else ""


@dataclass(frozen=True)
class SetFilter:
    """A filter that is set: its words, and the question of the address without it."""

    words: str
    without: str


def _setups() -> list[tuple[Any, Any]]:
    return [_ANY, *((name, wording.setup_name(name)) for name in variants.offered_setups())]


def _most_centers() -> int:
    """All centers but one of the largest board: no power that owns them all plays on."""
    return variants.most_centers() - 1


class GameFilterForm(forms.Form):
    """Filters and order of the list of games. Whatever the address says, it gives a filter."""

    status = FilterField(
        label=gettext_lazy("Status"),
        choices=[("", pgettext_lazy("games", "All")), *ListedStatus.choices],
    )
    seats = FilterField(
        label=gettext_lazy("Seats"), choices=[_ANY, ("free", gettext_lazy("Free seats"))]
    )
    pace = FilterField(label=gettext_lazy("Pace"), choices=[_ANY, *ListedPace.choices])
    language = FilterField(
        label=pgettext_lazy("of a game", "Language"), choices=[_ANY, *settings.LANGUAGES]
    )
    sort = FilterField(label=gettext_lazy("Sort"), choices=ListOrder.choices, initial="newest")
    setup = FilterField(label=gettext_lazy("Set-up"), choices=_setups)
    press = FilterField(
        label=pgettext_lazy("diplomacy", "Press"), choices=[_ANY, *PRESS_NAMES.items()]
    )
    names = FilterField(label=gettext_lazy("Players’ names"), choices=[_ANY, *_NAMES])
    master = FilterField(label=gettext_lazy("Game master"), choices=[_ANY, *_MASTERS])
    centers = forms.IntegerField(
        label=gettext_lazy("More centers than"),
        required=False,
        min_value=0,
        max_value=_most_centers(),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            format_lazy(gettext_lazy("Enter a number from 0 to {most}."), most=_most_centers()),
        ),
    )

    more_fields: Final = ("setup", "press", "names", "master", "centers")

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="filter-%s")
        self.fields["centers"].always_answered = True  # type: ignore[attr-defined]
        self.is_valid()

    @cached_property
    def values(self) -> dict[str, str]:
        """The filters that are set and understood, with the order unless it is the first one."""
        found = {
            name: str(self.cleaned_data[name])
            for name in self.fields
            if self.cleaned_data.get(name) not in ("", None)
        }
        if found.get("sort") == ListOrder.NEWEST:
            del found["sort"]
        return found

    def wanted(self) -> GameFilter:
        """The filter in the terms of the site."""
        value = self.values.get
        flags = {"hidden": True, "shown": False, "yes": True, "no": False}
        return GameFilter(
            status=value("status", ""),
            free_seats="seats" in self.values,
            pace=value("pace", ""),
            language=value("language", ""),
            setup=value("setup", ""),
            press=value("press", ""),
            anonymous=flags.get(value("names", "")),
            mastered=flags.get(value("master", "")),
            more_centers_than=self.cleaned_data.get("centers"),
            order=value("sort", ListOrder.NEWEST),
        )

    @property
    def is_narrowed(self) -> bool:
        return bool(self.values.keys() - {"sort"})

    @property
    def shows_more(self) -> bool:
        """Whether one of the rarer filters is set or wrong."""
        return any(name in self.values or name in self.errors for name in self.more_fields)

    def question(self, *left_out: str) -> str:
        """The question of the address, without some of its filters and without a page."""
        kept = {name: value for name, value in self.values.items() if name not in left_out}
        return urlencode(kept)

    def set_filters(self) -> Sequence[SetFilter]:
        return [
            SetFilter(self._words(name, value), self.question(name))
            for name, value in self.values.items()
            if name != "sort"
        ]

    def status_links(self) -> list[tuple[str, str, bool]]:
        """Label and question of each status, and whether it is the chosen one."""
        chosen, rest = self.values.get("status", ""), self.question("status")
        return [
            (
                str(label),
                "&".join(filter(None, (rest, urlencode({"status": value}) if value else ""))),
                value == chosen,
            )
            for value, label in self.fields["status"].choices  # type: ignore[attr-defined]
        ]

    def _words(self, name: str, value: str) -> str:
        if name == "centers":
            return ngettext(
                "A power with more than %(count)d center",
                "A power with more than %(count)d centers",
                int(value),
            ) % {"count": int(value)}
        labels: dict[str, Any] = dict(self.fields[name].choices)  # type: ignore[attr-defined]
        words = str(labels[value])
        if name in ("setup", "language", "pace"):
            return f"{self[name].label}: {words}"
        return words
