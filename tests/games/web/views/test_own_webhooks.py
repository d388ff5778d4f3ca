"""The pages of a person's own webhooks."""

from django.urls import reverse

from games.models import Webhook
from tests import factories

from .conftest import signed_in, words
from .test_webhooks import KEY, SHEETS

PAGE = "games:own_webhooks"


def test_a_person_adds_tries_and_switches_off_a_place_of_their_own(db: None):
    person = factories.person()
    client = signed_in(person)
    assert "Your news isn’t sent anywhere yet" in words(client.get(reverse(PAGE)))
    sheet = {**SHEETS["json"], "language": "es"}
    added = client.post(reverse("games:add_own_webhook", args=["json"]), sheet, follow=True)
    assert "News is sent there from now on" in words(added)
    row = Webhook.objects.of_person(person).get()
    assert (row.language, row.secret) == ("es", KEY)
    assert KEY not in added.content.decode()
    tried = client.post(reverse("games:try_own_webhook", args=[row.pk]), follow=True)
    assert "The test is on its way" in words(tried)
    off = reverse("games:switch_own_webhook_off", args=[row.pk])
    stranger = signed_in(factories.person())
    assert stranger.post(off).status_code == 404
    assert "Stop sending news there?" in words(client.get(off))
    assert "News is no longer sent there" in words(client.post(off, follow=True))
    assert not Webhook.objects.exists()


def test_a_form_with_an_error_keeps_its_input(db: None):
    client = signed_in(factories.person())
    sheet = {"url": "https://10.0.0.1/", "secret": KEY, "language": "en"}
    answer = client.post(reverse("games:add_own_webhook", args=["json"]), sheet)
    assert "private network" in words(answer)
    assert "https://10.0.0.1/" in answer.content.decode()
    assert client.get(reverse("games:add_own_webhook", args=["telex"])).status_code == 404


def test_the_page_of_keys_leads_there(db: None):
    page = signed_in(factories.person()).get(reverse("accounts:api_keys"))
    assert reverse(PAGE) in page.content.decode()
