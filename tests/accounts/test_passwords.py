"""The rules for new passwords, on the pages that take one."""

import gzip
import re
import tomllib
from pathlib import Path

import pytest
from django.test import Client

import adjudicator
from accounts.models import User
from accounts.passwords import context_words, folding, known
from accounts.passwords.validators import LONGEST
from tests.factories import PASSWORD, confirm_identity
from tests.mails import delivered

pytestmark = pytest.mark.django_db

RULES = Path(adjudicator.__file__).parent
NEWCOMER = {"email": "berta.kinsky@x.test", "name": "Berta Suttner", "time_zone": "Europe/Vienna"}
GOOD = "lay down your arms"
LISTED = "administrator"
# “é” as one character and as two.
COMPOSED, DECOMPOSED = "caf\u00e9 au lait 1905", "cafe\u0301 au lait 1905"


def sign_up(password: str, **fields: str):
    return Client().post("/accounts/signup/", {**NEWCOMER, "password1": password, **fields})


def objections(password: str, **fields: str) -> list[str]:
    """The codes of the errors of a sign-up with this password."""
    answer = sign_up(password, **fields)
    if answer.status_code == 302:
        return []
    return [error.code for error in answer.context["form"].errors.as_data()["password1"]]


@pytest.mark.parametrize(
    "password",
    [
        *("entente2024", "Ententeentente", "Entente123456", "3nt3nt3!1905", "Антанта!1905"),
        *("Diplomacy1905", "D1pl0macy!!", "diplomacia1", "diplomazia1", "Diplomacy!!!!!!!!!!"),
        *("play.stab.example", "stabstab99"),
        *("Constantinople1", "Austria-Russia", "Виена!2024", "turquía2024", "P4ris 1901"),
        *("Kinsky.2024!", "berta#2024!", "my Suttner!", "B3rta$2024"),
        "Diplomacy12345678",  # without the word it is on the list
    ],
)
def test_a_password_that_is_little_but_words_of_the_site_or_the_person_is_refused(
    settings, password
):
    settings.SITE_URL = "https://play.stab.example"
    assert objections(password) in (["password_of_context_words"], ["password_too_similar"])


@pytest.mark.parametrize(
    "password",
    [
        *("correct horse, Paris battery", "Diplomacy is not my cup of tea", "chrome-plated"),
        *("aerodromes at dusk", "entente 8d!kZ92q", "Berta 8d!kZ92q"),
        *("7f3KqPz!", "83746519", "        x       y", "пет бели коня", "🐎🔋🧷🐎🔋🧷🐎🔋"),
    ],
)
def test_any_characters_are_taken_and_such_words_do_no_harm_beside_enough_others(password):
    assert objections(password) == []


def test_the_places_have_all_powers_and_centers_in_all_languages():
    board = tomllib.loads((RULES / "maps/standard.toml").read_text())
    centers = {code for code, province in board.items() if "center" in province}
    assert len(centers) == 34
    places = {folding.fold(place) for place in context_words.PLACES}
    for file in (RULES / "notation/languages").glob("*.toml"):
        words = tomllib.loads(file.read_text())
        names = [words["provinces"][code]["name"] for code in centers]
        names += [power["name"] for power in words["powers"].values()]
        for name in names:
            assert places & set(re.split(r"[\W_]+", folding.fold(name))), (file.name, name)


def test_a_newcomers_password_is_compared_with_name_and_address():
    assert objections("bertasuttnerr") == ["password_too_similar"]
    assert objections("berta.kinsky@x") == ["password_too_similar"]
    assert objections("bertasuttnerr", name="Clara", email="c@x.test") == []
    assert objections("berta.kinsky@x", name="Diana", email="d@x.test") == []


def test_a_password_of_the_list_is_refused_in_any_case_of_letters():
    for password in (LISTED, LISTED.upper(), f"  {LISTED}"):
        assert objections(password) == ["password_too_common"], password


def test_a_part_of_a_listed_password_is_not_on_the_list():
    assert known.is_known(LISTED)
    assert not known.is_known(LISTED[1:-1])
    assert not known.is_known("password1\npassword2")


def test_the_list_has_more_than_100_000_passwords_that_are_long_enough():
    lines = gzip.decompress(known.LIST.read_bytes()).decode().splitlines()
    assert len(set(lines)) == len(lines) > 190_000
    assert all(len(line) >= 8 and line == folding.normalize(line).casefold() for line in lines)
    assert not [line for line in lines if re.search(r"\S@\S+\.\w", line)], "people's addresses"
    assert "Copyright" in (known.LIST.parent / "NOTICE").read_text()


def test_the_list_is_not_read_before_somebody_chooses_a_password(client, settings):
    known._list.cache_clear()
    settings.AUTH_PASSWORD_VALIDATORS = [*settings.AUTH_PASSWORD_VALIDATORS]  # made anew
    client.get("/accounts/signup/")
    assert known._list.cache_info().currsize == 0
    sign_up(GOOD)
    assert known._list.cache_info().currsize == 1


def test_the_image_gets_the_list():
    root = RULES.parent
    assert "COPY accounts accounts" in (root / "Dockerfile").read_text()
    assert "!accounts\n" in (root / ".dockerignore").read_text()


def test_a_password_has_8_to_256_characters_and_is_not_cut_off(client):
    assert objections("7f3KqPz") == ["password_too_short"]
    long = ("Sixty-four characters must be taken, and many more. " * 9)[:LONGEST]
    assert objections(long + "x") == ["password_too_long"]
    assert objections(long) == []
    page = client.get("/accounts/signup/").content.decode()
    field = re.search(r'<input[^>]*name="password1"[^>]*>', page)
    assert field
    assert "maxlength" not in field[0], "a browser would cut off what is pasted"
    person = User.objects.get()
    assert person.check_password(long)
    assert not person.check_password(long[:-1])


def test_somebody_whose_password_is_longer_still_signs_in(client, anna):
    anna.set_password("x" * 2000)
    anna.save()
    client.post("/accounts/login/", {"login": anna.email, "password": "x" * 2000})
    assert "_auth_user_id" in client.session


def test_one_sentence_says_what_to_do_and_the_password_is_not_on_the_page():
    for password in ("entente", "Entente2024", LISTED, "x" * 300, "bertasuttner"):
        answer = sign_up(password)
        (error,) = answer.context["form"].errors["password1"]
        page = answer.content.decode()
        assert f'value="{password}"' not in page
        assert 'value="Berta Suttner"' in page
        assert re.search(r"[Cc]hoose|[Uu]se|[Aa]dd|at least", error), error


@pytest.mark.parametrize(("chosen", "typed"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_the_same_letters_are_the_same_password_however_a_keyboard_sends_them(
    client, anna, chosen, typed
):
    anna.set_password(chosen)
    anna.save()
    client.post("/accounts/login/", {"login": anna.email, "password": typed})
    assert "_auth_user_id" in client.session


def test_capital_letters_and_outer_spaces_belong_to_a_password(anna):
    anna.set_password("  Lay down your arms ")
    assert anna.check_password("  Lay down your arms ")
    assert not anna.check_password("Lay down your arms")
    assert not anna.check_password("  lay down your arms ")


def test_without_a_password_nobody_is_let_in(anna):
    anna.set_password(None)
    assert not anna.has_usable_password()
    assert not anna.check_password("")


def reset_page(client: Client, person: User) -> str:
    """The page that a mail for a forgotten password leads to."""
    Client().post("/accounts/password/reset/", {"email": person.email})
    link = re.search(r"https?://[^/]+(/accounts/\S+)", str(delivered()[-1].body))
    assert link
    path: str = client.get(link[1], follow=True).request["PATH_INFO"]
    return path


def test_change_and_reset_have_the_same_rules(anna, as_anna):
    stranger = Client()
    pages = [(as_anna, "/accounts/password/change/"), (stranger, reset_page(stranger, anna))]
    for client, path in pages:
        for bad in ("Anna@x.test1", "Entente2024", LISTED, "x" * 300, "short"):
            form = {"oldpassword": PASSWORD, "password1": bad, "password2": bad}
            answer = client.post(path, form)
            assert answer.status_code == 200, (path, bad)
            assert answer.context["form"].errors["password1"], (path, bad)
        anna.refresh_from_db()
        assert anna.check_password(PASSWORD)


def test_a_new_password_needs_the_present_one(as_anna, anna):
    form = {"oldpassword": "not it at all", "password1": GOOD, "password2": GOOD}
    answer = as_anna.post("/accounts/password/change/", form)
    assert answer.context["form"].errors.keys() == {"oldpassword"}
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_password_managers_know_what_each_field_is_for(as_anna, anna):
    stranger = Client()
    new, current = "new-password", "current-password"
    twice = {"password1": new, "password2": new}
    for client, path, fields in (
        (stranger, "/accounts/login/", {"password": current}),
        (stranger, "/accounts/signup/", {"password1": new}),
        (as_anna, "/accounts/password/change/", {"oldpassword": current, **twice}),
        (stranger, reset_page(stranger, anna), twice),
    ):
        page = client.get(path).content.decode()
        inputs = re.findall(
            r'<input type="password" name="(\w+)"[^>]* autocomplete="([\w-]+)"', page
        )
        assert dict(inputs) == fields, path
        assert "onpaste" not in page


def test_each_new_password_has_a_meter_and_no_other_field_has(as_anna, anna):
    stranger, as_carl = Client(), Client()
    # Without a password, as somebody who signs in by other means.
    carl = User.objects.create_user("carl@x.test", "Carl")
    as_carl.force_login(carl)
    confirm_identity(as_carl, carl)
    for reader, path, meters in (
        (stranger, "/accounts/login/", []),
        (as_anna, "/accounts/reauthenticate/", []),
        (stranger, "/accounts/signup/", ["id_password1"]),
        (as_anna, "/accounts/password/change/", ["id_password1"]),
        (as_carl, "/accounts/password/set/", ["id_password1"]),
        (stranger, reset_page(stranger, anna), ["id_password1"]),
    ):
        page = reader.get(path).content.decode()
        assert re.findall(r'data-strength="(\w+)"', page) == meters, path
        fields = page.count('type="password"')
        assert fields == page.count('class="password__show" type="button" aria-pressed="false"'), (
            path
        )
        assert fields, path
