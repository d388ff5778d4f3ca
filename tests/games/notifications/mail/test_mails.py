"""The text of mails, their recipients, and when none is sent."""

import datetime as dt
import uuid
from email import message_from_bytes
from email.policy import default

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives

from accounts import account_closing, clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control
from games.game_master import masters, titles
from games.lifecycle import endings
from games.models import Game, MailChoice, Message, Notification, Order, Tenure, Vote
from games.notifications import notify
from games.notifications.mail import delivery
from games.press import sending
from games.votes import voting

from .... import factories
from ...orders.test_submission import submit

DAY = dt.timedelta(days=1)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72)


@pytest.fixture
def france(game: Game) -> User:
    holder = factories.holder(factories.seat(game, "FRANCE"))
    holder.name = "Francine"
    holder.time_zone = "Europe/Madrid"
    holder.save(update_fields=["name", "time_zone"])
    return holder


def delivered(to: User) -> list[EmailMessage]:
    """The mails that `to` gets now."""
    mail.outbox.clear()
    delivery.deliver_due()
    return [message for message in mail.outbox if message.to == [to.email]]


def the_mail(to: User) -> EmailMessage:
    (message,) = delivered(to)
    return message


def resolved(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1


def off(person: User, kind: str) -> None:
    MailChoice.objects.create(person=person, kind=kind, how=MailChoice.How.OFF)


def write(game: Game, author: str, *powers: str, text: str = "Meet me in Burgundy.") -> Message:
    seats = [factories.seat(game, power) for power in (author, *powers)] if powers else []
    seat = factories.seat(game, author)
    return sending.send(
        game,
        seats,
        sender=seat,
        person=factories.holder(seat),
        text=text,
        request_key=uuid.uuid4(),
    )


def replace(game: Game, power: str) -> User:
    """Replace the holder of a power; returns the successor."""
    seat, now = factories.seat(game, power), clock.now()
    seat.tenures.update(until=now, ending=Tenure.Ending.REPLACED)
    successor = factories.person("Successor")
    Tenure.objects.create(seat=seat, person=successor, since=now)
    return successor


def test_when_a_game_begins_each_player_reads_which_power_and_until_when(
    game: Game, france: User
) -> None:
    with time_machine.travel(dt.datetime(2026, 11, 26, 19, tzinfo=dt.UTC)):
        factories.let_be_due(game, dt.datetime(2026, 11, 29, 19, tzinfo=dt.UTC))
        # The game has begun today, which may be later than this moment.
        mails = Notification.objects.filter(channel=Notification.Channel.MAIL)
        mails.update(send_at=clock.now())
        message = the_mail(france)
    assert message.subject == (
        "The Balkan table: the game has begun"
        " – your turn until Sun 29 Nov 2026, 20:00 (Madrid time)"
    )
    assert "has begun, and you play France." in message.body
    assert f"{settings.SITE_URL}{game.get_absolute_url()}\n" in message.body


def test_a_master_reads_that_the_game_has_begun(game: Game, master: User) -> None:
    message = the_mail(master)
    assert message.subject == "The Balkan table: the game has begun"
    assert "where you’re the game master, has begun." in message.body


def test_a_mail_speaks_its_reader_s_language(game: Game, france: User) -> None:
    User.objects.filter(pk=france.pk).update(language="es")
    resolved(game)
    with time_machine.travel(clock.now() + 3 * DAY):
        bodies = [message.body for message in delivered(france)]
    assert len(bodies) == 2
    assert all("Francia" in body for body in bodies)


def test_results_tell_everybody_s_orders_and_what_failed(game: Game, france: User) -> None:
    delivered(france)
    submit(game, "FRANCE", "A PAR - BUR", "A MAR - BUR", "F BRE - MAO")
    resolved(game)
    with time_machine.travel(clock.now() + 3 * DAY):
        message = the_mail(france)
    subject, _dash, turn = message.subject.partition(" – ")
    assert subject == "The Balkan table: results of Spring 1901, movement"
    assert turn.startswith("your turn until ")
    body = message.body
    assert "It’s your turn in Fall 1901, movement: France." in body
    assert "\nFrance\n  A Paris - Burgundy [fails]\n" in body
    assert "  F Brest - Mid-Atlantic Ocean\n" in body
    assert "  A Vienna holds [no order]\n" in body
    assert "No orders came from: Austria, England, Germany, Italy, Russia, Turkey.\n" in body
    assert f"{settings.SITE_URL}/games/the-balkan-table/S1901M/\n" in body


def test_whoever_reads_of_their_turn_with_the_results_gets_no_second_mail(
    game: Game, france: User
) -> None:
    delivered(france)
    resolved(game)
    kinds = Notification.objects.filter(person=france, channel="mail", sent_at=None)
    assert [notification.kind for notification in kinds] == ["results"]


def test_whoever_wants_no_results_is_told_of_their_turn(game: Game, france: User) -> None:
    delivered(france)
    off(france, Notification.Kind.RESULTS)
    resolved(game)
    with time_machine.travel(clock.now() + 3 * DAY):
        message = the_mail(france)
    assert message.subject.startswith("The Balkan table: your turn in Fall 1901, movement until ")
    assert "It’s your turn in Fall 1901, movement: France." in message.body


def test_whoever_has_nothing_to_order_reads_what_is_next(game: Game, master: User) -> None:
    delivered(master)
    resolved(game)
    with time_machine.travel(clock.now() + 3 * DAY):
        message = the_mail(master)
    assert message.subject == "The Balkan table: results of Spring 1901, movement"
    assert "Fall 1901, movement is open until " in message.body


def test_a_turn_whose_orders_came_or_whose_phase_is_over_is_not_announced(
    game: Game, france: User
) -> None:
    delivered(france)
    off(france, Notification.Kind.RESULTS)
    resolved(game)
    submit(game, "FRANCE", "A PAR H")
    assert delivered(france) == []
    resolved(game)
    resolved(game)
    with time_machine.travel(clock.now() + 9 * DAY):
        assert len(delivered(france)) == 1  # the newest phase alone
    assert not Notification.objects.exclude(send_at=None).exists()


def test_a_game_that_goes_on_says_so_to_whoever_has_to_order(
    game: Game, france: User, master: User
) -> None:
    delivered(france)
    for _time in range(2):
        Game.objects.update(status=Game.Status.ASIDE)
        factories.let_be_due(game, None)
        control.restart_set_aside(game, by=master)
        assert the_mail(france).subject.startswith("The Balkan table: your turn in Spring 1901")
        assert delivered(master) == []


def test_no_mail_of_results_holds_an_order_of_the_open_phase(game: Game, france: User) -> None:
    delivered(france)
    resolved(game)
    submit(game, "TURKEY", "F ANK - ARM")
    with time_machine.travel(clock.now() + 3 * DAY):
        message = the_mail(france)
    assert Order.objects.filter(text="F ANK - ARM").exists()
    assert "Armenia" not in message.body


def test_no_mail_holds_a_player_s_name(game: Game, france: User) -> None:
    Game.objects.update(anonymous=True)
    write(game, "ENGLAND", "FRANCE")
    write(game, "ENGLAND")
    resolved(game)
    with time_machine.travel(clock.now() + 3 * DAY):
        sent = delivered(france)
    assert len(sent) == 4
    names = set(User.objects.values_list("name", flat=True))
    for message in sent:
        said = f"{message.subject} {message.body}"
        assert not [name for name in names if name in said]


def test_the_mail_of_a_message_has_its_text_and_a_link(game: Game, france: User) -> None:
    delivered(france)
    message = write(game, "ENGLAND", "FRANCE", text="Dear <France>,\n\n\n\n  «go»\n-- \nE & co.")
    sent = the_mail(france)
    assert sent.subject == "The Balkan table: a message from England"
    assert ":\n\nDear <France>,\n\n\n\n  «go»\n--\nE & co.\n\n" in sent.body
    assert f"{settings.SITE_URL}/games/the-balkan-table/press/{message.key}/" in sent.body


def test_a_message_is_plain_in_the_text_of_a_mail_and_formatted_in_its_page(
    game: Game, france: User
) -> None:
    delivered(france)
    typed = "**Dear** [France](https://example.org),\n\n> so?\n\nyes: [map S1901M]"
    write(game, "ENGLAND", "FRANCE", text=typed)
    sent = the_mail(france)
    assert isinstance(sent, EmailMultiAlternatives)
    phase = f"{settings.SITE_URL}{game.get_absolute_url()}S1901M/"
    plain = f"Dear France (https://example.org),\n\n    so?\n\nyes: Spring 1901, movement ({phase})"
    assert f"\n\n{plain}\n\n" in sent.body
    [(page, _kind)] = [(str(part[0]), part[1]) for part in sent.alternatives]
    assert "<p><strong>Dear</strong> <a href=" in page
    assert "<blockquote><p>so?</p></blockquote>" in page
    assert f'href="{phase}"' in page
    assert "<img" not in page


def test_a_mail_may_leave_out_the_text_of_a_message(game: Game, france: User) -> None:
    delivered(france)
    MailChoice.objects.create(person=france, kind="message", how="without_text")
    write(game, "ENGLAND", "FRANCE")
    sent = the_mail(france)
    assert "A message from England" in sent.body
    assert "Burgundy" not in sent.message().as_string()


def test_the_mail_of_a_public_message_links_to_it(game: Game, france: User) -> None:
    delivered(france)
    message = write(game, "ENGLAND")
    sent = the_mail(france)
    assert sent.subject == "The Balkan table: a public message from England"
    assert f"/games/the-balkan-table/press/{message.key}/" in sent.body


def test_whoever_lost_the_seat_meanwhile_gets_no_message_and_no_turn(
    game: Game, france: User
) -> None:
    delivered(france)
    write(game, "ENGLAND", "FRANCE")
    off(france, Notification.Kind.RESULTS)
    resolved(game)
    successor = replace(game, "FRANCE")
    assert delivered(france) == []
    assert delivered(successor) == []


def test_what_was_switched_off_meanwhile_is_not_sent(game: Game, france: User) -> None:
    off(france, Notification.Kind.GAME_BEGUN)
    assert delivered(france) == []
    assert not Notification.objects.exclude(send_at=None).exists()


def test_an_account_that_was_closed_or_locked_meanwhile_gets_no_mail(
    game: Game, france: User, players: list[User]
) -> None:
    other = next(player for player in players if player.pk != france.pk)
    account_closing.close(france)
    User.objects.filter(pk=other.pk).update(is_active=False)
    mail.outbox.clear()
    assert delivery.deliver_due() == 2 * 6  # that the game has begun, and that a seat is open
    assert len({message.to[0] for message in mail.outbox}) == 6
    assert not any("closed" in message.to[0] for message in mail.outbox)


def test_the_end_of_a_game_is_told_with_its_winner(game: Game, france: User) -> None:
    delivered(france)
    endings.finish(game, Game.Ending.SOLO, won=["ITALY"])
    notify.notify(Notification.Kind.GAME_OVER, [france.pk], game=game)
    message = the_mail(france)
    assert message.subject == "The Balkan table: won by Italy"
    assert "Italy has won the game." in message.body


@pytest.mark.parametrize("kind", ["lobby_expired", "removed", "set_aside"])
def test_other_kinds_are_a_sentence(game: Game, france: User, kind: str) -> None:
    delivered(france)
    now = clock.now()
    Notification.objects.create(
        key=kind, kind=kind, channel="mail", person=france, game=game, created_at=now, send_at=now
    )
    message = the_mail(france)
    assert message.subject.startswith("The Balkan table: ")
    assert "“The Balkan table”" in message.body
    assert message.body.count("http") == 3


def test_a_title_of_several_lines_adds_no_header(game: Game, france: User) -> None:
    Game.objects.update(title="The table\r\nBcc: all@x.test\u2028 apart")
    message = the_mail(france)
    parsed = message_from_bytes(message.message().as_bytes(), policy=default)
    assert "Bcc" not in parsed
    assert parsed["Subject"].strip().startswith("The table Bcc: all@x.test apart: the game")


def test_the_headers_let_programs_stop_and_sort_the_mail(game: Game, france: User) -> None:
    first = the_mail(france)
    write(game, "ENGLAND", "FRANCE")
    second = the_mail(france)
    for message in (first, second):
        headers = message.extra_headers
        assert headers["Auto-Submitted"] == "auto-generated"
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = headers["List-Unsubscribe"].strip("<>")
        assert link.startswith(f"{settings.SITE_URL}/mail/unsubscribe/")
        assert link in message.body
    assert first.extra_headers["References"] == second.extra_headers["References"]
    assert first.extra_headers["Message-ID"] != second.extra_headers["Message-ID"]


# People who may no longer see a game


def mail_subjects(person: User, kind: Notification.Kind, game: Game) -> list[str]:
    """Notify `person` of this kind; returns the subjects of the mails."""
    Notification.objects.filter(person=person).delete()
    phase = game.phases.order_by("number").first()
    notify.notify(kind, [person.pk], game=game, phase=phase)
    return [str(message.subject) for message in delivered(person)]


TOLD = [
    kind
    for kind in Notification.Kind
    if kind not in (Notification.Kind.REMOVED, Notification.Kind.MESSAGE)
]


@pytest.mark.parametrize("kind", TOLD)
def test_nothing_is_mailed_of_a_private_game_to_whoever_may_no_longer_see_it(
    game: Game, kind: Notification.Kind
) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    resolved(game)
    assert mail_subjects(factories.person(), kind, game) == []


def test_of_a_private_game_its_people_are_told(game: Game, france: User, master: User) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    resolved(game)
    for kind in (
        Notification.Kind.RESULTS,
        Notification.Kind.GAME_OVER,
        Notification.Kind.GAME_BEGUN,
    ):
        assert mail_subjects(france, kind, game)
        assert mail_subjects(master, kind, game)


def test_whoever_was_removed_from_a_private_lobby_is_told_its_title(game: Game) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    (subject,) = mail_subjects(factories.person(), Notification.Kind.REMOVED, game)
    assert subject.startswith("The Balkan table: ")


def test_of_a_private_game_set_aside_those_are_told_who_still_administer(game: Game) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    admin = factories.person(is_superuser=True)
    assert mail_subjects(admin, Notification.Kind.SET_ASIDE, game)
    User.objects.filter(pk=admin.pk).update(is_superuser=False)
    assert not mail_subjects(admin, Notification.Kind.SET_ASIDE, game)


def test_only_a_master_reads_that_they_master_a_game_that_has_begun(
    game: Game, france: User, master: User
) -> None:
    replace(game, "FRANCE")
    assert mail_subjects(france, Notification.Kind.GAME_BEGUN, game) == []
    assert mail_subjects(factories.person(), Notification.Kind.GAME_BEGUN, game) == []
    assert mail_subjects(master, Notification.Kind.GAME_BEGUN, game)


def test_each_mail_is_a_page_as_well_with_its_links_and_nothing_that_runs(
    game: Game, france: User
) -> None:
    france.language = "es"
    france.save(update_fields=["language"])
    delivered(france)
    message = write(game, "GERMANY", "FRANCE", text="Look: <script>alert(1)</script>")
    sent = the_mail(france)
    assert isinstance(sent, EmailMultiAlternatives)
    ((page, kind),) = sent.alternatives
    assert kind == "text/html"
    assert isinstance(page, str)
    assert '<html lang="es">' in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    assert f'/press/{message.key}/"' in page
    assert "<a href=" in page


def test_mails_about_a_secret_vote_do_not_name_who_proposed_it(game: Game, france: User) -> None:
    game.secret_votes = True
    game.save(update_fields=["secret_votes"])
    austria = factories.seat(game, "AUSTRIA")
    proposer = factories.holder(austria)
    phase = factories.open_phase(game)
    voting.propose(phase, austria, Vote.Kind.DRAW, person=proposer)
    mail.outbox.clear()
    delivery.deliver_due()
    texts = {
        message.to[0]: str(message.body) for message in mail.outbox if "Proposed" in message.body
    }
    assert {france.email, proposer.email} <= texts.keys()
    assert len(texts) == 7
    for text in (texts[france.email], texts[proposer.email]):
        assert "Proposed for a vote: The game ends in a draw among all surviving powers." in text
    assert not [text for to, text in texts.items() if to != proposer.email and "Austria" in text]
    assert proposer.name not in "".join(texts[to] for to in texts if to != proposer.email)


def test_the_subject_of_news_says_what_happened(game: Game, france: User) -> None:
    delivered(france)
    master = game.masterships.get().person
    control.pause(game, until=clock.now() + dt.timedelta(days=3), by=master)
    assert the_mail(france).subject.startswith("The Balkan table: The clock was stopped until ")
    titles.rename(game, "Round two", by=master)
    renamed = "Round two: The game was renamed: “The Balkan table” → “Round two”"
    assert the_mail(france).subject == renamed
    masters.announce(game, "Dinner.", by=master)
    assert the_mail(france).subject == "Round two: Announcement from the game master"
