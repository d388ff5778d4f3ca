"""The forms to import a game with its history: first the file, then what is left to decide."""

import io
import uuid
from collections.abc import Iterator
from typing import IO, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import spelling

from ... import wording
from ...archive import reading
from ...archive.importing import CheckedGame
from ...lifecycle.paces import PACES
from ...models import Game, GameSettings
from ...seats import people
from ...state import variants
from ...wording import settings as settings_wording
from .terms import ChoiceLabel

LONGEST_TEXT = 500_000  # characters; a request may have 2.5 MB


class UploadForm(forms.Form):
    """A game as a file, or as a pasted text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "An archive of Entente (ZIP), or a game of webDiplomacy or of the Python package "
            "diplomacy (JSON)."
        ),
        widget=forms.FileInput(attrs={"accept": ".zip,.json,.txt,.jsonl"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the text"),
        required=False,
        max_length=LONGEST_TEXT,
        strip=False,
        help_text=gettext_lazy("For example the orders of each phase, as they stand in a forum."),
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )

    def __init__(self, *args: Any, is_too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_too_large = is_too_large
        for field in self.fields.values():
            field.always_answered = True  # type: ignore[attr-defined]  # one of the two is

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.is_too_large:
            self.add_error("file", str(reading.too_large(reading.LARGEST_UPLOAD)))
        elif bool(data.get("file")) == bool((data.get("text") or "").strip()):
            self.add_error(None, _("Choose a file or paste a text, not both."))
        return data

    @property
    def source(self) -> tuple[IO[bytes], int]:
        """The content, and its length in bytes."""
        if file := self.cleaned_data.get("file"):
            return file, file.size
        content = self.cleaned_data["text"].encode()
        return io.BytesIO(content), len(content)


class ImportForm(forms.Form):
    """The title and visibility of a previewed game and, while it runs, how it goes on here.

    A running game has its deadlines, whether its master enters orders, and people to be invited.
    After `is_valid`, `players` are the people named, by power.
    """

    title = forms.CharField(label=gettext_lazy("Title"), max_length=80)
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("You can set other deadlines in the game settings later."),
    )
    orders_by_master = Game._meta.get_field("orders_by_master").formfield()
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can see it"), choices=Game.Visibility.choices
    )
    key = forms.CharField(widget=forms.HiddenInput, max_length=32)
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(self, master: User, checked: CheckedGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.master, self.checked = master, checked
        self.players: dict[str, User] = {}
        self.setup = variants.setup_of(Game(setup=checked.record.game["setup"]))
        self.fields["title"].initial = checked.record.title
        self.fields["visibility"].initial = checked.record.terms["visibility"]
        self.fields["key"].initial = checked.key
        position = checked.positions[checked.record.last_phase.number]
        self.neutral = variants.unplayed(self.setup, position)
        if checked.record.is_finished:
            del self.fields["pace"], self.fields["orders_by_master"]
        else:
            pace = self.fields["pace"]
            assert isinstance(pace, forms.ChoiceField)
            pace.always_answered = True  # type: ignore[attr-defined]
            pace.choices = list(self._paces())
            self.fields["orders_by_master"].initial = checked.record.terms["orders_by_master"]
            for power in self.setup.powers:
                if power not in self.neutral:
                    self.fields[power] = _player_field(power)

    def _paces(self) -> Iterator[tuple[str, str]]:
        """The paces of correspondence, after the deadlines that the game had."""
        last = GameSettings(**self.checked.record.settings[-1].columns)
        yield "", _deadlines(last)
        for pace in PACES.values():
            if "live_minutes" not in pace.deadlines:
                note = _deadlines(pace.settings(self._zone))
                yield pace.name, ChoiceLabel.with_note(pace.title, note)

    @property
    def _zone(self) -> str:
        zone: str = self.checked.record.settings[-1].columns["zone"]
        return zone or timezone.get_current_timezone_name()

    @property
    def chosen_deadlines(self) -> GameSettings | None:
        """Settings with the deadlines of the chosen pace, not stored; None to keep the game's."""
        pace = PACES.get(self.cleaned_data.get("pace", ""))
        return pace.settings(self._zone) if pace else None

    def clean_title(self) -> str:
        return spelling.clean_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        named = {power: data[power] for power in self.setup.powers if data.get(power)}
        self.players, errors = people.players_named(
            named, self.master, self.setup.players, neutral=self.neutral
        )
        for error in errors:
            self.add_error(None, f"{error.line}: {error.message}")
        return data

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[power] for power in self.setup.powers if power in self.fields]


def _deadlines(settings: GameSettings) -> str:
    return " ".join(settings_wording.deadlines(settings))


def _player_field(power: str) -> forms.CharField:
    return forms.CharField(
        label=wording.power(power),
        required=False,
        max_length=spelling.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
