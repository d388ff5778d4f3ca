"""The sentences of the public log."""

import pytest

from accounts.models import User
from games.core import audit
from games.models import Event, Game, Vote
from games.wording import events, votes
from games.wording.event_kinds import CHANGES
from tests import factories

# Done only by masters and administrators, whose names are never hidden.
OF_OTHERS = {Event.Kind.MASTER_JOINED, Event.Kind.MASTER_LEFT, Event.Kind.LOOKED_AT}
# The texts of events that hold no reason.
DATA = {
    Event.Kind.ABSENCE: "2026-01-02/2026-01-05",
    Event.Kind.ABSENCE_WITHDRAWN: "2026-01-02/2026-01-05",
    Event.Kind.MISSED_TURN: "in_a_row 1",
}
# They tell which powers have ordered.
SILENT = {Event.Kind.ORDERS_SAVED, Event.Kind.READY, Event.Kind.NOT_READY, Event.Kind.NUDGED}


def text_of(kind: Event.Kind, reason: str = "") -> str:
    """The text of an event of this kind, with a reason if it has one."""
    if kind == Event.Kind.ALLOTMENT_CHANGED:
        return events.change_text("lot", "master", reason)
    return events.change_text("Old", "New", reason) if kind in CHANGES else reason


def test_every_kind_of_event_has_a_sentence_except_those_about_orders():
    assert set(Event.Kind) - set(events.SENTENCES) == SILENT


@pytest.mark.parametrize("kind", sorted(events.SENTENCES))
def test_each_sentence_can_be_said(game: Game, master: User, kind: Event.Kind):
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    vote = Vote(pk=1, kind=Vote.Kind.EXTEND, days=2)
    event = audit.event(
        kind,
        game=game,
        phase=phase,
        seat=seat,
        actor=master,
        subject=factories.holder(seat),
        vote=vote,
        due_before=phase.deadline,
        due_after=phase.deadline,
        text=DATA.get(kind) or text_of(kind, "Because."),
    )
    said = events.sentence(event, names_open=True)
    assert said[0] == said[0].upper()
    assert "%" not in said
    assert "  " not in said
    assert events.reason(event) == ("" if kind in DATA else "Because.")


@pytest.mark.parametrize("kind", sorted(set(events.SENTENCES) - OF_OTHERS))
def test_no_sentence_names_a_player_where_names_are_hidden(game: Game, kind: Event.Kind):
    seat = factories.seat(game, "FRANCE")
    player = factories.holder(seat)
    text = DATA.get(kind) or text_of(kind)
    event = audit.event(kind, game=game, seat=seat, actor=player, subject=player, text=text)
    event.vote = Vote(pk=1, kind=Vote.Kind.DRAW)
    said = [events.sentence(event, names_open=False), events.author(event, names_open=False)]
    assert player.name not in " ".join(said)


def test_the_log_does_not_say_who_opened_a_game_that_hides_names(db: None):
    maker = factories.person("Paul Player")
    game = factories.open_game(maker, as_master=False, anonymous=True)
    opened = game.events.get(kind=Event.Kind.GAME_CREATED)
    assert opened.actor == maker
    assert events.author(opened, names_open=False) == ""
    assert "Paul" not in events.sentence(opened, names_open=False)


def test_days_are_counted(game: Game):
    said = [votes.vote_text(Vote(kind=Vote.Kind.EXTEND, days=days)) for days in (1, 3)]
    assert said == ["The deadline is extended by 1 day.", "The deadline is extended by 3 days."]
