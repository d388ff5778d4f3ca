"""Cases that a table of statuses cannot express: races, buttons, and data stored about people."""

import re
import time
import uuid
from contextlib import nullcontext
from unittest import mock

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from accounts import account_closing, clock
from accounts.models import Session, User
from games import access
from games.core.errors import Refused
from games.lifecycle import lobby
from games.models import (
    Bookmark,
    Game,
    LobbyEntry,
    Message,
    Notification,
    Order,
    Seat,
    SeatInvitation,
    Tenure,
)
from games.notifications import content
from games.press import sending
from games.seats import invitations, tenures
from games.web.pages.lobby import lobby_page
from tests import factories

from . import unchecked
from .walk import OTHER_VERBS, ask
from .world import World

pytestmark = pytest.mark.django_db
MESSAGE = {"text": "Too late.", "request_key": "3e0a2a7c-5dd1-4c0b-9a35-3d1c2b7f7a01"}


# The seat changes hands between the check of the view and the write: the write must check again.


@pytest.mark.parametrize("role", ["former", "other", "guest", "master"])
def test_orders_are_taken_from_the_holder_of_the_moment_alone(world: World, role: str):
    page = f"/games/{world.public.game.slug}/F1901M"
    stored = list(Order.objects.order_by("pk").values())
    with (
        mock.patch("games.web.views.play.access.own_seats_or_404", unchecked.own_seats_or_404),
        mock.patch("games.web.views.play.access.seat_or_404", unchecked.seat_or_404),
    ):
        sheet = {"mode": "text", "text": "F LON - NTH"}
        assert ask(world, role, "POST", f"{page}/orders/ENGLAND/", sheet).word == "409"
        assert ask(world, role, "POST", f"{page}/ready/ENGLAND/", {"ready": "yes"}).word == "302"
        assert ask(world, "heir", "POST", f"{page}/orders/ENGLAND/", sheet).word == "done"
    assert list(Order.objects.order_by("pk").values()) == stored


def every_writer(part: access.Role, _circle: object) -> list[Seat]:
    return list(part.game.seats.filter(power="ENGLAND"))


@pytest.mark.parametrize("role", ["former", "own"])
def test_messages_are_taken_from_the_holder_of_the_moment_alone(world: World, role: str):
    page = f"/games/{world.public.game.slug}/press"
    with mock.patch("games.web.pages.press.compose.access.writing_seats", every_writer):
        for to in ("to/ENGLAND-FRANCE", "public"):
            assert ask(world, role, "POST", f"{page}/{to}/", MESSAGE).word == "409"
            assert ask(world, "heir", "POST", f"{page}/{to}/", MESSAGE).word == "done"


def test_a_seat_outside_writes_into_no_circle(world: World):
    """A person with several seats may enter a thread by one of them and try to sign as another."""
    game = world.public.game
    factories.seat(game, "GERMANY").tenures.update(person=world.people["own"])
    with mock.patch("games.web.pages.press.compose.access.writing_seats", unchecked.writing_seats):
        path = f"/games/{game.slug}/press/to/ENGLAND-FRANCE/"
        assert ask(world, "own", "POST", path, {**MESSAGE, "seat": "GERMANY"}).word == "409"
        assert ask(world, "own", "POST", path, {**MESSAGE, "seat": "FRANCE"}).word == "done"


@pytest.mark.parametrize("no_power", [{"unsigned": True}, {"seat": None}])
def test_a_message_that_no_power_signs_is_none_to_mute_by(
    world: World, no_power: dict[str, object]
):
    """Muting the author of an unsigned message would reveal the author."""
    game, own = world.public.game, world.people["own"]
    messages = Message.objects.filter(thread__game=game, thread__circle="", hidden_at=None)
    message = messages.exclude(person=own).exclude(seat=None).exclude(unsigned=True)[0]
    path = reverse("games:mute_power", args=[game.slug, message.key])
    assert ask(world, "own", "GET", path).word == "200"
    Message.objects.filter(pk=message.pk).update(**no_power)
    assert ask(world, "own", "GET", path).word == "404"


def test_whoever_was_removed_is_told_so_and_not_led_to_a_game_out_of_sight(world: World):
    """An invitation still leads into the game; the game's own page is for its members."""
    waits = world.private.lobby
    lobby.remove(waits, world.people["other"], by=world.people["master"])
    waits = Game.objects.get(pk=waits.pk)  # not the object of the other tests: its key is new
    path = reverse("games:invitation", args=[waits.slug, waits.invitation_key])
    form = {"csrfmiddlewaretoken": "a token"}
    assert ask(world, "other", "POST", path, form).word == "200"
    assert ask(world, "guest", "POST", path, form).word == "done"


def test_a_second_click_on_leaving_leads_to_what_its_person_may_see(world: World):
    other = world.people["other"]
    seen = world.public.lobby.get_absolute_url()
    for waits, page in ((world.public.lobby, seen), (world.private.lobby, "/games/")):
        lobby.leave(waits, other)
        answer = world.client("other").post(f"/games/{waits.slug}/leave/", {"second": "click"})
        assert answer["Location"] == page


def test_choosing_powers_leads_to_their_thread(world: World):
    path = f"/games/{world.public.game.slug}/press/"
    answer = world.client("own").get(path, {"writer": "FRANCE", "to": ["GERMANY", "TURKEY"]})
    assert answer["Location"] == f"{path}to/FRANCE-GERMANY-TURKEY/#write"


@pytest.mark.parametrize("role", ["own", "guest", "mplays", "alien"])
def test_nobody_else_signs_as_the_master(world: World, role: str):
    def write(role: str, game: Game) -> None:
        key, person = uuid.uuid4(), world.people[role]
        sending.send(game, [], sender=None, person=person, text="Hear!", request_key=key)

    write("master", world.public.game)
    with pytest.raises(Refused):
        write(role, world.public.game)
    with pytest.raises(Refused):
        write("master", world.public.lobby)


def test_a_lobby_shows_the_wishes_that_were_given_there(world: World):
    lobby.wish(world.private.lobby, world.people["other"], [1, 0])
    for waits, chosen in ((world.public.lobby, ["6"]), (world.private.lobby, ["1", "0"])):
        page = ask(world, "other", "GET", waits.get_absolute_url()).text
        assert re.findall(r'<option value="(\d+)" selected', page) == chosen


def test_forms_of_a_lobby_answer_no_other_verbs(world: World):
    waits = world.public.lobby
    for role, form, method in (("other", "wishes", "wishes"), ("master", "powers", "master")):
        Game.objects.filter(pk=waits.pk).update(allotment=method)
        for verb in OTHER_VERBS:
            answer = ask(world, role, verb, f"/games/{waits.slug}/{form}/")
            assert (verb, answer.word, answer.wrote) == (verb, "405", frozenset())


# Buttons and forms are shown only to those who may use them


def test_a_form_to_write_is_for_those_who_hold_a_seat(world: World):
    path = f"/games/{world.public.game.slug}/press/"
    for role, powers in (("own", {"FRANCE"}), ("former", set()), ("mplays", {"RUSSIA"})):
        page = world.client(role).get(path).content.decode()
        writers = set(re.findall(r'name="writer"[^>]*value="([A-Z]+)"', page))
        writers |= set(re.findall(r'value="([A-Z]+)"[^>]*name="writer"', page))
        assert (role, writers) == (role, powers)


def test_a_lobby_offers_a_new_link_to_its_master_alone_and_names_no_former_one(world: World):
    game = world.public.lobby
    former = factories.person("Augusta Former")
    game.masterships.create(person=former, since=game.created_at, until=clock.now())
    renew = reverse("games:renew_invitation", args=[game.slug])
    for role, offered in (("master", True), ("other", False), ("guest", False)):
        page = world.client(role).get(game.get_absolute_url()).content.decode()
        assert (role, f'href="{renew}"' in page) == (role, offered)
        assert "Augusta Former" not in page


def test_a_lobby_that_has_begun_leads_only_those_to_the_game_who_see_it(world: World):
    game = world.private.game
    for role, leads in (("own", True), ("guest", False)):
        request = RequestFactory().get("/")
        request.user = world.people[role]
        assert lobby_page(request, game)["may_open"] is leads


def test_an_invitation_that_comes_too_late_does_not_lead_into_a_private_game(world: World):
    game = world.private.lobby
    Game.objects.filter(pk=game.pk).update(lobby_closes_at=clock.now())
    path = reverse("games:invitation", args=[game.slug, game.invitation_key])
    assert ask(world, "guest", "POST", path).word == "200"
    begun = world.private.game
    path = reverse("games:invitation", args=[begun.slug, begun.invitation_key])
    assert ask(world, "guest", "GET", path).word == "404"
    assert world.client("own").get(path)["Location"] == begun.get_absolute_url()


def test_only_superusers_hand_out_rights(world: World):
    staff, path = world.people["staff"], f"/admin/accounts/user/{world.people['staff'].pk}/change/"
    staff.user_permissions.set(Permission.objects.all())
    for role, may in (("staff", False), ("super", True)):
        page = world.client(role).get(path)
        assert page.status_code == 200
        assert ('name="is_superuser"' in page.content.decode()) == may


def test_a_closed_account_stays_as_it_was_scrubbed(world: World):
    guest = world.people["guest"]
    account_closing.close(guest)
    form = {"name": "Back again", "time_zone": "UTC", "language": "en"}
    assert (
        ask(world, "super", "POST", f"/admin/accounts/user/{guest.pk}/change/", form).word == "403"
    )


# Data about people, and who may read it


def test_how_far_one_has_read_is_remembered_of_players_and_masters_alone(world: World):
    game = world.public.game
    path = f"/games/{game.slug}/press/public/"
    remembered = {"own", "former", "heir", "other", "plays", "mplays", "master", "supmas"}
    remembered |= {"co", "stand", "lender", "mpast", "spast"}
    for role in set(world.people) - {"closing"}:  # that role sees no page of a game
        page = world.client(role).get(path)
        assert (role, bool(page.context["message_page"].keeps_bookmarks)) == (
            role,
            role in remembered,
        )
        assert (role, page.context["unread"] >= 0) == (role, True)
    kept = set(Bookmark.objects.filter(thread__circle="").values_list("person", flat=True))
    assert kept == {world.people[role].pk for role in remembered}


def test_an_operator_who_waits_in_a_lobby_reads_nothing_of_what_was_done_there(world: World):
    changes = reverse("admin:games_event_changelist")
    for waits in (False, True):
        if waits:
            lobby.join(world.public.lobby, world.people["super"], house_rules_accepted=True)
        answer = world.client("super").get(changes)
        titles = {event.game.title for event in answer.context["cl"].queryset}
        assert (world.public.lobby.title in titles) != waits


def test_a_language_that_is_not_ours_is_not_kept(world: World):
    world.client("guest").post("/accounts/language/", {"language": "tlh"})
    world.people["guest"].refresh_from_db()
    assert world.people["guest"].language == "en"


# Sessions


def is_signed_in(world: World, key: str) -> bool:
    client = world.client("nobody")
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client.get("/accounts/preferences/").status_code == 200


def test_people_see_and_end_their_own_sessions_alone(world: World):
    page, people = "/accounts/sessions/", world.people
    keys = {role: world.sessions[role] for role in ("own", "other", "super")}
    world.sign_in(people["own"], "again")
    again = world.sessions.pop("again")
    handles = {key: Session.objects.get(pk=key).handle for key in (*keys.values(), again)}
    shown = world.client("own").get(page).content.decode()
    assert {key for key, handle in handles.items() if handle in shown} == {again}
    for asked in ({"session": handles[again]}, {}):
        for role in ("other", "super"):
            world.client(role).post(page, asked)
    assert all(is_signed_in(world, key) for key in (*keys.values(), again))
    world.client("own").post(page, {"session": handles[again]})
    assert [is_signed_in(world, key) for key in (*keys.values(), again)] == [True] * 3 + [False]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/accounts/data/"),
        ("GET", "/accounts/data/"),
        ("GET", "/accounts/data/download/"),
        ("GET", "/accounts/close/"),
        ("GET", "/accounts/password/set/"),
    ],
)
def test_an_open_session_alone_is_asked_once_more_who_it_is(world: World, method: str, path: str):
    person, client = User.objects.get(pk=world.people["own"].pk), world.client("own")
    if "password" in path or "close" in path:
        person.set_unusable_password()
        person.save(update_fields=["password"])
        client.force_login(person)
    factories.confirm_identity(client, person, until=time.time() - 600)
    answer = client.get(path) if method == "GET" else client.post(path)
    assert answer.status_code == 302
    assert re.search("/(reauthenticate|confirm-elsewhere)/", answer["Location"])


def test_staff_end_no_sessions(world: World):
    page, key = "/admin/accounts/user/", world.sessions["own"]
    form = {"action": "end_sessions", "_selected_action": [world.people["own"].pk]}
    right = Permission.objects.get(codename="change_user")
    world.people["staff"].user_permissions.add(right)
    assert ask(world, "staff", "GET", page).word == "200"
    for role, stays in (("staff", True), ("super", False)):
        world.client(role).post(page, form)
        assert is_signed_in(world, key) is stays


# Administrators


@pytest.mark.parametrize("demanded", [False, True])
def test_the_administrators_of_a_game_are_those_who_may_act_in_it(world: World, demanded: bool):
    people = world.people
    for role in ("super", "plays", "spast", "ended", "closing"):
        Authenticator.objects.create(user=people[role], type="totp", data={})
    Authenticator.objects.create(user=people["supmas"], type="recovery_codes", data={})
    User.objects.filter(pk=people["ended"].pk).update(is_active=False)
    LobbyEntry.objects.create(
        game=world.public.lobby, person=people["super"], joined_at=clock.now()
    )
    asked = User.objects.exclude(pk=people["closing"].pk)  # to whom most pages are closed
    with override_settings(ADMIN_SECOND_FACTOR=demanded):
        assert {*access.administrators()} == {each for each in asked if access.runs_site(each)}
        for circle in (world.public, world.private):
            for game in (circle.game, circle.lobby):
                able = {each for each in asked if access.may_administer(each, game)}
                assert {*access.administrators_of(game)} == able
                assert (people["super"] in able) is (game != world.public.lobby)


def test_a_former_player_is_not_called_a_game_master_in_their_list(world: World):
    own_list = reverse("games:mine")
    assert "You’re the game master." in ask(world, "master", "GET", own_list).text
    page = ask(world, "former", "GET", own_list).text
    assert "You have no seat in this game now." in page
    assert "You’re the game master." not in page


# Mails about invitations


def test_the_mail_about_an_invitation_is_for_the_invited_person_while_they_want_some(world: World):
    for circle in (world.public, world.private):
        told = Notification.objects.filter(game=circle.game, kind="invitation", channel="mail")
        notification = told.get(person=world.people["invited"])
        assert content.notification_text(notification) is not None
        notification.person = world.people["guest"]
        assert content.notification_text(notification) is None
        notification.person = world.people["invited"]
        notification.person.takes_invitations = False
        assert content.notification_text(notification) is None
        notification.person.takes_invitations = True


def test_the_page_of_an_invitation_names_the_present_masters_alone(world: World):
    for circle in (world.public, world.private):
        page = f"/invitations/{circle.game.seat_invitations.get().key}/"
        text = ask(world, "invited", "GET", page).text
        assert "The master" in text
        assert "The handed" not in text


def test_nobody_accepts_a_seat_from_who_may_give_none_any_more(world: World):
    for circle in (world.public, world.private):
        page = f"/invitations/{circle.game.seat_invitations.get().key}/"
        accepted = {"answer": "accept"}
        assert "games_tenure" in ask(world, "invited", "POST", page, accepted).wrote
        circle.game.masterships.filter(person=world.people["master"]).update(until=clock.now())
        before = list(Tenure.objects.filter(seat__game=circle.game).values())
        answer = world.client("invited").post(page, accepted)
        assert answer["Location"] == "/invitations/"  # not the address of a private game
        assert list(Tenure.objects.filter(seat__game=circle.game).values()) == before


def test_the_second_of_two_clicks_leads_to_the_game(world: World, monkeypatch: pytest.MonkeyPatch):
    accept = invitations.accept

    def accept_twice(found: SeatInvitation, person: User) -> None:
        accept(found, person)
        accept(found, person)

    monkeypatch.setattr(invitations, "accept", accept_twice)
    game = world.private.game
    page = f"/invitations/{game.seat_invitations.get().key}/"
    answer = world.client("invited").post(page, {"answer": "accept"})
    assert answer["Location"] == game.get_absolute_url()


def test_an_accepted_invitation_that_is_sent_again_leads_its_player_to_the_game(world: World):
    game = world.private.game
    page = f"/invitations/{game.seat_invitations.get().key}/"
    accepted = {"answer": "accept", "game": game.slug}
    client = world.client("invited")
    for _ in range(2):
        assert client.post(page, accepted)["Location"] == game.get_absolute_url()
    assert world.client("guest").post(page, accepted).status_code == 404


def test_only_those_invite_who_master_the_game_or_the_site_at_that_moment(world: World):
    seat = factories.seat(world.public.game, "FRANCE")
    for role, possible in (("handed", False), ("heir", False), ("master", True)):
        refused = pytest.raises(Refused, match="Only a game master can invite")
        with nullcontext() if possible else refused:
            invitations.invite(seat, world.people["guest"], by=world.people[role])
    assert world.people["guest"].seat_invitations.count() == 1


def test_nobody_is_invited_while_they_close_their_account(world: World):
    seat = factories.seat(world.public.game, "FRANCE")
    for role, possible in (("closing", False), ("guest", True)):
        with nullcontext() if possible else pytest.raises(Refused, match="closed"):
            invitations.invite(seat, world.people[role], by=world.people["master"])
        assert world.people[role].seat_invitations.exists() is possible


def test_an_invitation_answers_no_other_verbs(world: World):
    page = f"/invitations/{world.private.game.seat_invitations.get().key}/"
    for verb in OTHER_VERBS:
        answer = ask(world, "invited", verb, page)
        assert answer.word == ("200" if verb == "HEAD" else "405"), verb
        assert not answer.wrote


# Several powers of one person


def joint_page(game: Game, name: str) -> str:
    return reverse(f"games:{name}", args=[game.slug, factories.open_phase(game).code])


@pytest.mark.parametrize("name", ["joint_orders", "joint_feedback", "joint_ready"])
def test_only_the_person_who_plays_several_powers_orders_them_together(db: None, name: str):
    master = factories.person()
    game = factories.begun_game(master, setup="four", visibility=Game.Visibility.PRIVATE)
    holder = {seat.power: factories.holder(seat) for seat in game.seats.all()}
    sent = {"text": "Austria: A Vie H\nFrance: A Par H", "language": "en", "ready": "yes"}
    page = joint_page(game, name)
    others = [holder["ENGLAND"], holder["GERMANY"], master, factories.person()]
    others.append(factories.person(is_superuser=True, is_staff=True))
    for person in others:
        client = Client()
        client.force_login(person)
        answer = client.post(page, sent)
        assert not Order.objects.filter(
            seat__game=game, seat__power__in=["AUSTRIA", "FRANCE"]
        ).exists()
        if person != holder["GERMANY"]:  # who plays two other powers
            assert answer.status_code == 404
    assert Client().post(page, sent)["Location"].startswith("/accounts/login/")
    client = Client()
    client.force_login(holder["FRANCE"])
    assert client.post(page, sent).status_code in (200, 302)
    assert Order.objects.filter(seat__game=game).count() == (2 if name == "joint_orders" else 0)


def test_who_has_left_orders_none_of_their_powers(db: None):
    game = factories.begun_game(factories.person(), setup="four")
    former = factories.holder(factories.seat(game, "FRANCE"))
    tenures.resign(factories.seat(game, "AUSTRIA"), former)
    client = Client()
    client.force_login(former)
    for name in ("joint_orders", "joint_feedback", "joint_ready"):
        assert client.post(joint_page(game, name), {"text": "A Par H"}).status_code == 404


def test_the_page_of_several_powers_answers_no_other_verbs(db: None):
    game = factories.begun_game(factories.person(), setup="four")
    client = Client()
    client.force_login(factories.holder(factories.seat(game, "FRANCE")))
    for verb in OTHER_VERBS:
        answer = client.generic(verb, joint_page(game, "joint_orders"))
        assert answer.status_code == 405, verb
