"""Forms. What an order may be is not checked here but in `orders.submit`."""

import uuid
from collections.abc import Iterator
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import names, notation

from . import editions, wording
from .models import Game, Seat
from .options import Row
from .points import EDITIONS, GROUPS, POINTS, Group, Point, Words
from .widgets import ManyChoices


class GameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Makes a game. `request_key` travels with the page, so a double click makes one game."""

    role = forms.ChoiceField(
        label=_("Your part"),
        choices=[("player", _("I play")), ("master", _("I am the game master"))],
        initial="player",
        widget=forms.RadioSelect,
    )
    lobby_days = forms.IntegerField(
        label=_("Days until the lobby closes"),
        initial=14,
        help_text=_("If not all seats are taken by then, the game is called off."),
        validators=[MinValueValidator(1), MaxValueValidator(90)],
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    class Meta:
        model = Game
        fields = [
            "title",
            "setup",
            "rules",
            "visibility",
            "anonymous",
            "orders_watched_by",
            "successors_read_letters",
            "language",
            "house_rules",
        ]
        widgets = {
            "house_rules": forms.Textarea(attrs={"rows": 5}),
            "rules": forms.RadioSelect,
            "visibility": forms.RadioSelect,
            "orders_watched_by": forms.RadioSelect,
        }

    field_order = ["title", "role", "visibility", "lobby_days"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [
            (edition, _beside(name, EDITIONS[edition])) for edition, name in Game.Edition.choices
        ]
        for point in POINTS.values():
            self.fields[_name(point)] = _PointField(point)

    def groups(self) -> Iterator[tuple[Group, list[BoundField], bool]]:
        """The single points of the rules in their groups, and whether something was chosen there or
        is wrong, so that it is to be seen."""
        for group in GROUPS:
            bound = [self[_name(point)] for point in group.points]
            yield group, bound, any(each.value() or each.errors for each in bound)

    @property
    def changed(self) -> bool:
        return any(touched for _group, _bound, touched in self.groups())

    def clean_title(self) -> str:
        title = names.tidy(self.cleaned_data["title"])
        names.check_visible(title)
        return title

    def game_fields(self) -> dict[str, Any]:
        """What `lobby.create` takes, but for the conduct."""
        names = [*self.Meta.fields, "lobby_days", "request_key"]
        changes = {point.field: self.cleaned_data[_name(point)] for point in POINTS.values()}
        return {name: self.cleaned_data[name] for name in names} | {"changes": changes}


def _name(point: Point) -> str:
    return f"rule-{point.field}"


class _PointField(forms.ChoiceField):
    """A point of the rules: as the edition has it, or one of its answers. Beside each answer stand
    the editions that give it, whichever of them is chosen above."""

    def __init__(self, point: Point) -> None:
        answers = [
            (answer, _beside(words, editions.held_by(point.field, answer)))
            for answer, words in point.answers.items()
        ]
        super().__init__(
            label=point.question,
            help_text=point.note,
            choices=[("", _("As in the edition")), *answers],
            required=False,
            initial="",
            widget=forms.RadioSelect,
        )


def _beside(words: Words, more: Words) -> SafeString:
    """A choice with something smaller about it."""
    return format_html('<span>{} <small class="muted">{}</small></span>', words, more)


class JoinForm(forms.Form):
    """Accepting the house rules; without house rules there is nothing to accept."""

    accept = forms.BooleanField(label=_("I have read the house rules and accept them."))

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not game.house_rules:
            del self.fields["accept"]

    @property
    def accepted(self) -> bool:
        return bool(self.cleaned_data.get("accept", False))


class SheetForm(forms.Form):
    """A row for each unit (or build, or removal) with what it may legally be told."""

    def __init__(self, rows: list[Row], *args: Any, blank: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in rows:
            choices: list[Any] = [("", blank), *row.groups]
            sent = str(self.data.get(row.key, ""))
            if sent and not row.offers(sent):
                choices.append((sent, sent))  # refused with a reason; until then it stands there
            self.fields[row.key] = forms.CharField(
                label=row.label,
                required=False,
                initial=row.chosen,
                widget=ManyChoices(choices=choices, notes=row.notes),
            )


class TextForm(forms.Form):
    """The same orders as text, one a line. An empty text takes all orders back.

    `FIND_OUT` lets the text show its language. The notation of whoever reads the page stands first,
    by its code: what a box was filled in is what its text is read in, whatever is chosen meanwhile.
    """

    FIND_OUT = "any"

    text = forms.CharField(
        label=_("Orders, one a line"),
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "autocorrect": "off",
            }
        ),
    )
    language = forms.ChoiceField(label=_("Language of these orders"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        names = {code: name for code, name in settings.LANGUAGES if code in notation.EXAMPLES}
        own = notation.current()
        mine = _("My notation (%(language)s)") % {"language": names.pop(own)}
        language.choices = [(own, mine), *names.items(), (self.FIND_OUT, _("Find out"))]

    @property
    def block(self) -> str:
        """What was typed, as it was typed."""
        return str(self.data.get("text", ""))

    @property
    def stated(self) -> str | None:
        """The notation in which it is to be read; none if that is to be found out."""
        chosen = self.data.get("language", "")
        if chosen == self.FIND_OUT:
            return None
        return str(chosen) if chosen in notation.EXAMPLES else notation.current()


class AnyTextField(forms.CharField):
    """Takes what was typed as it is; `press` tidies it, and says what is wrong with it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)
        self.validators.clear()  # a NUL is dropped, not complained of


class LetterForm(forms.Form):
    """A letter. `request_key` travels with the page, so a double click sends one.

    `writers` are the values and names of those the person may write as. Who has no choice is not
    asked, but the page says whom it wrote as: a seat lost or taken meanwhile signs nothing.
    """

    seat = forms.ChoiceField(
        label=_("Who writes?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose which of your powers writes."),
            "invalid_choice": _("You may not write as this power any more; nothing was sent."),
        },
    )
    text = AnyTextField(
        label=_("Your letter"),
        widget=forms.Textarea(attrs={"rows": 7}),
        error_messages={"required": _("Write something first.")},
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(self, writers: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        seat.choices = writers
        if len(writers) == 1:
            seat.required = False
            seat.widget = forms.HiddenInput()
            seat.initial = writers[0][0]


class CircleForm(forms.Form):
    """To whom to write: any of the other powers. Who holds several says as which of them."""

    writer = forms.ChoiceField(label=_("Who writes?"), widget=forms.RadioSelect)
    to = forms.MultipleChoiceField(
        label=_("To whom?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one power.")},
    )

    def __init__(self, held: list[Seat], seats: list[Seat], *args: Any, **kwargs: Any) -> None:
        """`held` are the seats of the person, `seats` all of the game."""
        super().__init__(*args, **kwargs)
        writer, to = self.fields["writer"], self.fields["to"]
        assert isinstance(writer, forms.ChoiceField)
        assert isinstance(to, forms.ChoiceField)
        others = seats if len(held) > 1 else [seat for seat in seats if seat not in held]
        writer.choices = [(seat.power, wording.power(seat.power)) for seat in held]
        to.choices = [(seat.power, wording.power(seat.power)) for seat in others]
        if len(held) == 1:
            writer.widget = forms.HiddenInput()
            writer.initial = held[0].power

    def clean_to(self) -> list[str]:
        to = set(self.cleaned_data["to"]) - {self.cleaned_data.get("writer")}
        if not to:
            raise forms.ValidationError(_("Choose at least one other power."))
        return sorted(to)

    @property
    def powers(self) -> set[str]:
        """All who sit in the thread that was chosen."""
        return {self.cleaned_data["writer"], *self.cleaned_data["to"]}
