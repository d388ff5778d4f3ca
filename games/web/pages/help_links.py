"""Sections of the help that explain the fields of forms, and the actions of game masters.

A section is written as in the files of docs/help: the name of a page and an id, such as
``deadlines#grace``. Fields that are not listed have no question mark beside them.
"""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.forms import BoundField
from django.urls import reverse

from accounts.forms import PreferencesForm
from accounts.profiles.forms import ProfileForm

from ..forms.clubs import ClubForm
from ..forms.game import GameForm
from ..forms.game_master import (
    Action,
    beginning,
    clock,
    corrections,
    declared_players,
    ending,
    maps,
    messages,
    people,
    publication,
    titles,
)
from ..forms.import_game import ImportForm, UploadForm
from ..forms.pace import PaceForm
from ..forms.saved_line import TitleForm
from ..forms.seats import AbsenceForm, ReplaceForm, VolunteerForm
from ..forms.settings import SettingsForm
from ..forms.take_over import TakeOverForm
from ..forms.terms import TermsForm
from ..forms.tournaments import TeamForm, TournamentForm
from ..forms.votes import VoteForm

FIELDS: Final[Mapping[type[forms.BaseForm], Mapping[str, str]]] = {
    TermsForm: {
        "title": "new-game#basics",
        "visibility": "new-game#visibility",
        "setup": "new-game#setups",
        "rules": "new-game#editions",
        "anonymous": "new-game#names",
        "orders_watched_by": "new-game#watched",
        "publish_hours": "game-masters#publish",
        "confirms_mail": "orders#mail",
        "orders_by_master": "game-masters#on-behalf",
        "no_machine_help": "new-game#machine-help",
        "least_reliability": "reliability#least",
        "refuses_new_players": "reliability#least",
        "rated": "ratings#games",
        "language": "new-game#basics",
        "house_rules": "new-game#house-rules",
        "press": "press#kinds",
        "unsigned_messages": "press#unsigned",
        "messages_open_at_end": "press#after-the-end",
        "successors_read_messages": "press#successors",
        "solo_centers": "endings#winning",
        "solo_after": "endings#winning",
        "solo_of": "endings#winning",
        "votes_on_extensions": "endings#delays",
        "votes_on_end": "endings#votes",
        "draw_shared_by": "endings#draws",
        "secret_votes": "endings#secret",
        "votes_stand": "endings#lasting",
        "stalemate_years": "endings#stalemate",
        "ends": "endings#limit",
        "ends_after": "endings#limit",
        "ends_on": "endings#limit",
        "ends_with": "endings#limit",
        "provisional_days": "endings#undo",
    },
    GameForm: {
        "role": "new-game#role",
        "names": "new-game#invite",
        "lobby_days": "new-game#lobby",
        "starts_at": "deadlines#live",
        "allotment": "new-game#assignment",
        "club": "clubs#games",
    },
    ClubForm: {"is_listed": "clubs#create", "about": "clubs#create"},
    PaceForm: {"pace": "new-game#pace"},
    TakeOverForm: {"text": "new-game#elsewhere"},
    UploadForm: {"file": "game-masters#archive", "text": "game-masters#archive"},
    ImportForm: {
        "visibility": "new-game#visibility",
        "pace": "new-game#pace",
        "orders_by_master": "game-masters#on-behalf",
    },
    SettingsForm: {
        "rhythm": "deadlines#rhythm",
        "weekdays": "deadlines#weekdays",
        "at": "deadlines#weekdays",
        "zone": "deadlines#weekdays",
        "least_hours": "deadlines#negotiation",
        "window_hours": "deadlines#windows",
        "skipped": "deadlines#skipped",
        "holidays": "deadlines#skipped",
        "absence_cap_days": "deadlines#absences",
        "length": "deadlines#fixed",
        "length_unit": "deadlines#fixed",
        "short_length": "deadlines#windows",
        "short_unit": "deadlines#windows",
        "live_minutes": "deadlines#live",
        "live_window_minutes": "deadlines#live",
        **dict.fromkeys(
            ("build_hours", "build_length", "build_unit", "live_build_minutes"),
            "deadlines#windows",
        ),
        **dict.fromkeys(
            ("retreat_weekdays", "retreat_at", "build_weekdays", "build_at"),
            "deadlines#windows",
        ),
        "live_ready_minutes": "deadlines#live",
        "ready_minutes": "deadlines#ready",
        "on_missed": "deadlines#missed",
        "grace_hours": "deadlines#grace",
        "disorder_after": "deadlines#disorder",
        "disorder_misses": "deadlines#disorder",
        "seats_open_to": "deadlines#open-seats",
        "bots_in_disorder": "deadlines#bots",
        "orders_by_key": "api#games",
        "press_by_key": "api#games",
    },
    VoteForm: {
        "kind": "endings#votes",
        "days": "endings#delays",
        "winner": "endings#votes",
        "sharers": "endings#draws",
    },
    AbsenceForm: {"first": "deadlines#absences"},
    ReplaceForm: {"term": "game-masters#replace"},
    TitleForm: {"title": "sandbox#sharing"},
    VolunteerForm: {"remark": "first-steps#waiting-list"},
    TournamentForm: {
        "source": "tournaments#open",
        "scoring": "tournaments#standings",
        "counting": "tournaments#standings",
        "has_teams": "tournaments#teams",
    },
    TeamForm: {"name": "tournaments#teams"},
    PreferencesForm: {
        "notation": "notation#choose",
        "time_zone": "account#zone",
        "pattern_fills": "map#looks",
        "takes_invitations": "first-steps#invitations",
    },
    ProfileForm: {
        "visibility": "profiles#choices",
        "lists_games": "profiles#games",
        "about": "profiles#words",
    },
}
"""The section of each field; a form has those of the forms from which it is derived, too."""

ACTIONS: Final[Mapping[type[Action], str]] = {
    clock.ClockAction: "game-masters#clock",
    publication.PublishResults: "game-masters#publish",
    publication.CorrectReading: "game-masters#publish",
    clock.EndPause: "game-masters#clock",
    corrections.PhaseAction: "game-masters#corrections",
    beginning.AssignPowers: "game-masters#powers",
    beginning.DeleteGame: "game-masters#title",
    titles.RenameGame: "game-masters#title",
    ending.EndAsDraw: "game-masters#end",
    ending.CloseGame: "game-masters#end",
    ending.ReopenGame: "game-masters#end",
    maps.ShowMaps: "game-masters#maps",
    maps.HideMaps: "game-masters#maps",
    messages.HideMessage: "game-masters#sees",
    people.DeclareDisorder: "game-masters#replace",
    people.Nudge: "game-masters#desk",
    messages.CommentOnTurn: "game-masters#comment",
    declared_players.DeclarePlayer: "game-masters#on-behalf",
    declared_players.DeclaredAction: "game-masters#on-behalf",
    people.AddMaster: "game-masters#several",
    people.LayDownMastership: "game-masters#several",
}


def section_of(field: BoundField) -> str:
    """The section about a field; empty if there is none."""
    for kind in type(field.form).__mro__:
        section = FIELDS.get(kind, {}).get(field.name)
        if section:
            return section
    return ""


def section_of_action(form: forms.BaseForm) -> str:
    """The section about an action of a game master; empty if there is none."""
    sections = (section for kind, section in ACTIONS.items() if isinstance(form, kind))
    return next(sections, "")


def url_of(section: str) -> str:
    """The URL of a section such as ``deadlines#grace``."""
    page, _hash, anchor = section.partition("#")
    return f"{reverse('games:help_page', args=[page])}#{anchor}"
