"""The version of a game changes with everything that its readers share, and with nothing secret."""

import datetime as dt

import pytest
from django.apps import apps
from django.db import models, transaction

from accounts import clock
from accounts.models import User
from games.core import audit
from games.deadlines import readiness
from games.models import Event, Game, Phase, Seat, Tenure, Vote
from games.state import versions
from games.votes import voting
from tests import factories

from ..orders.test_submission import submit
from ..press.message_helpers import write

pytestmark = pytest.mark.django_db

# Models of a game that no shared part shows, and why.
LEFT_OUT = {
    "Animation": "on the pages of a replay, which read it each time",
    "Ballot": "read for each page: of a secret vote nobody may know them",
    "Bookmark": "of one reader",
    "BotRequest": "of a private thread",
    "Center": "of the snapshot of a phase, which never changes",
    "Complaint": "for moderators",
    "DismissedSharing": "for administrators",
    "Draft": "of one reader",
    "Entrant": "on the pages of a tournament",
    "Event": "counted, as far as shared parts show them",
    "GameResult": "of a game that has ended for good; no page of a game shows it",
    "LobbyEntry": "gone once a game has begun",
    "LobbyInvitation": "gone once a game has begun",
    "MailKey": "of one reader",
    "MemberAnswer": "of a private thread",
    "MemberProposal": "of a private thread",
    "Message": "for the readers of its thread",
    "Mute": "of one reader",
    "Notification": "of one reader",
    "Order": "secret until its phase is resolved; the page of the game shows none of others",
    "Organizer": "on the pages of a tournament",
    "PowerResult": "of a game that has ended for good; no page of a game shows it",
    "PowerWish": "gone once a game has begun",
    "RatingChange": "on the pages of ratings",
    "ReadingCorrection": "on the pages of past phases",
    "Receipt": "of one reader",
    "ReceivedMail": "of one reader",
    "Round": "on the pages of a tournament",
    "Table": "on the pages of a tournament",
    "TablePlace": "on the pages of a tournament",
    "Team": "on the pages of a tournament",
    "Thread": "for its readers",
    "TextReport": "on the page of the administrators",
    "Tournament": "on its own pages",
    "Unit": "of the snapshot of a phase, which never changes",
    "Webhook": "for the master",
    "WebhookDelivery": "for the master",
}


def belongs_to_a_game(model: type[models.Model], seen: frozenset[type[models.Model]]) -> bool:
    targets = {field.related_model for field in model._meta.fields if field.is_relation}
    return Game in targets or any(
        belongs_to_a_game(each, seen | {model})
        for each in targets - seen - {model, User}
        if isinstance(each, type) and each._meta.app_label == "games"
    )


def test_each_model_of_a_game_counts_or_is_left_out_for_a_reason():
    counted = {source.model.__name__ for source in versions.SOURCES} - {"User"}
    found = {
        model.__name__
        for model in apps.get_app_config("games").get_models()
        if belongs_to_a_game(model, frozenset())
    }
    assert counted | set(LEFT_OUT) == found
    assert counted.isdisjoint(LEFT_OUT)


@pytest.mark.services
def test_it_changes_with_what_readers_share(game: Game, master: User):
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    holder = factories.holder(seat)
    seen = {versions.version(game.pk)}
    changes = [
        lambda: Game.objects.filter(pk=game.pk).update(title="Another"),
        lambda: Phase.objects.filter(pk=phase.pk).update(due_at=None, deadline=None),
        lambda: Seat.objects.filter(pk=seat.pk).update(disorder_since=clock.now()),
        lambda: Tenure.objects.filter(seat=seat).update(
            until=clock.now(), ending=Tenure.Ending.RESIGNED
        ),
        lambda: User.objects.filter(pk=holder.pk).update(name="Somebody else"),
        lambda: User.objects.filter(pk=master.pk).update(
            is_active=False, suspended_until=clock.now() + dt.timedelta(days=1)
        ),
        lambda: audit.log(Event.Kind.ANNOUNCED, game=game, actor=master, text="Hear, hear"),
        lambda: game.masterships.update(until=clock.now()),
    ]
    for change in changes:
        change()
        now = versions.version(game.pk)
        assert now not in seen
        seen.add(now)


def test_it_is_the_old_one_after_a_rollback(game: Game):
    before = versions.version(game.pk)
    with transaction.atomic():
        Game.objects.filter(pk=game.pk).update(title="Another")
        assert versions.version(game.pk) != before
        transaction.set_rollback(True)
    assert versions.version(game.pk) == before


def test_secret_acts_do_not_change_it(game: Game):
    france = factories.seat(game, "FRANCE")
    before = versions.version(game.pk)
    submit(game, "FRANCE", "A PAR H")
    readiness.set_ready(
        factories.open_phase(game), [france], ready=True, person=factories.holder(france)
    )
    write(game, "FRANCE", "GERMANY")
    assert versions.version(game.pk) == before


def test_a_ballot_does_not_change_it(game: Game):
    game.masterships.update(until=clock.now())
    france, italy = factories.seat(game, "FRANCE"), factories.seat(game, "ITALY")
    phase = factories.open_phase(game)
    vote = voting.propose(phase, france, Vote.Kind.DRAW, person=factories.holder(france))
    before = versions.version(game.pk)
    voting.cast_vote(vote, italy, in_favour=True, person=factories.holder(italy))
    assert versions.version(game.pk) == before


def test_other_games_do_not_change_it(game: Game):
    before = versions.version(game.pk)
    factories.begun_game(title="Another table")
    assert versions.version(game.pk) == before
