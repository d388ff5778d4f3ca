"""Writing a letter, and choosing to whom."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names

from .. import wording
from ..models import Seat
from ..models.letter import LONGEST_TITLE


class AnyTextField(forms.CharField):
    """Takes what was typed as it is; `sending` tidies it, and says what is wrong with it."""

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
    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        error_messages={"required": _("Give the thread a title.")},
    )
    text = AnyTextField(
        label=_("Your letter"),
        widget=forms.Textarea(attrs={"rows": 7}),
        error_messages={"required": _("Write something first.")},
    )
    unsigned = forms.BooleanField(
        label=_("Leave it unsigned: nobody is ever told which power wrote it"), required=False
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(
        self,
        writers: list[tuple[str, str]],
        *args: Any,
        may_be_unsigned: bool = False,
        titled: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not may_be_unsigned:
            del self.fields["unsigned"]
        if not titled:
            del self.fields["title"]
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        seat.choices = writers
        if len(writers) == 1:
            seat.required = False
            seat.widget = forms.HiddenInput()
            seat.initial = writers[0][0]

    def clean_title(self) -> str:
        title = names.tidy(self.cleaned_data["title"])
        names.check_visible(title)
        return title


class ExtensionForm(forms.Form):
    """Whom to let into a thread, what of it they read, and the letter that they read first."""

    seat = forms.ChoiceField(label=_("Who proposes it?"), widget=forms.RadioSelect)
    newcomer = forms.ChoiceField(label=_("Whom to add?"), widget=forms.RadioSelect)
    past = forms.ChoiceField(
        label=_("What do they read?"),
        widget=forms.RadioSelect,
        choices=[
            ("from_then", _("What is written from then on")),
            ("all", _("All that was written in this thread")),
        ],
        initial="from_then",
    )
    text = AnyTextField(
        label=_("The letter that they read first, when all have agreed"),
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write something first.")},
    )

    def __init__(self, held: list[Seat], others: list[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, seats in (("seat", held), ("newcomer", others)):
            chosen = self.fields[name]
            assert isinstance(chosen, forms.ChoiceField)
            chosen.choices = [(seat.power, wording.power(seat.power)) for seat in seats]
        if len(held) == 1:
            self.fields["seat"].widget = forms.HiddenInput()
            self.fields["seat"].initial = held[0].power


class CircleForm(forms.Form):
    """To whom to write: any of the other powers. Who holds several says as which of them."""

    writer = forms.ChoiceField(label=_("Who writes?"), widget=forms.RadioSelect)
    to = forms.MultipleChoiceField(
        label=_("To whom?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one power.")},
    )
    titled = forms.BooleanField(label=_("A new thread with a title of its own"), required=False)

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
