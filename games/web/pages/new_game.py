"""The page to open a game: its paces, its advanced fields, and what differs from the usual."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField, Field
from django.forms.boundfield import BoundWidget
from django.utils.html import strip_tags
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from ... import access
from ...lifecycle.paces import PACES
from ...lifecycle.rhythms import rhythm_of
from ...models import Game
from ...state.edition_texts import LazyText
from ...wording import settings as settings_wording
from ..forms.game import GameForm
from ..forms.game_initial import initial_again
from ..forms.pace import DEADLINE_FIELDS, PaceForm
from ..forms.terms import ENDING_FIELDS, rule_field_names

LONGEST_VALUE = 60


@dataclass(frozen=True)
class FieldGroup:
    """A group of advanced fields; its heading shows the values of those in `shown`."""

    key: str
    title: LazyText
    fields: tuple[str, ...]
    shown: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        return f"games/lobby/fields/{self.key}.html"


DEADLINES = FieldGroup(
    "deadlines",
    gettext_lazy("Deadlines"),
    (
        "skipped",
        "holidays",
        "absence_cap_days",
        "ready_minutes",
        "live_ready_minutes",
        "votes_on_extensions",
        "lobby_days",
    ),
)
GROUPS = (
    DEADLINES,
    FieldGroup(
        "missed",
        gettext_lazy("Missing orders and open seats"),
        (
            "on_missed",
            "grace_hours",
            "disorder_after",
            "disorder_misses",
            "seats_open_to",
            "bots_in_disorder",
            "successors_read_messages",
        ),
        ("on_missed", "disorder_after"),
    ),
    FieldGroup(
        "players",
        gettext_lazy("Players"),
        (
            "allotment",
            "anonymous",
            "orders_watched_by",
            "confirms_mail",
            "rated",
            "no_machine_help",
            "least_reliability",
            "refuses_new_players",
            "orders_by_key",
            "press_by_key",
            "language",
        ),
        ("allotment", "language"),
    ),
    FieldGroup(
        "master",
        gettext_lazy("For the game master"),
        ("orders_by_master", "publish_hours"),
    ),
    FieldGroup(
        "messages",
        gettext_lazy("Messages"),
        ("press", "unsigned_messages", "messages_open_at_end"),
        ("press",),
    ),
    FieldGroup(
        "ending",
        gettext_lazy("How the game ends"),
        tuple(ENDING_FIELDS),
        ("draw_shared_by", "ends"),
    ),
    FieldGroup(
        "rules",
        gettext_lazy("Rules"),
        ("setup", "rules", *rule_field_names(), "house_rules"),
        ("setup", "rules"),
    ),
)


@dataclass(frozen=True)
class PaceCard:
    """A pace to choose: its radio button, and its deadlines in words."""

    button: BoundWidget
    title: LazyText
    note: LazyText
    rhythm: str = ""
    deadlines: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChangedField:
    """A field whose value is not the usual one; `usual` is empty where there is none."""

    label: str
    value: str
    usual: str = ""


@dataclass(frozen=True)
class ShownFieldGroup:
    """A group with the values in its heading, its changes, and whether it is open."""

    group: FieldGroup
    values: str
    changes: list[ChangedField]
    is_open: bool


@dataclass(frozen=True)
class RepeatedGame:
    """A finished game that is to be played again, and the values that the form begins with.

    `hides_names` says that its names are still hidden from the reader; `left_out` is the number of
    its players who have closed their accounts or can't sign in now.
    """

    game: Game
    initial: dict[str, Any]
    hides_names: bool
    left_out: int


def repeated_game(person: User, slug: str) -> RepeatedGame | None:
    """The game with this slug, to be played again by `person`; 404 if they can't, None without one.

    People who want no invitations are named too: nobody learns that they want none.
    """
    if not slug:
        return None
    game = access.game_to_repeat_or_404(person, slug)
    players = access.former_players(person, game)
    invited = list(players.filter(pk__in=User.objects.taking_part()))
    return RepeatedGame(
        game=game,
        initial=initial_again(game, person, invited),
        hides_names=not access.sees_names(person, game),
        left_out=len(players) - len(invited),
    )


Forms = tuple[PaceForm, GameForm]


def new_game_page(
    form: GameForm, settings: PaceForm, *, usual: GameForm, asks_deadlines: bool = False
) -> dict[str, Any]:
    """Context of the page; `usual` is a form with the values that every new game begins with."""
    forms, usual_forms = (settings, form), (PaceForm(), usual)
    shown = [_shown(group, forms, usual_forms) for group in GROUPS]
    if asks_deadlines:
        shown[0] = replace(shown[0], is_open=True)
    changes = [change for each in shown for change in each.changes]
    return {
        "form": form,
        "settings": settings,
        "cards": list(_cards(settings)),
        "groups": shown,
        "changes": changes,
        "is_advanced": bool(changes) or any(each.is_open for each in shown),
        "errors": [*_errors(form), *_errors(settings)],
    }


def _cards(settings: PaceForm) -> Iterator[PaceCard]:
    for button in settings["pace"].subwidgets:
        pace = PACES.get(str(button.data["value"]))
        if pace is None:
            note = _("Any weekdays, or phases of any length. Set them under Advanced.")
            yield PaceCard(button, button.choice_label, note)
        else:
            planned = pace.settings(settings.pace_zone)
            deadlines = tuple(settings_wording.deadlines(planned))
            yield PaceCard(button, pace.title, pace.note, rhythm_of(planned), deadlines)


def _errors(form: GameForm | PaceForm) -> Iterator[tuple[str, str, str]]:
    """The errors of fields: the id of the control, the label, and the text."""
    for name, texts in form.errors.items():
        if name in form.fields:
            bound = form[name]
            control = bound.id_for_label or f"{bound.auto_id}_0"
            for text in texts:
                yield control, str(bound.label), str(text)


def _shown(group: FieldGroup, forms: Forms, usual: Forms) -> ShownFieldGroup:
    settings, _form = forms
    counting = [name for name in group.fields if name not in settings.ignored_fields()]
    pairs = [(_field(forms, name), _field(usual, name).initial) for name in counting]
    changes = [_changed_field(bound, before) for bound, before in pairs if _differs(bound, before)]
    values = [_in_words(_field(forms, name)) for name in group.shown if name in counting]
    names = group.fields
    if group is DEADLINES:
        values = [_pace_title(settings)]
        changes = _own_deadlines(settings) + changes
        names = (*names, *DEADLINE_FIELDS)
    wrong = any(_field(forms, name).errors for name in names)
    is_open = wrong or (group is DEADLINES and settings.chosen_pace is None)
    return ShownFieldGroup(group, " · ".join(values), changes, is_open)


def _field(forms: Forms, name: str) -> BoundField:
    return next(form[name] for form in forms if name in form.fields)


def _differs(bound: BoundField, usual: Any) -> bool:
    return bound.field.has_changed(usual, bound.value())


def _own_deadlines(settings: PaceForm) -> list[ChangedField]:
    """The deadlines of a form without a pace, as far as they are known."""
    if settings.chosen_pace is not None:
        return []
    planned = settings.planned
    value = " ".join(settings_wording.deadlines(planned)) if planned else ""
    return [ChangedField(_("Deadlines"), value or _("Custom deadlines"))]


def _pace_title(settings: PaceForm) -> str:
    return str(settings.chosen_pace.title if settings.chosen_pace else _("Custom deadlines"))


def _changed_field(bound: BoundField, usual: Any) -> ChangedField:
    return ChangedField(str(bound.label), _in_words(bound), _value_in_words(bound.field, usual))


def _in_words(bound: BoundField) -> str:
    return _value_in_words(bound.field, bound.value())


def _value_in_words(asked: Field, value: Any) -> str:
    """A value of a field as a short text."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    for key, label in getattr(asked, "choices", ()):
        if str(key) == str(value):
            return getattr(label, "words", None) or strip_tags(str(label))
    text = "" if value is None else " ".join(str(value).split())
    return Truncator(text).chars(LONGEST_VALUE) or _("none")
