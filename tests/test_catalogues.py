"""The texts of the site in its four languages."""

import ast
import gettext
import os
import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation.template import templatize

from config.translation import compiler, upstream_texts
from tests import factories

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
SOURCES = ("accounts", "adjudicator", "config", "games")
PLACEHOLDER = re.compile(r"%%?\(\w+\)[sd]|%%[sd]|%[sd]|<[^>]+>")
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATE = re.compile(rf"\b(n?)(p?)(?:gettext|_)\(\s*({LITERAL})(?:\s*,\s*({LITERAL}))?")

Key = tuple[str | None, str]


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))


def in_python(path: Path) -> Iterator[Key]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if name == "_" or re.fullmatch(r"n?gettext(_lazy|_noop)?", name):
            yield from ((None, str(word)) for word in words[:1])
        elif re.fullmatch(r"n?pgettext(_lazy)?", name):
            yield str(words[0]), str(words[1])


def in_template(path: Path) -> Iterator[Key]:
    for _plural, context, *found in IN_TEMPLATE.findall(
        templatize(path.read_text(encoding="utf-8"))
    ):
        first, second = (ast.literal_eval(each) if each else "" for each in found)
        yield (first, second) if context else (None, first)


def in_sources() -> set[Key]:
    keys = {
        key for room in SOURCES for path in (ROOT / room).rglob("*.py") for key in in_python(path)
    }
    for suffix in ("html", "txt"):
        for path in (ROOT / "templates").rglob(f"*.{suffix}"):
            keys.update(in_template(path))
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_sources_is_in_the_catalogue(language):
    there = {(entry.msgctxt, entry.msgid) for entry in catalogue(language)}
    needed = in_sources()
    assert len(needed) > 400
    assert needed - there == set(), "run ./run manage makemessages, then translate these"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    assert [entry.msgid for entry in catalogue(language) if not entry.translated()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_every_plural_form_of_its_language(language):
    texts = catalogue(language)
    match = re.search(r"nplurals=(\d)", texts.metadata["Plural-Forms"])
    assert match
    forms = list(range(int(match[1])))
    for entry in texts:
        if entry.msgid_plural:
            assert sorted(entry.msgstr_plural) == forms, entry.msgid
            assert all(entry.msgstr_plural.values()), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_tags_are_those_of_the_text(language):
    for entry in catalogue(language):
        one = sorted(PLACEHOLDER.findall(entry.msgid))
        if not entry.msgid_plural:
            assert sorted(PLACEHOLDER.findall(entry.msgstr)) == one, entry.msgstr
            continue
        many = sorted(PLACEHOLDER.findall(entry.msgid_plural))
        for form, text in entry.msgstr_plural.items():
            assert sorted(PLACEHOLDER.findall(text)) in ([one, many] if form == 0 else [many]), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_begins_and_ends_as_its_text_does(language):
    for entry in catalogue(language):
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert text == text.strip()
            assert entry.msgid.endswith(".") <= (not text or text[-1] in ".»“"), text
            assert '"' not in re.sub(r"<[^>]+>", "", text), "typographic quotation marks"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_names_nobody_and_no_date(language):
    assert set(catalogue(language).metadata) == {
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Plural-Forms",
    }


def test_borrowed_texts_are_still_those_of_django_and_allauth():
    theirs = set()
    for module, folder in (
        (django, "conf/locale"),
        (django, "contrib/auth/locale"),
        (allauth, "locale"),
    ):
        assert module.__file__
        path = Path(module.__file__).parent / folder / "es" / "LC_MESSAGES" / "django.po"
        theirs |= {entry.msgid for entry in polib.pofile(str(path)) if not entry.obsolete}
    assert upstream_texts.__file__
    ours = {text for _context, text in in_python(Path(upstream_texts.__file__))}
    assert len(ours) > 5
    assert ours - theirs == set()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the uncompiled catalogues."""
    shutil.copytree(LOCALE, tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    return tmp_path / "locale"


def compiled(folder: Path, language: str) -> gettext.GNUTranslations:
    with (folder / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_catalogues_are_compiled_without_gettexts_programs(folder, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert len(compiler.compile_stale(folder)) == len(LANGUAGES)
    spanish = compiled(folder, "es")
    assert spanish.gettext("Winter") == "Invierno"
    assert spanish.pgettext("an account", "Close") == "Cerrar"
    days = [
        spanish.ngettext("%(count)d day a phase", "%(count)d days a phase", n)
        for n in (1, 2, 10**6)
    ]
    assert days == [
        "%(count)d día por fase",
        "%(count)d días por fase",
        "%(count)d de días por fase",
    ]
    assert compiled(folder, "bg").gettext("Winter") == "Зима"


def test_only_what_has_changed_is_compiled_again(folder):
    compiler.compile_stale(folder)
    assert compiler.compile_stale(folder) == []
    italian = folder / "it" / "LC_MESSAGES" / "django.po"
    text = italian.read_text(encoding="utf-8")
    italian.write_text(text.replace('msgstr "Inverno"', 'msgstr "Brumale"'), encoding="utf-8")
    os.utime(italian, (0, 0))  # an older version of the catalogue counts as changed, too
    assert compiler.compile_stale(folder) == [italian]
    assert compiled(folder, "it").gettext("Winter") == "Brumale"
    assert [path.name for path in italian.parent.glob("*.mo")] == ["django.mo"]


def test_a_compiled_catalogue_may_be_read_by_whoever_may_read_its_source(folder):
    """The umask of an embedded site would keep it from another account that runs the site."""
    italian = folder / "it" / "LC_MESSAGES" / "django.po"
    umask = os.umask(0o077)
    try:
        for permissions in (0o644, 0o640):
            italian.chmod(permissions)
            os.utime(italian)
            compiler.compile_stale(folder)
            assert stat.S_IMODE(italian.with_suffix(".mo").stat().st_mode) == permissions
    finally:
        os.umask(umask)


def test_a_guess_of_gettexts_programs_is_not_shown(folder):
    italian = folder / "it" / "LC_MESSAGES" / "django.po"
    text = italian.read_text(encoding="utf-8")
    italian.write_text(text.replace('msgid "Winter"', '#, fuzzy\nmsgid "Winter"'), encoding="utf-8")
    compiler.compile_stale(folder)
    assert compiled(folder, "it").gettext("Winter") == "Winter"


def test_a_broken_catalogue_keeps_the_last_compiled_one(folder):
    compiler.compile_stale(folder)
    italian = folder / "it" / "LC_MESSAGES" / "django.po"
    italian.write_text('msgid "Winter"\nnonsense\n', encoding="utf-8")
    with pytest.raises(OSError, match=r"django\.po"):
        compiler.compile_stale(folder)
    assert compiled(folder, "it").gettext("Winter") == "Inverno"


def test_the_command_says_what_it_compiled(folder, settings, capsys):
    settings.LOCALE_PATHS = [folder]
    call_command("compilemessages")
    assert "compiled es/LC_MESSAGES/django.po" in capsys.readouterr().out


PAGES = {
    "es": {
        "front": "Siete potencias, un plazo, ningún dado",
        "sign-up": "Registrarse",
        "lobby": "Unirse a esta partida",
        "game": "Primavera de 1901, movimiento",
    },
    "it": {
        "front": "Sette potenze, una scadenza, niente dadi",
        "sign-up": "Iscriviti",
        "lobby": "Unisciti a questa partita",
        "game": "Primavera 1901, movimento",
    },
    "bg": {
        "front": "Седем сили, един краен срок, никакви зарове",
        "sign-up": "Регистрация",
        "lobby": "Включете се в тази игра",
        "game": "Пролет 1901 г., движение",
    },
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_of_a_stranger(language, client: Client):
    game = factories.begun_game()
    waiting = factories.open_game(factories.person())
    urls = {
        "front": reverse("games:front"),
        "sign-up": reverse("account_signup"),
        "lobby": waiting.get_absolute_url(),
        "game": game.get_absolute_url(),
    }
    for name, url in urls.items():
        answer = client.get(url, headers={"accept-language": language}, follow=True)
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        headings = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page, re.S)
        assert PAGES[language][name] in [re.sub(r"<[^>]+>", "", each) for each in headings], name


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_reads_their_own_language_on_the_game_page(language):
    game = factories.begun_game()
    player = factories.holder(factories.seat(game, "FRANCE"))
    player.language = language
    player.save(update_fields=["language"])
    client = Client()
    client.force_login(player)
    page = client.get(game.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    texts = [translated(language, text) for text in ("My games", "England", "Move")]
    assert [text for text in texts if text not in page] == []
    assert "My games" not in page


def translated(language: str, text: str) -> str:
    entry = catalogue(language).find(text)
    assert entry is not None
    return entry.msgstr


@pytest.mark.django_db
def test_what_django_finds_wrong_in_a_form_is_said_in_bulgarian(client: Client):
    """Latin letters reveal every text that is not translated."""
    sheet = {"email": "x", "name": "a@b", "password1": "12345", "time_zone": "UTC"}
    answer = client.post(reverse("account_signup"), sheet, headers={"accept-language": "bg"})
    errors = re.findall(r'<ul class="errorlist.*?</ul>', answer.content.decode(), re.S)
    assert len(errors) == 3
    assert re.findall(r"[A-Za-z]{3,}", re.sub(r"<[^>]+>", "", " ".join(errors))) == []
