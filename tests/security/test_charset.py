"""Forms in charsets other than UTF-8 are refused: some result in text that cannot be stored."""

import pytest
from django.conf import settings
from django.test import override_settings

from games.models import Message, Receipt

from .test_secrets import message, messages_url, orders_url
from .world import World

pytestmark = pytest.mark.django_db
HALF = "half a \\ud800 character"
REFUSING = "config.http.middleware.charset_middleware"
ODD = ["unicode_escape", "raw-unicode-escape", "utf-7", "utf-16", "latin-1", "idna", "cp037"]


def send(world: World, form: str, charset: str, text: str = HALF) -> int:
    """Send an invalid form, so that the page shows its text again."""
    fields, page = message(text, request_key="none"), messages_url(world)
    if form == "orders":
        fields, page = {"mode": "text", "text": text}, orders_url(world)
    body = "".join(
        f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    kind = f"multipart/form-data; boundary=B{charset and '; charset='}{charset}"
    client = world.client("own")
    return client.generic("POST", page, f"{body}--B--\r\n", content_type=kind).status_code


@pytest.mark.parametrize("charset", ODD)
@pytest.mark.parametrize("form", ["orders", "messages"])
def test_a_form_of_another_charset_is_refused(world: World, form: str, charset: str):
    before = Message.objects.count(), Receipt.objects.count()
    assert send(world, form, charset) == 400
    assert (Message.objects.count(), Receipt.objects.count()) == before


@pytest.mark.parametrize("charset", ["", "utf-8", "UTF-8", "utf8", "no-such-charset"])
@pytest.mark.parametrize(("form", "status"), [("orders", 422), ("messages", 409)])
def test_a_form_of_utf_8_is_read_as_ever(world: World, form: str, status: int, charset: str):
    """Django reads an unknown charset as UTF-8."""
    assert send(world, form, charset, "Grüße, \u0416\U0001f31e") == status


def test_an_address_is_utf_8_as_well(world: World):
    headers = {"content-type": "text/plain; charset=unicode_escape"}
    answer = world.client("own").get(messages_url(world), {"before": "\\ud800"}, headers=headers)
    assert answer.status_code == 400


@pytest.mark.parametrize("form", ["orders", "messages"])
def test_without_this_the_page_that_gives_the_text_back_would_break(world: World, form: str):
    others = [name for name in settings.MIDDLEWARE if name != REFUSING]
    with override_settings(MIDDLEWARE=others):
        assert send(world, form, "unicode_escape") == 500


def test_texts_name_their_charset(world: World):
    """A reader who has to guess may guess a charset in which harmless text is markup."""
    client, game = world.client("own"), world.public.game
    addresses = [
        "/",
        "/healthz",
        "/nowhere/",
        game.get_absolute_url(),
        *(f"{game.get_absolute_url()}{name}" for name in ("feed.atom", "calendar.ics")),
        f"{game.get_absolute_url()}{game.phases.earliest('pk').code}/map.svg",
    ]
    types = {address: client.get(address)["Content-Type"] for address in addresses}
    assert {"image/svg+xml", "application/atom+xml"} <= {
        each.split(";")[0] for each in types.values()
    }
    assert not {name: each for name, each in types.items() if not each.endswith("; charset=utf-8")}


def test_files_of_xml_name_their_charset():
    static = settings.WHITENOISE_MIMETYPES
    assert static[".svg"] == "image/svg+xml; charset=utf-8"
