"""All settings of a game in words, as its page and the API list them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .. import wording
from ..models import Game, GameSettings
from . import endings, settings
from .settings import Fact


def facts(game: Game, in_force: GameSettings | None, *, has_master: bool) -> Iterator[Fact]:
    """The settings of a game, one line each, but for its edition of the rules and its masters.

    `in_force` are the settings about time and seats that count now.
    """
    if in_force is not None:
        yield from settings.facts(in_force)
    if game.votes_on_extensions and not (game.settings and game.settings.is_live):
        text = _("players can vote to extend a deadline, also with a game master")
        yield _("Votes on deadlines"), text
    yield from _press(game)
    setup = f"{wording.setup_name(game.setup)}: {wording.setup_sentence(game.setup)}"
    yield _("Set-up"), setup
    yield _("Assignment of powers"), str(game.get_allotment_display())
    yield from endings.terms(game)
    hidden = _("hidden until the end") if game.anonymous else _("visible")
    yield _("Players’ names"), hidden
    yield from _orders(game, has_master=has_master)
    yield from _people(game)
    yield _("Language"), str(game.get_language_display())


def _press(game: Game) -> Iterator[Fact]:
    unsigned = _("public ones may be unsigned")
    press = str(game.get_press_display())
    yield _("Messages"), f"{press}; {unsigned}" if game.unsigned_messages else press
    opened, closed = _("everyone can read all messages"), _("private messages stay private")
    yield _("After the end"), opened if game.messages_open_at_end else closed
    earlier = _("can read its earlier messages")
    later = _("can read only messages written from then on")
    yield _("New player in a seat"), earlier if game.successors_read_messages else later


def _orders(game: Game, *, has_master: bool) -> Iterator[Fact]:
    yield _("Who has given orders"), _watched(game, has_master=has_master)
    if game.orders_by_master:
        text = _(
            "for players without an account, and for players who switch it on; "
            "the game master reads these orders"
        )
        yield _("Orders by the game master"), text
    if game.publish_hours:
        yield _("Results"), settings.publication(game.publish_hours)
    if game.confirms_mail:
        yield _("Orders by email"), _("must be confirmed on the site")
    text = _("for running phases too")
    if game.no_machine_help:
        text = _("none for running phases of this game (no machine help)")
    yield _("Search in the sandbox"), text


def _watched(game: Game, *, has_master: bool) -> str:
    """The rule for who sees which powers have ordered."""
    if game.orders_watched_by == Game.Watch.EVERYONE:
        return _("everyone can see it, but never the orders")
    if not has_master:
        return _("nobody can see it")
    if game.orders_by_master:
        return _("only the game master can see it")
    return _("only the game master can see it, but never the orders")


def _people(game: Game) -> Iterator[Fact]:
    if game.least_reliability:
        least = _("%(percent)s%%") % {"percent": game.least_reliability}
        text = _("new people can join")
        if game.refuses_new_players:
            text = _("people who are too new for a number can’t join")
        yield _("Least reliability"), f"{least} · {text}"
    if not game.is_imported:
        text = _("the result counts") if game.rated else _("the result doesn’t count")
        yield _("Ratings"), text
