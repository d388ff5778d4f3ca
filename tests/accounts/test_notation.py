"""The active order notation, and how people choose it."""

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from accounts import notation
from accounts.middleware import reader_middleware
from accounts.models import User

PAGE = "/accounts/preferences/"


def active_for(user: User | AnonymousUser) -> str:
    """Return the notation of a page for this reader."""
    request = RequestFactory().get("/")
    request.user = user

    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(notation.current())

    return reader_middleware(page)(request).content.decode()


@pytest.mark.parametrize(
    ("language", "expected"),
    [("es", "es"), ("bg", "bg"), ("es-mx", "es"), ("de", "en"), ("en-gb", "en")],
)
def test_the_notation_follows_the_language(language: str, expected: str) -> None:
    with translation.override(language):
        assert notation.current() == expected


def test_without_any_language_orders_are_written_in_english() -> None:
    with translation.override(None):
        assert notation.current() == "en"


def test_a_chosen_notation_goes_before_the_language_until_the_block_ends() -> None:
    with translation.override("it"):
        with notation.override("bg"):
            with notation.override("es"):
                assert notation.current() == "es"
            assert notation.current() == "bg"
        assert notation.current() == "it"


@pytest.mark.parametrize("code", ["", "xx", "English"])
def test_a_notation_that_there_is_not_changes_nothing(code: str) -> None:
    with translation.override("it"), notation.override(code):
        assert notation.current() == "it"


def test_an_error_within_the_block_ends_it_too() -> None:
    with translation.override("it"):
        with pytest.raises(KeyError), notation.override("bg"):
            raise KeyError
        assert notation.current() == "it"


def test_a_page_is_in_its_readers_notation_and_the_next_one_in_its_own() -> None:
    with translation.override("en"):
        assert active_for(User(name="A", language="it", notation="es")) == "es"
        assert active_for(User(name="B", language="bg")) == "bg"
        assert notation.current() == "bg"  # the request's language stays; its notation does not
    with translation.override("it"):
        assert active_for(AnonymousUser()) == "it"


def test_every_language_of_the_site_has_a_notation_that_can_be_chosen() -> None:
    assert [code for code, _label in notation.choices()] == [code for code, _ in settings.LANGUAGES]
    assert ("es", "Español – E Mar A E Par-Bor") in notation.choices()


@pytest.mark.django_db
def test_a_person_chooses_a_notation_and_gives_it_up_again(as_anna, anna) -> None:
    sheet = {"name": "Anna", "language": "it", "time_zone": "UTC"}
    as_anna.post(PAGE, {**sheet, "notation": "es"})
    anna.refresh_from_db()
    assert (anna.language, anna.notation) == ("it", "es")
    page = as_anna.get(PAGE).content.decode()
    assert '<option value="es" selected>Español – E Mar A E Par-Bor</option>' in page
    assert '<option value="">Secondo la lingua delle pagine</option>' in page
    label = page.partition('<label for="id_notation">')[2].partition("</label>")[0]
    assert label == "Notazione degli ordini", "not “(optional)”: there always is one"
    as_anna.post(PAGE, {**sheet, "notation": ""})
    anna.refresh_from_db()
    assert anna.notation == ""


@pytest.mark.django_db
def test_a_notation_that_there_is_not_cannot_be_chosen(as_anna, anna) -> None:
    sheet = {"name": "Anna", "language": "it", "time_zone": "UTC", "notation": "xx"}
    answer = as_anna.post(PAGE, sheet)
    assert answer.context["form"].errors.keys() == {"notation"}
    anna.refresh_from_db()
    assert (anna.language, anna.notation) == ("en", "")
