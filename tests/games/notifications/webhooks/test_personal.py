"""Webhooks of a person: what the site notifies them of, and nothing else."""

from typing import Any

import pytest

from accounts import account_closing, clock, suspension
from accounts.models import User
from games.core.errors import Refused
from games.models import Game, Notification, Webhook, WebhookDelivery
from games.notifications import notify, preferences
from games.notifications.webhooks import delivery, overview, personal, subscriptions
from games.notifications.webhooks.delivery import post_due
from tests import factories

from ..receiver import Receiver
from .conftest import KEY, announce, waiting

KIND = Notification.Kind
FIELDS = {
    *("version", "delivery", "event", "at", "language", "game", "title", "url"),
    *("phase", "powers", "due_at"),
}
# Events without a name of a person; the site's text of the others is that of its event.
ABOUT_EVENTS = {KIND.NEWS, KIND.ANNOUNCEMENT, KIND.VOTE}
HIDES_THE_GAME = {KIND.INVITATION}


@pytest.fixture
def france(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


@pytest.fixture
def own(france: User, receiver: Receiver) -> Webhook:
    return add_own(france, receiver)


def add_own(person: User, receiver: Receiver, path: str = "/mine") -> Webhook:
    fields = {"kind": Webhook.Kind.JSON, "secret": KEY, "language": "en"}
    return subscriptions.add_own(person, url=receiver.url(path), **fields)


def tell(kind: Notification.Kind, person: User, game: Game) -> None:
    """Notify a person as the site does for this kind."""
    Notification.objects.filter(person=person, kind=kind).delete()  # of the game's own beginning
    event = None
    if kind in ABOUT_EVENTS:
        event = game.events.exclude(actor=None).filter(text="").latest("pk")
    phase = None if kind in HIDES_THE_GAME else factories.open_phase(game)
    notify.notify(kind, [person.pk], game=game, phase=phase, event=event)


@pytest.mark.parametrize(
    "kind", [kind for kind in KIND if kind not in (KIND.YOUR_TURN, KIND.MESSAGE)]
)
def test_news_of_each_kind_has_the_facts_of_its_notification_alone(
    own: Webhook, receiver: Receiver, game: Game, france: User, kind: Notification.Kind
) -> None:
    tell(kind, france, game)
    assert post_due() == 1
    [taken] = receiver.taken
    found = taken.document
    assert set(found) == FIELDS
    assert found["event"] == kind
    assert taken.headers["x-entente-signature"].startswith("sha256=")
    opened = factories.open_phase(game)
    assert opened.due_at is not None
    assert found["game"]["slug"] == game.slug
    assert found["game"]["title"] == game.title
    assert (found["powers"], found["due_at"]) == (["FRANCE"], opened.due_at.isoformat())
    assert found["phase"] == (None if kind in HIDES_THE_GAME else opened.code)


def test_what_the_site_does_not_show_is_not_sent(
    own: Webhook, receiver: Receiver, game: Game, france: User
) -> None:
    """Reminders and turns go by mail and push alone; messages are marked as unread."""
    notify.remind([france.pk], phase=factories.open_phase(game))
    notify.notify_turn(factories.open_phase(game), ["FRANCE"])
    assert Notification.objects.filter(person=france, channel="mail").exists()
    assert post_due() == 0
    assert not receiver.seen


def test_the_news_of_others_goes_elsewhere(
    own: Webhook, receiver: Receiver, game: Game, france: User
) -> None:
    others = factories.holder(factories.seat(game, "ITALY"))
    notify.notify(KIND.RESULTS, [others.pk], game=game, phase=factories.open_phase(game))
    announce(factories.begun_game(), "In another game")
    assert post_due() == 0
    announce(game, "In this one")
    add_own(others, receiver, "/of-italy")
    assert post_due() == 1
    assert [taken.path for taken in receiver.taken] == ["/mine"]
    assert "In this one" in receiver.taken[0].document["title"]


def test_a_game_that_its_owner_may_no_longer_see_is_not_told_of(
    receiver: Receiver, game: Game
) -> None:
    left = factories.person()
    own = add_own(left, receiver)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    tell(KIND.NEWS, left, game)
    assert post_due() == 0
    assert own.deliveries.get().status == "needless"
    tell(KIND.REMOVED, left, game)
    assert post_due() == 1
    found = receiver.taken[0].document
    assert (found["game"], found["phase"], found["due_at"]) == (None, None, None)
    assert game.slug not in found["url"]


def test_an_invitation_that_is_unwanted_is_not_sent(
    own: Webhook, receiver: Receiver, game: Game, france: User
) -> None:
    tell(KIND.INVITATION, france, game)
    preferences.refuse_invitations(france)
    assert post_due() == 0
    assert not receiver.seen
    assert overview.own_webhook_cards(france)[0].lines[0].state == "not sent"
    assert post_due() == 0


def test_a_suspension_and_closing_the_account_end_it(
    own: Webhook, receiver: Receiver, game: Game, france: User
) -> None:
    admin = factories.person(is_superuser=True)
    italy = factories.holder(factories.seat(game, "ITALY"))
    add_own(italy, receiver, "/of-italy")
    announce(game, "Before")
    suspension.suspend(france, by=admin, reason="Rude.")
    account_closing.ask(italy)
    assert post_due() == 0
    assert not Webhook.objects.filter(game=None).exists()
    assert not WebhookDelivery.objects.exists()


def test_a_person_who_is_suspended_in_another_way_gets_nothing(
    own: Webhook, receiver: Receiver, game: Game, france: User
) -> None:
    announce(game, "Planned")
    WebhookDelivery.objects.create(
        webhook=own,
        notification=Notification.objects.get(person=france, channel="site", kind="announcement"),
        created_at=clock.now(),
        send_at=clock.now(),
    )
    User.objects.filter(pk=france.pk).update(is_active=False)
    announce(game, "Later")
    assert post_due() == 0
    assert not receiver.seen


def test_no_private_address_is_called(
    own: Webhook, receiver: Receiver, game: Game, france: User, settings: Any
) -> None:
    settings.PRIVATE_WEBHOOKS = False
    Webhook.objects.filter(pk=own.pk).update(url=f"https://127.0.0.1:{receiver.port}/mine")
    tell(KIND.RESULTS, france, game)
    assert post_due() == 0
    assert waiting(own)[0].status == "private"


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_is_deleted_meanwhile_delays_other_news_by_a_round(
    own: Webhook, game: Game, france: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The foreign keys are checked at the end of the transaction."""
    tell(KIND.RESULTS, france, game)
    find = personal.news

    def find_then_delete() -> list[tuple[int, int]]:
        found = find()
        subscriptions.end_all_of(france)
        return found

    monkeypatch.setattr(personal, "news", find_then_delete)
    assert (delivery.plan(), delivery.plan()) == (0, 0)
    assert not WebhookDelivery.objects.exists()


def test_a_test_arrives_and_holds_nothing_of_a_game(
    own: Webhook, receiver: Receiver, france: User
) -> None:
    subscriptions.try_out(own)
    assert post_due() == 1
    found = receiver.taken[0].document
    assert (found["event"], found["game"], found["powers"]) == ("test", None, [])


def test_a_chat_gets_the_sentence_of_the_site(receiver: Receiver, game: Game, france: User) -> None:
    fields = {"kind": Webhook.Kind.SLACK, "url": receiver.url("/slack"), "language": "it"}
    subscriptions.add_own(france, **fields)
    tell(KIND.GAME_BEGUN, france, game)
    assert post_due() == 1
    assert game.title in receiver.taken[0].document["text"]


def test_a_person_has_no_place_twice_and_ten_at_most(receiver: Receiver, france: User) -> None:
    for number in range(subscriptions.MOST):
        add_own(france, receiver, f"/{number}")
    with pytest.raises(Refused, match="already sent there"):
        add_own(france, receiver, "/0")
    with pytest.raises(Refused, match="at most 10 places"):
        add_own(france, receiver, "/10")
