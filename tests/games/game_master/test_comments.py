"""The game master's comment on the last turn."""

import pytest

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import comments, corrections
from games.models import Event, Game, MailChoice, Notification, Phase
from games.notifications import content, preferences
from games.notifications.webhooks.content import news_item
from games.reports import write
from games.wording import events
from games.wording.comments import comment_on
from games.wording.notifications import notification_sentence, notification_url
from tests import factories

TEXT = "A **quiet** spring.\n\n- Nobody bounced.\n\n1. Wait for fall @everyone"


def resolve(game: Game) -> Phase:
    """Resolve the open phase, and return it."""
    phase = factories.open_phase(game)
    factories.keep_played(game)
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    phase.refresh_from_db()
    phase.game = game
    return phase


def say(game: Game, text: str, by: User, phase: Phase) -> Event:
    return comments.write_comment(game, text, by=by, seen=phase.number)


@pytest.fixture
def spring(game: Game) -> Phase:
    return resolve(game)


def announced(**fields) -> list[Notification]:
    kind = Notification.Kind.ANNOUNCEMENT
    return list(Notification.objects.filter(kind=kind, **fields))


def test_the_comment_stands_on_the_phase_and_everyone_is_notified_once(
    game: Game, master: User, players: list[User], spring: Phase
):
    say(game, TEXT, master, spring)
    found = comment_on(spring)
    assert found is not None
    assert (found.text, found.author, found.is_changed) == (TEXT, "Mia Master", False)
    assert {each.person for each in announced(channel="site")} == set(players)
    say(game, "A loud spring.", master, spring)
    assert len(announced(channel="site")) == len(players)


def test_who_wants_no_announcements_by_mail_gets_none_of_it(
    game: Game, master: User, players: list[User], spring: Phase
):
    off: dict[str, str] = {Notification.Kind.ANNOUNCEMENT: MailChoice.How.OFF}
    preferences.set_mail_preferences(players[0], off)
    say(game, TEXT, master, spring)
    assert not announced(channel="mail", person=players[0])
    (mail,) = announced(channel="mail", person=players[1])
    text = content.notification_text(mail)
    assert text is not None
    assert "The game master commented on Spring 1901, movement." in text.body()
    assert "A quiet spring." in text.body()
    assert notification_url(mail) == spring.get_absolute_url()
    assert "“The Balkan table”" in notification_sentence(mail)


def test_it_is_changed_and_removed_and_the_log_keeps_each_version(
    game: Game, master: User, spring: Phase
):
    for text in ("One.", "Two.", ""):
        say(game, text, master, spring)
    assert comment_on(spring) is None
    kinds = (Event.Kind.COMMENTED, Event.Kind.COMMENT_CHANGED)
    logged = events.public_events(game).filter(kind__in=kinds).order_by("pk")
    assert [events.sentence(event, names_open=True) for event in logged] == [
        "The game master commented on Spring 1901, movement.",
        "The game master changed the comment on Spring 1901, movement.",
        "The game master removed the comment on Spring 1901, movement.",
    ]
    assert [events.reason(event) for event in logged] == ["One.", "Two.", ""]
    say(game, "Three.", master, spring)
    found = comment_on(spring)
    assert found is not None
    assert found.is_changed


def test_nothing_is_stored_if_nothing_would_change(game: Game, master: User, spring: Phase):
    with pytest.raises(Refused, match="Write something first"):
        say(game, " \n", master, spring)
    say(game, "One.", master, spring)
    with pytest.raises(Refused, match="The comment is unchanged"):
        say(game, "One. ", master, spring)
    assert game.events.filter(kind=Event.Kind.COMMENT_CHANGED).count() == 0


def test_it_can_be_changed_until_the_next_phase_is_resolved(
    game: Game, master: User, spring: Phase
):
    say(game, "One.", master, spring)
    fall = resolve(game)
    with pytest.raises(Refused, match="Another phase is the last one now"):
        say(game, "Two.", master, spring)
    found = comment_on(spring)
    assert found is not None
    assert found.text == "One."
    say(game, "On fall.", master, fall)


def test_before_the_first_results_there_is_nothing_to_comment_on(game: Game, master: User):
    with pytest.raises(Refused, match="Another phase is the last one now"):
        say(game, "One.", master, factories.open_phase(game))


def test_after_a_roll_back_the_comment_stays_with_the_phase_that_no_longer_counts(
    game: Game, master: User, spring: Phase
):
    fall = resolve(game)
    say(game, "On fall.", master, fall)
    corrections.roll_back(game, fall.number, by=master, reason="Mistake.")
    fall.refresh_from_db()
    found = comment_on(fall)
    assert found is not None
    assert comments.commentable_phase(game) == spring


@pytest.mark.parametrize(
    ("format_", "expected"),
    [
        ("bbcode", "[i]Comment of the game master[/i]\nA quiet spring.\n"),
        (
            "markdown",
            "## Comment of the game master\n> A quiet spring.\n>\n> ",
        ),
        ("html", "<h3>Comment of the game master</h3>\n<blockquote>\n<p>A quiet spring.</p>"),
        ("text", "Comment of the game master:\n  A quiet spring.\n"),
    ],
)
def test_the_report_has_it_in_every_format_without_marks(
    game: Game, master: User, spring: Phase, format_: str, expected: str
):
    assert "Comment of" not in write.write(spring, format_, "en")
    say(game, TEXT, master, spring)
    report = write.write(spring, format_, "en")
    assert expected in report
    assert "**" not in report.replace("__", "")
    if format_ == "markdown":
        assert "@everyone" not in report
        assert "> 1. " not in report


def test_a_mail_of_results_that_is_sent_later_has_it(
    game: Game, master: User, players: list[User], spring: Phase
):
    waiting = Notification.objects.get(
        kind=Notification.Kind.RESULTS, person=players[0], channel="mail", phase=spring
    )
    before = content.notification_text(waiting)
    assert before is not None
    assert "Comment of the game master" not in before.body()
    say(game, TEXT, master, spring)
    after = content.notification_text(waiting)
    assert after is not None
    assert "Comment of the game master:\nA quiet spring.\n" in after.body()


def test_webhooks_get_it_with_the_address_of_the_results(game: Game, master: User, spring: Phase):
    event = say(game, TEXT, master, spring)
    item = news_item(event)
    assert item.title == "The Balkan table: The game master commented on Spring 1901, movement."
    assert item.text.startswith("A quiet spring.")
    assert item.url.endswith(spring.get_absolute_url())
