"""Orders by mail: saved whole or not at all, answered to their owner alone."""

import datetime as dt
import logging
import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts import account_closing, clock
from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import SaveFailedError
from games.inbound import receive, received
from games.inbound.mail import RawMail
from games.models import Event, Game, MailKey, Order, Phase, ReceivedMail, Seat
from games.orders import mail_keys, order_sheets, submission
from games.orders.order_sheets import TextSheet
from games.seats import substitutes, tenures
from tests import factories
from tests.mails import delivered

from .conftest import confirm, hand_over, written

pytestmark = pytest.mark.django_db


def send(france: Seat, text: str = "A Par-Bur\nF Bre-MAO\nA Mar-Spa", **fields: object) -> None:
    to = mail_keys.address_of(france)
    sender = str(fields.pop("sender", factories.holder(france).email))
    hand_over(written(text, sender=sender, to=to, **fields), to=to)  # type: ignore[arg-type]


def saved(seat: Seat) -> list[str]:
    return sorted(Order.objects.filter(seat=seat).values_list("text", flat=True))


def answers() -> list[EmailMessage]:
    """The mails that answer others; those about the game are left out."""
    return [each for each in delivered() if each.extra_headers["Auto-Submitted"] == "auto-replied"]


ORDERED = ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]


def test_saves_the_orders_and_answers_with_them(france: Seat, player: User) -> None:
    send(france)

    assert saved(france) == ORDERED
    [answer] = answers()
    assert answer.to == [player.email]
    assert answer.reply_to == [mail_keys.address_of(france, factories.open_phase(france.game))]
    assert "A PAR - BUR" in answer.body
    assert "This moment counts" in answer.body
    assert "Deadline" in answer.body
    assert Event.objects.filter(kind=Event.Kind.ORDERS_SAVED, actor=player).count() == 1
    assert ReceivedMail.objects.get().receipt is not None


def test_answers_name_the_mail_that_they_answer(france: Seat) -> None:
    send(france, message_id="<first@mail.test>")
    [answer] = answers()
    assert answer.extra_headers["In-Reply-To"] == "<first@mail.test>"
    assert answer.extra_headers["References"] == "<first@mail.test>"


def test_names_units_without_an_order(france: Seat) -> None:
    send(france, "A Par-Bur")
    assert saved(france) == ["A PAR - BUR"]
    assert "Without an order" in answers()[0].body


def test_answers_in_the_language_and_notation_of_the_player(france: Seat, player: User) -> None:
    player.language, player.notation = "es", "es"
    player.save(update_fields=["language", "notation"])
    send(france, "E Par-Bor\nF Bre-ATL\nE Mar-Esp")
    assert saved(france) == ORDERED
    assert "E Par-Bor" in answers()[0].body


def test_reads_another_notation_if_all_of_the_text_is_in_it(france: Seat) -> None:
    send(france, "E Par-Bor\nE Mar-Esp")
    assert saved(france) == ["A MAR - SPA", "A PAR - BUR"]


@pytest.mark.parametrize("text", ["A Par-Bur or A Par-Pic", "A Par-Bur\nE Mar-Esp"])
def test_no_other_notation_decides_what_is_doubtful_in_the_writers_own(
    france: Seat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    read, languages = order_sheets.read_text, []

    def reading(phase: Phase, seat: Seat, text: str, language: str | None) -> TextSheet:
        languages.append(language)
        return read(phase, seat, text, language)

    monkeypatch.setattr(order_sheets, "read_text", reading)
    send(france, text)
    assert languages == ["en"]
    assert saved(france) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A Par-Bur\nF Lon-NTH", "F Lon-NTH"),  # another power's unit
        ("FRANCE\nA Par-Bur\n\nENGLAND\nF Lon-NTH", "England"),
        ("Fall 1901\nA Par-Bur", "1901"),
        ("A Par-Bur\nA Par-Gas", "Which of these do you mean?"),
        ("A Par-Bur\nsomething else entirely is written here", "something else"),
        ("", "no orders"),
        ("> A Par-Bur", "no orders"),
        ("Hello", "no orders"),
        ("A Par-Bur\n" * 2000, "at most"),
    ],
    ids=lambda value: value[:20].replace("\n", " ") or "empty",
)
def test_saves_nothing_in_doubt_and_says_why(france: Seat, text: str, said: str) -> None:
    send(france, "A Mar H")
    answers()
    django_mail.outbox.clear()
    send(france, text)

    assert saved(france) == ["A MAR H"]
    [answer] = answers()
    assert said in answer.body
    assert "A MAR H" in answer.body  # what still counts
    assert ReceivedMail.objects.latest("pk").outcome == "not_saved"


def test_a_doubt_is_a_question_with_the_orders_that_may_be_meant(france: Seat) -> None:
    send(france, "A Par-Bur or A Par-Pic")
    assert saved(france) == []
    [answer] = answers()
    assert "Which of these do you mean?" in answer.body
    send(france, "A Par-Bur\nF Bre-MAO")  # the answer to it
    assert saved(france) == ["A PAR - BUR", "F BRE - MAO"]


def test_reads_no_attachments_and_says_so(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    message = written("A Par-Bur", sender=player.email, to=to)
    message.add_attachment("F Bre-MAO", filename="orders.txt")
    hand_over(message, to=to)
    assert saved(france) == ["A PAR - BUR"]
    assert "Attachments aren’t read" in answers()[0].body


def test_a_mail_of_two_megabytes_is_answered_and_saves_nothing(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    message = written("A Par-Bur", sender=player.email, to=to)
    message.add_attachment(b"x" * 1_500_000, maintype="image", subtype="png", filename="map.png")
    assert len(bytes(message)) > 2_000_000
    hand_over(message, to=to)
    assert saved(france) == []
    assert "too large" in answers()[0].body


def test_a_mail_of_many_parts_is_answered_and_saves_nothing(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    message = written("A Par-Bur", sender=player.email, to=to)
    for _number in range(400):
        message.add_attachment(b"x", maintype="image", subtype="png", filename="map.png")
    hand_over(message, to=to)
    assert saved(france) == []
    assert "too many parts" in answers()[0].body


def test_discards_a_mail_of_another_sender_and_tells_the_owner_once_a_day(
    france: Seat, player: User
) -> None:
    for _time in range(3):
        send(france, sender="thief@evil.test")

    assert saved(france) == []
    told = delivered()
    about = [each for each in told if "another sender" in each.subject]
    assert [each.to for each in about] == [[player.email]]
    assert "A Par" not in about[0].body
    assert not any("thief@evil.test" in each.to for each in told)


def test_a_forged_mail_would_be_saved_without_the_check_of_the_sender(
    france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control of the test above."""
    monkeypatch.setattr(
        "games.inbound.senders.confirmed_address", lambda _person: "thief@evil.test"
    )
    send(france, sender="thief@evil.test")
    assert saved(france) == ORDERED


@pytest.mark.parametrize("claimed", ["a@x.test, {email}", "{email}, a@x.test", "nobody", ""])
def test_believes_no_from_with_other_than_one_address(
    france: Seat, player: User, claimed: str
) -> None:
    to = mail_keys.address_of(france)
    message = written(sender="x@x.test", to=to)
    del message["From"]
    raw = f"From: {claimed.format(email=player.email)}\r\n".encode() + bytes(message)
    receive.receive(RawMail(raw, "x@x.test"), recipient=to)
    assert saved(france) == []


def test_two_from_headers_are_none(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    raw = f"From: {player.email}\r\n".encode() + bytes(written(sender=player.email, to=to))
    receive.receive(RawMail(raw, "x@x.test"), recipient=to)
    assert saved(france) == []


def test_believes_no_address_that_is_not_confirmed(france: Seat, player: User) -> None:
    EmailAddress.objects.filter(user=player).update(verified=False)
    send(france)
    assert saved(france) == []
    assert answers() == []


def test_takes_no_mail_of_a_suspended_person(france: Seat, player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)
    send(france)
    assert saved(france) == []
    assert not ReceivedMail.objects.exists()


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; x=1"},
        {"Precedence": "bulk"},
        {"Precedence": "list"},
        {"List_Id": "<talk.example.org>"},
        {"X_Autoreply": "yes"},
    ],
    ids=str,
)
def test_answers_no_program(france: Seat, headers: dict[str, str]) -> None:
    send(france, **headers)
    assert saved(france) == []
    assert answers() == []


def test_answers_no_bounce(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    hand_over(written(sender=player.email, to=to), to=to, envelope_sender="")
    assert answers() == []


def test_takes_a_mail_that_says_no_program_wrote_it(france: Seat) -> None:
    send(france, Auto_Submitted="no")
    assert saved(france) == ORDERED


def test_answers_no_answer_of_its_own(france: Seat, player: User) -> None:
    send(france)
    [answer] = answers()
    django_mail.outbox.clear()
    looped = written(
        sender=player.email,
        to=mail_keys.address_of(france),
        message_id=answer.extra_headers["Message-ID"],
    )
    hand_over(looped, to=mail_keys.address_of(france))
    assert answers() == []


def test_a_mail_that_is_delivered_again_changes_nothing(france: Seat) -> None:
    at = clock.now() + dt.timedelta(seconds=1)
    send(france, "A Par-Bur", message_id="<one@mail.test>", at=at)
    send(france, "A Par-Gas", message_id="<two@mail.test>", at=at)
    send(france, "A Par-Bur", message_id="<one@mail.test>", at=at)
    assert saved(france) == ["A PAR - GAS"]
    assert len(answers()) == 2


def test_a_mail_to_two_addresses_of_a_seat_counts_once(france: Seat, player: User) -> None:
    both = (
        mail_keys.address_of(france),
        mail_keys.address_of(france, factories.open_phase(france.game)),
    )
    message = written(sender=player.email, to=", ".join(both))
    for to in both:
        hand_over(message, to=to)
    assert len(answers()) == 1


def test_an_older_mail_does_not_replace_what_was_saved_since(france: Seat, player: User) -> None:
    phase = factories.open_phase(france.game)
    with clock.stopped_at(phase.opened_at + dt.timedelta(hours=2)):
        lines = [submission.Line("a", "A PAR - GAS")]
        submission.submit(phase, france, lines, person=player)
        send(france, "A Par-Bur", at=phase.opened_at + dt.timedelta(hours=1))
        assert saved(france) == ["A PAR - GAS"]
        assert "Other orders were saved after you wrote this email." in answers()[0].body
        send(france, "A Par-Bur", at=phase.opened_at + dt.timedelta(hours=2, minutes=1))
        assert saved(france) == ["A PAR - BUR"]


def test_two_mails_that_cross_are_ordered_by_their_own_times(france: Seat) -> None:
    at = factories.open_phase(france.game).opened_at + dt.timedelta(minutes=1)
    with clock.stopped_at(at + dt.timedelta(hours=1)):
        send(france, "A Par-Gas", at=at + dt.timedelta(minutes=2))
        send(france, "A Par-Bur", at=at)
        assert saved(france) == ["A PAR - GAS"]
        send(france, "A Par-Pic", at=at + dt.timedelta(minutes=3))
        assert saved(france) == ["A PAR - PIC"]


def test_a_date_in_the_future_does_not_keep_later_mails_out(france: Seat) -> None:
    send(france, "A Par-Gas", at=clock.now() + dt.timedelta(days=300))
    send(france, "A Par-Bur", at=clock.now() + dt.timedelta(seconds=1))
    assert saved(france) == ["A PAR - BUR"]


def test_a_mail_from_before_the_phase_is_not_read_for_it(france: Seat) -> None:
    opened_at = factories.open_phase(france.game).opened_at
    send(france, at=opened_at - dt.timedelta(minutes=1))
    assert saved(france) == []
    assert "before the open phase began (Spring 1901" in answers()[0].body


def test_an_answer_to_a_mail_about_an_earlier_phase_is_not_read_for_a_later_one(
    france: Seat, player: User
) -> None:
    first = factories.open_phase(france.game)
    old = mail_keys.address_of(france, first)
    hand_over(written("A Par-Bur", sender=player.email, to=old), to=old)
    assert saved(france) == ["A PAR - BUR"]
    with clock.stopped_at(factories.deadline(france.game)):
        due_phases.resolve_due()
        later = factories.open_phase(france.game)
        hand_over(written("A Bur H", sender=player.email, to=old), to=old)
        assert not Order.objects.filter(phase=later).exists()
        refused = answers()[-1]
        assert "about an earlier phase" in refused.body
        [to] = refused.reply_to
        hand_over(written("A Bur H", sender=player.email, to=to), to=to)
        assert Order.objects.filter(phase=later).count() == 1


def test_mails_about_missing_orders_are_answered_with_orders(
    france: Seat, player: User, game: Game
) -> None:
    with clock.stopped_at(factories.deadline(game)):
        due_phases.resolve_due()
        mails = [each for each in delivered() if "results of" in each.subject]
        [mine] = [each for each in mails if each.to == [player.email]]
        assert "You can answer this email with your orders." in mine.body
        [to] = mine.reply_to
        hand_over(written("A Par H", sender=player.email, to=to), to=to)
        assert Order.objects.filter(phase=factories.open_phase(game)).count() == 1
    others = [each for each in mails if each.to != [player.email]]
    assert others
    assert not any(each.reply_to for each in others)
    assert not any("answer this email" in each.body for each in others)


def test_a_game_may_ask_that_mails_are_confirmed_on_the_site(france: Seat, player: User) -> None:
    Game.objects.filter(pk=france.game_id).update(confirms_mail=True)
    send(france, "A Par-Bur")
    assert saved(france) == []
    [answer] = answers()
    assert "once you confirm them on the site" in answer.body
    link = re.search(r"http://localhost:8000(/games/mailed/\S+)", str(answer.body))
    assert link is not None
    client = Client()
    client.force_login(player)
    assert "A Par-Bur</textarea>" in client.get(link[1]).content.decode()


def test_the_name_below_the_orders_is_no_order(france: Seat, player: User) -> None:
    send(france, f"Hi,\n\nA Par-Bur\n\n{player.name}")
    assert saved(france) == ["A PAR - BUR"]


def test_a_mail_without_a_date_saves_nothing(france: Seat, player: User) -> None:
    to = mail_keys.address_of(france)
    message = written(sender=player.email, to=to)
    del message["Date"]
    hand_over(message, to=to)
    assert saved(france) == []
    assert "when it was written" in answers()[0].body


def test_a_mail_that_comes_after_the_deadline_saves_nothing(france: Seat) -> None:
    due_at = factories.deadline(france.game)
    with clock.stopped_at(due_at + dt.timedelta(seconds=1)):
        send(france, at=due_at - dt.timedelta(minutes=5))
        assert saved(france) == []
        assert "The deadline of Spring 1901, movement has passed" in answers()[0].body


def test_an_address_that_was_replaced_is_dead(france: Seat, player: User) -> None:
    old = mail_keys.address_of(france)
    mail_keys.renew(france, player)
    hand_over(written(sender=player.email, to=old), to=old)
    assert saved(france) == []
    assert answers() == []


def test_the_address_of_a_former_player_is_dead(france: Seat, player: User) -> None:
    old = mail_keys.address_of(france)
    tenures.resign(france, player)
    hand_over(written(sender=player.email, to=old), to=old)
    assert saved(france) == []
    assert mail_keys.address_of(france) == ""


def test_the_address_is_dead_while_a_substitute_plays_and_afterwards(
    game: Game, france: Seat, player: User, master: User
) -> None:
    old, stand_in = mail_keys.address_of(france), factories.person("Stan")
    confirm(stand_in)
    factories.lend(france, stand_in, number=1, by=master)
    for sender in (player, stand_in):
        hand_over(written(sender=sender.email, to=old), to=old)
    substitutes.end_substitute(france, by=master)
    hand_over(written(sender=player.email, to=old), to=old)
    assert saved(france) == []
    assert answers() == []


def test_a_successor_gets_an_address_of_their_own(france: Seat, player: User, master: User) -> None:
    heir = factories.person("Hera")
    confirm(heir)
    factories.replace(france, heir, by=master)
    mail_keys.renew(france, heir)
    send(france)
    assert saved(france) == ORDERED


def test_a_key_of_another_shape_opens_nothing(france: Seat) -> None:
    for key in ("", "x", "m-x", "m-" + "a" * 36, "ж" * 26, "a" * 26):
        to = f"orders+{key}@play.test"
        hand_over(written(sender=factories.holder(france).email, to=to), to=to)
    assert not ReceivedMail.objects.exists()


def test_floods_are_stopped_and_said_once(france: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(received, "MOST_AN_HOUR", 2)
    for unit in ("Bur", "Gas", "Pic", "Bre"):
        send(france, f"A Par-{unit}")
    assert saved(france) == ["A PAR - GAS"]
    sent = answers()
    assert len(sent) == 3
    assert "emails in an hour" in sent[-1].body


def test_a_failure_stores_nothing_so_that_the_mail_can_come_again(
    france: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("games.inbound.answers.queue_saved", lambda *_a, **_k: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            send(france, message_id="<one@mail.test>")
    assert saved(france) == []
    assert not ReceivedMail.objects.exists()
    send(france, message_id="<one@mail.test>")
    assert saved(france) == ORDERED


def test_no_log_and_no_mail_of_others_has_orders_or_keys(
    france: Seat, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    key = mail_keys.address_of(france).partition("+")[2].partition("@")[0]
    send(france)
    send(france, "A Par-Bur\nF Bre-Spa")
    send(france, sender="thief@evil.test")
    written_down = caplog.text + "".join(capsys.readouterr())
    others = "".join(
        str(each.body) for each in delivered() if each.to != [factories.holder(france).email]
    )
    for secret in ("Par-Bur", "PAR - BUR", "Bre-Spa", key):
        assert secret not in written_down
        assert secret not in others


def test_a_failure_quotes_no_orders(
    france: Seat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise ValueError("A PAR - BUR")

    monkeypatch.setattr("games.orders.order_sheets.read_block", fail)
    with pytest.raises(SaveFailedError) as failure:
        send(france)
    assert "PAR" not in str(failure.value)


def test_mails_are_forgotten_after_a_month(france: Seat) -> None:
    send(france)
    with clock.stopped_at(clock.now() + received.KEPT + dt.timedelta(hours=1)):
        received.delete_expired()
    assert not ReceivedMail.objects.exists()


def test_dead_keys_are_deleted(france: Seat, player: User) -> None:
    mail_keys.delete_dead()
    assert MailKey.objects.count() == 1
    tenures.resign(france, player)
    mail_keys.delete_dead()
    assert not MailKey.objects.exists()


def test_closing_an_account_deletes_keys_and_mails(france: Seat, player: User) -> None:
    send(france)
    account_closing.close(player)
    assert not MailKey.objects.exists()
    assert not ReceivedMail.objects.exists()
