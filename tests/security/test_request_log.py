"""The log names the address of a request, never the values in its path.

Paths of messages and orders hold powers and keys of threads. With the person's primary key beside
them, whoever reads the log would learn who plays what, and who writes to whom.
"""

import re
from unittest import mock

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.models import Game, Vote

from .canaries import TITLE
from .test_error_reports import mailed
from .test_secrets import (
    MESSAGE,
    logged,
    mailed_to_admins,
    message,
    messages_url,
    orders_url,
    send_everything,
)
from .world import World

pytestmark = pytest.mark.django_db


def test_no_log_line_pairs_a_person_with_an_address_of_press_or_of_a_seat(world: World):
    """The path of a request is logged by the name of its address, without the values in it."""
    own, person = world.client("own"), world.people["own"]
    topic = str(world.public.game.threads.get(title=TITLE).key)
    forgetful = Client(enforce_csrf_checks=True)
    forgetful.cookies = own.cookies
    with logged() as log:
        send_everything(world)
        own.get(reverse("games:topic", args=[world.public.game.slug, topic]))
        own.get(f"{messages_url(world)}?before={'f' * 32}")
        own.get(messages_url(world, "to/ENGLAND-FRANCE-UTOPIA"))
        own.get(messages_url(world).rstrip("/"))
        own.get(
            orders_url(world, "no-such-phase"), headers={"content-type": "text/plain; charset=x"}
        )
        refused = forgetful.post(messages_url(world), message(MESSAGE))
        own.post(messages_url(world), message(MESSAGE), content_type="text/plain; charset=utf-16")
    assert refused.status_code == 403
    lines = log.getvalue().splitlines()
    assert any("Forbidden" in line and "games:thread" in line for line in lines)
    mine = [line for line in lines if f'"user_id": {person.pk}' in line]
    names = {name for line in mine for name in re.findall(r'"request": "([^"]*)"', line)}
    assert names >= {
        "GET games:thread",
        "POST games:thread",
        "GET games:topic",
        "POST games:orders",
    }
    values = ("/games/", "/press/", "ENGLAND", "FRANCE", topic, "f" * 32)
    assert not [line for line in lines if any(value in line for value in values)]


def test_an_error_of_a_press_page_is_reported_by_the_name_of_its_address(world: World):
    own = world.client("own")
    own.raise_request_exception = False
    mail.outbox.clear()
    broken = mock.patch("games.web.views.press.render", side_effect=RuntimeError("broken"))
    with logged() as log, mailed_to_admins(), broken:
        assert own.get(messages_url(world)).status_code == 500
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert "Internal Server Error: games:thread" in str(sent.subject)
        assert "GET games:thread" in str(sent.body)
    path = f"/games/{world.public.game.slug}"
    told = f"{mailed()}\n{log.getvalue()}"
    assert told.count("RuntimeError") >= 3
    assert not [part for part in (path, "/to/", "ENGLAND") if part in told]


def test_a_path_that_the_site_does_not_have_is_not_logged(world: World):
    with logged() as log:
        assert world.client("own").get("/games/press/to/ENGLAND-FRANCE").status_code in (301, 404)
        assert world.client("own").get("/no/such/ENGLAND/").status_code == 404
    assert '"request": "GET unknown"' in log.getvalue()
    assert "ENGLAND" not in log.getvalue()


def test_the_health_requests_of_a_monitor_are_not_logged(world: World):
    with logged() as log:
        world.client("nobody").get("/healthz")
        world.client("nobody").post("/healthz")
    finished = [line for line in log.getvalue().splitlines() if "request_finished" in line]
    assert ["POST healthz" in line for line in finished] == [True]


def test_no_log_line_says_who_has_proposed_voted_or_withdrawn(world: World):
    game = world.public.game
    Game.objects.filter(pk=game.pk).update(secret_votes=True)
    own, person = world.client("own"), world.people["own"]
    france = {"seat": "FRANCE"}
    with logged() as log:
        proposed = own.post(reverse("games:votes", args=[game.slug]), france | {"kind": "draw"})
        vote = Vote.objects.get()
        own.post(reverse("games:vote", args=[game.slug, vote.pk]), france | {"vote": "no"})
        own.post(reverse("games:withdraw_vote", args=[game.slug, vote.pk]), france)
        own.get(game.get_absolute_url())
    assert proposed.status_code == 302
    lines = log.getvalue().splitlines()
    about = [line for line in lines if re.search("games:(votes|vote|withdraw_vote)", line)]
    assert len([line for line in about if "request_finished" in line]) == 3
    mine = [line for line in lines if f'"user_id": {person.pk}' in line]
    assert mine, "other requests name their person"
    assert not set(mine) & set(about)
