"""Forms for messages, recipients, proposals and complaints."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import spelling

from ... import wording
from ...models import Seat
from ...models.press import LONGEST_REMARK, LONGEST_TITLE
from ...press import rules


class AnyTextField(forms.CharField):
    """A text exactly as it was typed; `sending` cleans and checks it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)
        self.validators.clear()  # a NUL is dropped in `sending`, not refused


class MessageForm(forms.Form):
    """A message. `request_key` is made with the page, so that a double click sends one message.

    `writers` are the values and names of the seats as which the person may write. If there is only
    one, the field is hidden, but still sent: if the person's seats have changed since the page was
    shown, the message is refused instead of being signed by another seat. `draft_version` is the
    state of the stored draft with which the form began.
    """

    seat = forms.ChoiceField(
        label=_("Sender"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose the power that sends the message."),
            "invalid_choice": _("Nothing was sent: you can no longer write as this power."),
        },
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        error_messages={"required": _("Give the thread a title.")},
    )
    text = AnyTextField(
        label=_("Your message"),
        widget=forms.Textarea(attrs={"rows": 7}),
        error_messages={"required": _("Write something first.")},
    )
    unsigned = forms.BooleanField(
        label=_("Unsigned: nobody ever learns which power wrote it"), required=False
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    draft_version = AnyTextField(
        # Otherwise a browser may put an old version into the form when the page is loaded again.
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
        required=False,
    )

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
        return spelling.clean_title(self.cleaned_data["title"])


class MemberProposalForm(forms.Form):
    """A proposal to add a power to a thread: the power, what it may read, and a message to it.

    `held` are the seats of the person, `others` those that can be added.
    """

    seat = forms.ChoiceField(label=_("Proposing power"), widget=forms.RadioSelect)
    newcomer = forms.ChoiceField(label=_("Power to add"), widget=forms.RadioSelect)
    past = forms.ChoiceField(
        label=_("Messages the new power can read"),
        widget=forms.RadioSelect,
        choices=[
            ("from_then", _("Only messages sent from then on")),
            ("all", _("All messages in this thread")),
        ],
        initial="from_then",
    )
    text = AnyTextField(
        label=_("First message the new power reads (once everyone accepts)"),
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
    """The recipients of a new thread. A person with several seats also chooses the writer."""

    writer = forms.ChoiceField(label=_("Sender"), widget=forms.RadioSelect)
    to = forms.MultipleChoiceField(
        label=_("Recipients"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one power.")},
    )
    titled = forms.BooleanField(label=_("New thread with its own title"), required=False)

    def __init__(self, held: list[Seat], seats: list[Seat], *args: Any, **kwargs: Any) -> None:
        """Build the form.

        `held` are the seats of the person, `seats` all seats of the game.
        """
        super().__init__(*args, **kwargs)
        writer, to = self.fields["writer"], self.fields["to"]
        assert isinstance(writer, forms.ChoiceField)
        assert isinstance(to, forms.ChoiceField)
        own = {seat.hand for seat in held}
        others = [seat for seat in seats if seat.hand not in own]
        writer.choices = [(seat.power, wording.power(seat.power)) for seat in held]
        to.choices = [(seat.power, wording.power(seat.power)) for seat in others]
        if len(held) == 1:
            writer.widget = forms.HiddenInput()
            writer.initial = held[0].power

    def clean_to(self) -> list[str]:
        to = set(self.cleaned_data["to"]) - {self.cleaned_data.get("writer")}
        if not to:
            raise forms.ValidationError(_("Choose at least one other power."))
        if len(to) >= rules.MOST_READERS:
            raise forms.ValidationError(rules.thread_is_full())
        return sorted(to)

    @property
    def powers(self) -> set[str]:
        """All powers of the chosen thread."""
        return {self.cleaned_data["writer"], *self.cleaned_data["to"]}


class ComplaintForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason for the report"),
        max_length=LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class RemarkForm(forms.Form):
    remark = forms.CharField(
        label=_("Action taken"),
        help_text=_("Kept with the report. Nobody is notified."),
        max_length=LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
