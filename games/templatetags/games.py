"""Filters and tags that show the data of a game in words."""

import datetime as dt
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from adjudicator.terms import PhaseCode

from .. import access, wording
from ..core import powers
from ..lifecycle import amendments
from ..models import Game, GameSettings, Phase
from ..polling import states
from ..state import editions, variants
from ..wording import endings, notifications, settings
from ..wording import game_settings as words_of_settings

register = template.Library()
register.filter("notification_sentence", notifications.notification_sentence)
register.filter("notification_url", notifications.notification_url)
register.filter("ending_terms", endings.terms)
register.filter("hand_name", wording.hand)
register.filter("power_names", wording.powers)
register.filter("setup_name", wording.setup_name)
register.filter("setup_sentence", wording.setup_sentence)


@register.filter
def table_size(game: Game) -> int:
    """The number of people who play in a game's set-up."""
    return len(variants.setup_of(game).players)


@register.filter
def changed_rules(game: Game, phase: Phase | None) -> list[editions.ChangedRule]:
    """The points on which a game departs from its edition of the rules, in `phase`."""
    return editions.changed_rules(game, phase.number if phase else None)


@register.filter
def coming_rules(game: Game, phase: Phase | None) -> list[editions.ChangedRule]:
    """The points of the rules that were amended and change after `phase`."""
    return editions.coming_rules(game, phase.number) if phase else []


@register.filter
def house_rules_in(game: Game, phase: Phase | None) -> str:
    """The house rules that count in `phase`."""
    return amendments.house_rules_in(phase) if phase else game.house_rules


@register.filter
def coming_house_rules(game: Game, phase: Phase | None) -> bool:
    """Whether the present house rules count only after `phase`."""
    return bool(phase and game.house_rules_since and game.house_rules_since > phase.number)


@register.simple_tag
def page_state(viewer: access.Viewer, game: Game) -> states.PageState:
    """The state of a game for a page that has not read it before."""
    return states.page_state(access.Role(viewer, game))


@register.filter
def countdown(seconds: float) -> str:
    """A time such as “2:05”, in minutes and seconds."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@register.filter
def is_mastered_by(game: Game, person: access.Viewer) -> bool:
    """Whether `person` is a master of the game."""
    return access.is_master(person, game)


@register.filter
def short_ending(game: Game) -> str:
    """The ending of a game in a few words, for a list."""
    return endings.in_short(game)


@register.filter
def phase_name(code: str) -> str:
    return wording.phase_name(PhaseCode.parse(code))


@register.filter
def power_name(power: str) -> str:
    return wording.power(power)


@register.filter
def power_look(power: str) -> str:
    """The part of class names that stands for a power."""
    return powers.look(power)


@register.filter
@lru_cache(maxsize=512)  # a page shows the same few powers many times
def power_label(power: str, more_classes: str = "") -> SafeString:
    """The attributes of an element that shows the name of a power beside its shield."""
    classes = f"power power--{powers.look(power)} {more_classes}".rstrip()
    letters = powers.letters(power)
    if not letters:
        return format_html('class="{}"', classes)
    return format_html('class="{}" data-letters="{}"', classes, letters)


@register.filter
def has_numbered_powers(game: object) -> bool:
    """Whether a game has powers whose looks are in powers.css; False for anything but a game."""
    return isinstance(game, Game) and bool(variants.setup_of(game).power_names)


@register.filter
def rhythm(game_settings: GameSettings) -> str:
    """The rule for the deadlines of movement phases, in a few words."""
    return settings.rhythm(game_settings)


@register.filter
def end_of_practice_phase(game_settings: GameSettings) -> str:
    """The end of a phase of a practice game, in a few words."""
    return settings.end_of_practice_phase(game_settings)


@register.filter
def press_name(press: str) -> str:
    """The short name of a kind of press, such as “public press only”."""
    return str(settings.PRESS_NAMES[Game.Press(press)])


@register.simple_tag
def game_settings(game: Game, phase: Phase | None, masters: object) -> list[settings.Fact]:
    """The settings of a game, line by line; about time and seats, those of the open phase."""
    in_force = phase.settings if phase and phase.is_open else game.settings
    return list(words_of_settings.facts(game, in_force, has_master=bool(masters)))


@register.filter
def next_settings(newest: GameSettings, phase: Phase | None) -> list[settings.Fact]:
    """Settings that change with the next phase; empty without an open phase."""
    if phase is None or not phase.is_open:
        return []
    return settings.changed_facts(phase.settings, newest)


@register.filter
def day(date: dt.date) -> str:
    """A date in the reader's language."""
    return settings.date(date)


@register.filter(expects_localtime=False)
def short_time(when: dt.datetime) -> SafeString:
    """A time in the reader's zone, without its name: the page names the zone once."""
    text = date_format(
        timezone.localtime(when), pgettext("date and time, as Django's date filter", "D j M Y, H:i")
    )
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), text)
