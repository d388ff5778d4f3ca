"""Forms to create a game and to join one."""

import datetime as dt
import uuid
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms import BoundField
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import clock, time_zones
from accounts.names import spelling

from ... import wording
from ...lifecycle import joining_time
from ...models import Game
from ...models.endings import FEWEST_SOLO_CENTERS, LONGEST_PROVISIONAL_DAYS, MOST_STALEMATE_YEARS
from ...press import rules as press_rules
from ...state import editions, variants
from ...state.edition_texts import (
    EDITIONS,
    RULE_GROUPS,
    RULE_POINTS,
    RuleGroup,
    RulePoint,
)
from . import dates

ENDING_FIELDS = [
    "solo_centers",
    "solo_after",
    "solo_of",
    "votes_on_end",
    "draw_shared_by",
    "secret_votes",
    "votes_stand",
    "stalemate_years",
    "ends",
    "ends_after",
    "ends_on",
    "ends_with",
    "provisional_days",
]
MOST_TURNS = 200
ALLOTMENT_NOTES = {
    Game.Allotment.LOT: _("Everyone has the same chances."),
    Game.Allotment.WISHES: _(
        "Each player can rank the powers in the lobby. Nobody else can see the ranking."
    ),
    Game.Allotment.MASTER: _(
        "Only if you’re the game master. You also decide when the game begins."
    ),
}


class GameForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for a new game, a live one if `live`.

    `request_key` is made with the page, so that a double click creates one game.
    """

    role = forms.ChoiceField(
        label=_("Your role"),
        choices=[("player", _("I play")), ("master", _("I’m the game master"))],
        initial="player",
        widget=forms.RadioSelect,
    )
    lobby_days = forms.IntegerField(
        label=_("Days until the lobby closes"),
        initial=14,
        help_text=_("If not all seats are taken by then, the game is canceled."),
        validators=[MinValueValidator(1), MaxValueValidator(90)],
    )
    starts_at = dates.MomentField(label=_("Joining time"), required=False)
    setup = forms.ChoiceField(
        label=_("Set-up"),
        choices=lambda: [
            (name, _with_note(wording.setup_name(name), wording.setup_sentence(name)))
            for name in variants.offered_setups()
        ],
        initial=Game._meta.get_field("setup").default,
        widget=forms.RadioSelect,
    )
    allotment = forms.ChoiceField(
        label=_("Assignment of powers"),
        choices=lambda: [
            (method, _with_note(Game.Allotment(method).label, note))
            for method, note in ALLOTMENT_NOTES.items()
        ],
        initial=Game.Allotment.LOT,
        widget=forms.RadioSelect,
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    class Meta:
        model = Game
        fields = [
            "title",
            "setup",
            "allotment",
            "rules",
            "visibility",
            "anonymous",
            "orders_watched_by",
            "press",
            "unsigned_messages",
            "messages_open_at_end",
            "successors_read_messages",
            "language",
            *ENDING_FIELDS,
            "house_rules",
        ]
        widgets = {
            "house_rules": forms.Textarea(attrs={"rows": 5}),
            "rules": forms.RadioSelect,
            "press": forms.RadioSelect,
            "visibility": forms.RadioSelect,
            "orders_watched_by": forms.RadioSelect,
            "solo_after": forms.RadioSelect,
            "solo_of": forms.RadioSelect,
            "draw_shared_by": forms.RadioSelect,
            "ends": forms.RadioSelect,
            "ends_with": forms.RadioSelect,
            "ends_on": forms.DateInput(attrs={"type": "date"}),
            "provisional_days": forms.NumberInput(attrs={"max": LONGEST_PROVISIONAL_DAYS}),
        }

    field_order = ["title", "role", "visibility", "lobby_days", "starts_at"]

    def __init__(self, *args: Any, live: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.live = live
        moment = self.fields["starts_at"]
        moment.always_answered = True  # type: ignore[attr-defined]
        moment.help_text = gettext(
            "In your time zone, %(zone)s. The game begins then. Players who aren’t in "
            "its lobby lose their places, and others can take them for %(minutes)d "
            "minutes."
        ) % {
            "zone": time_zones.city(timezone.get_current_timezone_name()),
            "minutes": joining_time.OPEN_FOR // dt.timedelta(minutes=1),
        }
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [
            (edition, _with_note(name, EDITIONS[edition])) for edition, name in Game.Edition.choices
        ]
        for point in RULE_POINTS.values():
            self.fields[_field_name(point)] = _PointField(point)

    def groups(self) -> Iterator[tuple[RuleGroup, list[BoundField], bool]]:
        """The points of the rules in their groups, and whether each group is to be shown open.

        It is if something was chosen in it, or is wrong.
        """
        for group in RULE_GROUPS:
            bound = [self[_field_name(point)] for point in group.points]
            yield group, bound, any(each.value() or each.errors for each in bound)

    @property
    def changed(self) -> bool:
        """Whether a group is to be shown open."""
        return any(touched for _group, _bound, touched in self.groups())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._check_joining_time(data)
        if data.get("allotment") == Game.Allotment.MASTER and data.get("role") == "player":
            self.add_error(
                "allotment", _("Only a game master can assign powers. Choose another option.")
            )
        if "setup" in data:
            setup = variants.setup_of(Game(setup=data["setup"]))
            self._check_press(data, len(setup.players))
            self._check_solo(data, len(setup.board.centers))
            self._check_limit(data, setup.start.year)
        self._check_stalemate(data)
        return data

    def _check_joining_time(self, data: dict[str, Any]) -> None:
        """Check the joining time of a live game; other games have none, but days of a lobby."""
        self.errors.pop("lobby_days" if self.live else "starts_at", None)
        if not self.live:
            data["starts_at"] = None
            return
        data["lobby_days"] = 0  # its lobby closes soon after its joining time
        moment, now = data.get("starts_at"), clock.now()
        if "starts_at" not in self.errors:
            if moment is None or moment <= now:
                self.add_error("starts_at", gettext("Choose a time in the future."))
            elif moment > now + joining_time.LONGEST_AHEAD:
                message = gettext("The joining time can be at most %(days)d days from now.")
                self.add_error("starts_at", message % {"days": joining_time.LONGEST_AHEAD.days})
        if data.get("allotment") == Game.Allotment.MASTER:
            self.add_error("allotment", joining_time.no_masters_powers())

    def _check_press(self, data: dict[str, Any], people: int) -> None:
        if "press" in data and data["press"] not in press_rules.kinds_for(people):
            self.add_error("press", _too_many_readers())

    def _check_solo(self, data: dict[str, Any], most: int) -> None:
        """Check the number of centers that win against that of the board, `most`."""
        number = data.get("solo_centers")
        if number is not None and not FEWEST_SOLO_CENTERS <= number <= most:
            message = _("Enter a number from %(fewest)d to %(most)d: the board has no more.")
            limits = {"fewest": FEWEST_SOLO_CENTERS, "most": most}
            self.add_error("solo_centers", message % limits)

    def _check_stalemate(self, data: dict[str, Any]) -> None:
        years = data.get("stalemate_years")
        if years is not None and not 1 <= years <= MOST_STALEMATE_YEARS:
            message = _("Enter a number from 1 to %(most)d.")
            self.add_error("stalemate_years", message % {"most": MOST_STALEMATE_YEARS})
        elif years is not None and not data.get("votes_on_end"):
            message = _("Let players vote on the end too: they must agree to the draw.")
            self.add_error("stalemate_years", message)

    def _check_limit(self, data: dict[str, Any], first_year: int) -> None:
        """Check the limit of the game, and leave out what belongs to another kind of limit."""
        ends, number, date = data.get("ends"), data.get("ends_after"), data.get("ends_on")
        counted = ends in (Game.Ends.YEAR, Game.Ends.YEARS, Game.Ends.TURNS)
        data["ends_after"] = number if counted else None
        data["ends_on"] = date if ends == Game.Ends.DATE else None
        if ends == Game.Ends.DATE and (date is None or date <= clock.now().date()):
            self.add_error("ends_on", _("Choose a date in the future."))
        elif counted and number is None and "ends_after" not in self.errors:
            self.add_error("ends_after", _("Enter a year, or a number of years or turns."))
        elif number is not None and ends == Game.Ends.YEAR:
            if not first_year <= number <= first_year + MOST_TURNS:
                message = _("The game begins in %(year)d. Enter that year or a later one.")
                self.add_error("ends_after", message % {"year": first_year})
        elif number is not None and counted and not 1 <= number <= MOST_TURNS:
            message = _("Enter a number from 1 to %(most)d.")
            self.add_error("ends_after", message % {"most": MOST_TURNS})

    def clean_title(self) -> str:
        title = spelling.normalize(self.cleaned_data["title"])
        spelling.validate_visible(title)
        return title

    def clean_provisional_days(self) -> int:
        days: int = self.cleaned_data["provisional_days"]
        if days > LONGEST_PROVISIONAL_DAYS:
            message = gettext("Enter a number from 0 to %(most)d.")
            raise forms.ValidationError(message % {"most": LONGEST_PROVISIONAL_DAYS})
        return days

    def game_fields(self) -> dict[str, Any]:
        """The arguments of `lobby.create`, without the settings."""
        names = [*self.Meta.fields, "lobby_days", "starts_at", "request_key"]
        changes = {
            point.field: self.cleaned_data[_field_name(point)] for point in RULE_POINTS.values()
        }
        return {name: self.cleaned_data[name] for name in names} | {"changes": changes}


def _too_many_readers() -> str:
    return gettext(
        "With more than %(most)d people, choose “%(press)s”. Otherwise each public "
        "message would be emailed to every one of them."
    ) % {"most": press_rules.MOST_READERS, "press": Game.Press.NONE.label}


def _field_name(point: RulePoint) -> str:
    return f"rule-{point.field}"


class _PointField(forms.ChoiceField):
    """A point of the rules: the edition's own answer, or one of the possible answers.

    Each answer names the editions that have it.
    """

    def __init__(self, point: RulePoint) -> None:
        answers = [
            (answer, _with_note(words, editions.editions_answering(point.field, answer)))
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


def _with_note(words: object, note: object) -> SafeString:
    """The label of a choice, with a note in smaller type."""
    return format_html('<span>{} <small class="muted">{}</small></span>', words, note)


class JoinForm(forms.Form):
    """Form to accept the house rules; without house rules it has no field."""

    accept = forms.BooleanField(label=_("I’ve read the house rules and accept them."))

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not game.house_rules:
            del self.fields["accept"]

    @property
    def accepted(self) -> bool:
        return bool(self.cleaned_data.get("accept", False))
