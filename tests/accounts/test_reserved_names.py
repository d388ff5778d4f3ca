"""Names that could be taken for the site or for those who run it are refused."""

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.utils.translation import gettext, override

from accounts.models import User
from accounts.names import reserved_names, spelling
from tests import factories

RESERVED = [
    "Game master", "game-master", "GameMaster", "G.A.M.E. Master", "The Game Master", "GM",
    "Game master 2", "Gаme Mаster", "Entente", "ENTENTE", "Entente2", "Entente Support", "Еntente",
    "Énténte", "E n t e n t e", "the site", "The Site", "Site", "Admın A", "Admin", "Adm1n",
    "Adrnin", "Admin A", "Αdmin", "admin42", "Administrator", "Moderator", "System", "Support",
    "closed account", "Former player", "Nobody", "hidden", "Everyone", "Anonymous",
    "Director de juego", "Administradora", "Moderador", "Moderación", "el sitio", "Soporte",
    "cuenta cerrada", "nadie", "antiguo jugador", "Anónimo",
    "Amministratore", "Amministratrice", "Arbitro", "Moderatrice", "il sito", "Assistenza",
    "account chiuso", "nessuno", "ex giocatore", "Anonimo",
    "Администратор", "Админ", "АДМИН", "Модератор", "Ръководител на играта", "Водещ", "сайтът",
    "Сайт", "закрит профил", "никой", "Поддръжка", "бивш играч", "Анонимен",
]  # fmt: skip
FREE = [
    "Anna", "Иван Вазов", "Master Yoda", "Gamer", "Sitea", "Badminton", "Ana Madero", "Adminka",
    "Ententeur", "Anna the Great", "Systema", "Noah Body", "José-María", "नेहा", "李雷", "Gerd",
]  # fmt: skip


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_of_the_site_or_its_staff_is_reserved(name: str) -> None:
    assert reserved_names.is_reserved(name)


@pytest.mark.parametrize("name", FREE)
def test_other_names_are_not_reserved(name: str) -> None:
    assert not reserved_names.is_reserved(name)


@pytest.mark.parametrize("language", [code for code, _label in site_settings.LANGUAGES])
@pytest.mark.parametrize("text", reserved_names.SHOWN)
def test_no_text_that_stands_in_for_a_name_can_be_one(text: str, language: str) -> None:
    with override(language):
        shown = gettext(text)
    assert reserved_names.is_reserved(shown)


@pytest.mark.parametrize(
    "name", ["Boston Club", "boston-club", "Boston Club News", "play.boston.example", "Bost0n Club"]
)
def test_the_names_of_the_site_in_its_settings_are_reserved(settings, name: str) -> None:
    assert not reserved_names.is_reserved(name)
    settings.DEFAULT_FROM_EMAIL = "Boston Club <games@boston.example>"
    settings.SITE_URL = "https://play.boston.example"
    assert reserved_names.is_reserved(name)
    assert not reserved_names.is_reserved("Boston")


@pytest.mark.parametrize("name", ["Game master", "Entente", "the site", "Admın A", "сайтът"])
def test_nobody_signs_up_under_a_reserved_name(db, client: Client, name: str) -> None:
    sheet = {
        "name": name, "email": "a@x.test", "password1": factories.PASSWORD, "time_zone": "UTC"
    }  # fmt: skip
    answer = client.post("/accounts/signup/", sheet)
    assert "This name is reserved" in answer.content.decode()
    assert not User.objects.exists()


def preferences(person: User, name: str) -> str:
    sheet = {"name": name, "language": "en", "notation": "", "time_zone": "UTC"}
    client = Client()
    client.force_login(person)
    client.post("/accounts/preferences/", sheet)
    person.refresh_from_db()
    return person.name


def test_nobody_takes_a_reserved_name_later(db) -> None:
    assert preferences(factories.person("Anna"), "Moderator") == "Anna"


def test_those_who_run_the_site_may_take_a_reserved_name(db) -> None:
    assert preferences(factories.person("Anna", is_staff=True), "Moderator") == "Moderator"


def test_who_has_a_reserved_name_already_can_save_the_other_preferences(db) -> None:
    person = factories.person("Moderator")
    assert preferences(person, "MODERATOR") == "MODERATOR"
    assert preferences(person, "Administrator") == "MODERATOR"


def test_the_words_are_folded_like_names(db) -> None:
    """A word that the folding changes would otherwise never be found."""
    for word in reserved_names.ANYWHERE + reserved_names.ALONE:
        assert reserved_names.is_reserved(spelling.normalize(word).upper())
