"""The help on the site: its pages, links to it, and the question marks beside settings."""

import re
from html import unescape

import pytest
from django.forms import BaseForm, BoundField, Field
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.html import strip_tags

from accounts.forms import PreferencesForm
from accounts.models import User
from games.help import texts
from games.models import Game
from games.web.forms import game_master
from games.web.forms.game import GameForm
from games.web.forms.game_master import Action
from games.web.forms.pace import PaceForm
from games.web.forms.settings import SettingsForm
from games.web.forms.take_over import TakeOverForm
from games.web.pages import help_links
from tests import factories

LANGUAGES = ["en", "es", "it", "bg"]
HREF = re.compile(r'href="([^"]+)"')
IN_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)
PAGES = pytest.mark.parametrize("page", texts.PAGES)


def read(client: Client, url: str, language: str = "en", **query: str) -> str:
    answer = client.get(url, query, headers={"accept-language": language})
    assert answer.status_code == 200, url
    return answer.content.decode()


def article(page: str) -> str:
    return page.partition("<article")[2].partition("</article>")[0]


def anchors(language: str) -> set[str]:
    """All sections of the help, written as ``page#anchor``."""
    with translation.override(language):
        return {
            f"{page.slug}#{section.anchor}"
            for page in texts.HELP.pages()
            for section in page.sections
        }


@IN_LANGUAGES
@PAGES
def test_a_stranger_reads_each_page_in_each_language(
    client: Client, page: str, language: str
) -> None:
    found = read(client, reverse("games:help_page", args=[page]), language)
    with translation.override(language):
        text = texts.HELP.page(page)
    assert f"<h1>{text.title}</h1>" in found
    assert f'lang="{language}"' in found
    for section in text.sections:
        assert found.count(f'id="{section.anchor}"') == 1
        assert f'href="#{section.anchor}"' in found


@IN_LANGUAGES
@PAGES
def test_every_link_of_the_help_leads_somewhere(client: Client, page: str, language: str) -> None:
    found = article(read(client, reverse("games:help_page", args=[page]), language))
    known = anchors(language)
    for href in HREF.findall(found):
        path, _hash, anchor = href.partition("#")
        try:
            match = resolve(path) if path else None
        except Resolver404:
            pytest.fail(f"{href} leads nowhere")
        if match is None or match.view_name == "games:help_page":
            there = match.kwargs["page"] if match else page
            assert there in texts.PAGES
            assert not anchor or f"{there}#{anchor}" in known, href


@pytest.mark.django_db
def test_the_pages_ask_no_database(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        for url in (reverse("games:help"), reverse("games:help_page", args=["notation"])):
            read(client, url)
        read(client, reverse("games:help"), q="deadline")


def test_an_unknown_page_is_not_found(client: Client) -> None:
    for page in ("nothing", "en", "orders-md"):
        assert client.get(f"/help/{page}/").status_code == 404


@IN_LANGUAGES
def test_the_contents_lead_to_all_pages(client: Client, language: str) -> None:
    found = read(client, reverse("games:help"), language)
    with translation.override(language):
        for page in texts.HELP.pages():
            assert f'href="{page.url}">{page.title}</a>' in found


def test_search_results_are_links_with_marked_words(client: Client) -> None:
    found = read(client, reverse("games:help"), q="Grace PERIOD")
    assert 'href="/help/deadlines/#grace"' in found
    assert "<mark>Grace</mark> <mark>period</mark>" in found
    assert 'value="Grace PERIOD"' in found


def test_a_search_without_results_says_so_and_shows_the_contents(client: Client) -> None:
    found = read(client, reverse("games:help"), q="<xyzzy>")
    assert "Nothing found for “&lt;xyzzy&gt;”" in found
    assert 'href="/help/orders/"' in found


@pytest.mark.django_db
def test_orders_are_shown_in_the_notation_of_the_reader(client: Client) -> None:
    person = factories.person(notation="it")
    client.force_login(person)
    found = strip_tags(unescape(article(read(client, "/help/notation/"))))
    assert "Italiano" in found
    assert "A Par-Bor" in found


@pytest.mark.django_db
def test_help_is_in_the_head_of_every_page_and_about_in_its_foot(
    client: Client, game: Game
) -> None:
    urls = ["/", "/games/", "/privacy/", "/accounts/login/", "/help/", game.get_absolute_url()]
    urls += [f"{game.get_absolute_url()}{part}/" for part in ("press/public", "log")]
    for url in urls:
        head, _end, rest = read(client, url).partition("</header>")
        assert re.search(r'class="bar__help" [^>]*href="/help/(orders/)?"', head), url
        assert 'href="/help/about/"' in rest.partition("<footer")[2], url


@pytest.mark.django_db
def test_the_legend_of_the_board_leads_to_the_key_of_the_map(client: Client, game: Game) -> None:
    assert 'href="/help/map/"' in read(client, game.get_absolute_url())


@pytest.mark.django_db
def test_the_legend_explains_the_marks_of_choices_to_those_who_give_orders(client: Client) -> None:
    game = factories.begun_game()
    assert legend_lists(client, game) == ["signs"]
    client.force_login(factories.holder(factories.seat(game, "ENGLAND")))
    assert legend_lists(client, game) == ["signs", "choices"]
    key = read(client, "/help/map/")
    words = "A province you can choose: stripes and a ring"
    assert words in key.partition('data-legend="choices"')[2].partition("</ul>")[0]
    assert words not in key.partition('data-legend="signs"')[2].partition("</ul>")[0]


def legend_lists(client: Client, game: Game) -> list[str]:
    """The names of the lists of signs that a script puts into the legend of a game's board."""
    found = re.search('<details [^>]*data-legend="([^"]+)"', read(client, game.get_absolute_url()))
    assert found is not None
    return found[1].split()


def test_the_key_of_the_map_shows_all_signs_and_powers(client: Client) -> None:
    found = read(client, "/help/map/")
    assert found.count("board--sign") >= 14 + 4 + 7
    assert "css/boards.css" in found
    defined = re.findall(r'<pattern id="([^"]+)"', found)
    assert len(defined) == len(set(defined)) == 7 + 1
    assert set(re.findall(r"url\(#([a-z-]+)\)", found)) == set(defined)


@IN_LANGUAGES
def test_each_question_mark_leads_to_a_section_in_every_language(language: str) -> None:
    sections = {
        *(section for fields in help_links.FIELDS.values() for section in fields.values()),
        *help_links.ACTIONS.values(),
    }
    assert len(sections) > 30
    assert sections <= anchors(language)


@pytest.mark.parametrize(
    "form",
    [GameForm(), PaceForm(), SettingsForm(), TakeOverForm(User())],
    ids=["game", "pace", "settings", "take over"],
)
def test_each_setting_of_a_game_has_a_question_mark(form: BaseForm) -> None:
    assert len(settings_of(form)) > 15
    assert [each.name for each in settings_of(form) if not help_links.section_of(each)] == []


def settings_of(form: BaseForm) -> list[BoundField]:
    """The visible fields, without single rules: the edition's question mark is beside them."""
    return [
        form[name]
        for name, field in form.fields.items()
        if not field.widget.is_hidden and not name.startswith("rule-")
    ]


def test_no_question_mark_is_for_a_field_that_is_gone() -> None:
    for kind, fields in help_links.FIELDS.items():
        base_fields: dict[str, Field] = getattr(kind, "base_fields")  # noqa: B009 - mypy
        assert set(fields) <= set(base_fields), kind


def test_a_form_without_help_has_no_question_marks() -> None:
    assert help_links.section_of(PreferencesForm()["name"]) == ""
    assert help_links.section_of(PreferencesForm()["notation"]) == "notation#choose"


@pytest.mark.parametrize(
    ("actions", "section"),
    [
        (game_master.CLOCK_ACTIONS, "game-masters#clock"),
        (game_master.DECLARED_ACTIONS, "game-masters#on-behalf"),
    ],
    ids=["clock", "players without an account"],
)
def test_each_action_of_a_game_master_has_its_section(
    actions: dict[str, type[Action]], section: str
) -> None:
    for kind in actions.values():
        found = [place for each, place in help_links.ACTIONS.items() if issubclass(kind, each)]
        assert found == [section], kind
