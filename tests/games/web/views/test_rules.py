"""The rules on the site: chapters, lasting addresses, search, print, and an edition first."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from games.models import Game, RuleChange
from games.rulebook import addresses
from games.rulebook.chapters import CHAPTERS, RULES
from games.sandbox import address
from games.sandbox.line import Line
from games.state import variants
from tests import factories

LANGUAGES = ["en", "es", "it", "bg"]
IN_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)


def read(client: Client, url: str, language: str = "en", **query: str) -> str:
    answer = client.get(url, query, headers={"accept-language": language})
    assert answer.status_code == 200, url
    return answer.content.decode()


def article(page: str) -> str:
    return page.partition("<article")[2].partition("</article>")[0]


def words(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


@IN_LANGUAGES
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_stranger_reads_each_chapter_in_each_language(
    client: Client, chapter: str, language: str
) -> None:
    found = read(client, reverse("games:rules_chapter", args=[chapter]), language)
    with translation.override(language):
        page = RULES.page(chapter)
    assert f"<h1>{page.title}</h1>" in unescape(found)
    for section in page.sections:
        assert found.count(f'id="{section.anchor}"') == 1
        assert f'href="#{section.anchor}"' in found


@IN_LANGUAGES
def test_the_contents_lead_to_all_sections(client: Client, language: str) -> None:
    found = read(client, "/rules/", language)
    with translation.override(language):
        for page in RULES.pages():
            assert f'href="{page.url}"' in found
            if page.slug != "summary":
                for section in page.sections:
                    assert f'href="{page.url}#{section.anchor}"' in found


def test_a_rule_shows_its_number_beside_its_heading(client: Client) -> None:
    url = addresses.url_of_rule("13")
    heading = read(client, url).partition('id="rule-13-title"')[2].partition("</h2>")[0]
    assert words(f"<h2{heading}").startswith("Rule 13 ")


@pytest.mark.parametrize("rule", addresses.rule_slugs())
def test_the_lasting_address_of_a_rule_leads_to_its_section(client: Client, rule: str) -> None:
    answer = client.get(reverse("games:rule", args=[rule]), {"edition": "1971"})
    assert answer.status_code == 302
    path, _sign, anchor = answer.headers["Location"].partition("#")
    assert path.endswith("/?edition=1971")
    assert f'<section id="{anchor}"' in read(client, path)


def test_an_unknown_rule_says_which_there_are(client: Client) -> None:
    answer = client.get("/rules/rule/99/")
    assert answer.status_code == 404
    assert "There is no such rule" in answer.content.decode()
    for number in range(1, 23):
        assert f'href="/rules/rule/{number}/"' in answer.content.decode()
    assert client.get("/rules/nothing/").status_code == 404


@pytest.mark.django_db
def test_the_pages_ask_no_database(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        for url in ("/rules/", "/rules/convoys/", "/rules/print/", "/rules/rule/99/"):
            client.get(url, {"edition": "1982"})
        read(client, "/rules/", q="swap")


def test_search_results_keep_the_edition(client: Client) -> None:
    found = read(client, "/rules/", q="SWAPPING places", edition="1971")
    assert 'href="/rules/conflicts/?edition=1971#rule-6"' in found
    assert "<mark>places</mark>" in found
    assert '<input type="hidden" name="edition" value="1971">' in found
    assert "Nothing found for “&lt;xyzzy&gt;”" in read(client, "/rules/", q="<xyzzy>")


def test_an_edition_comes_first_with_its_differences(client: Client) -> None:
    found = article(read(client, "/rules/convoys/", edition="1971"))
    assert "Rulebook of 1971" in words(found)
    assert "differences from the edition of 2000" in words(found)
    assert '<tr class="is-own">' in found
    plain = article(read(client, "/rules/convoys/", edition="1066"))
    assert "is-own" not in plain
    assert "rules-reader" not in plain


@pytest.mark.django_db
def test_a_reader_of_a_game_sees_its_edition_and_its_changes_first(client: Client) -> None:
    game = factories.begun_game(rules="1971")
    RuleChange.objects.create(game=game, field="via_without_route", value="fails")
    found = article(read(client, "/rules/convoys/", game=game.slug))
    card = words(found.partition('class="card rules-reader"')[2].partition("</section>")[0])
    assert game.title in card
    assert "Rulebook of 1971" in card
    assert "It doesn’t move (in the edition: It goes by land)" in card
    assert words(found).count("this game") >= 4
    assert f'href="/rules/special-cases/?game={game.slug}#' in found


@pytest.mark.django_db
def test_a_game_that_a_stranger_may_not_see_does_not_exist_here(client: Client) -> None:
    game = factories.begun_game(visibility=Game.Visibility.PRIVATE)
    for url in ("/rules/", "/rules/convoys/", "/rules/print/"):
        assert client.get(url, {"game": game.slug}).status_code == 404
        assert client.get(url, {"game": "no-game\0"}).status_code == 404
    client.force_login(factories.holder(factories.seat(game, "FRANCE")))
    assert game.title in read(client, "/rules/convoys/", game=game.slug)


@IN_LANGUAGES
def test_all_chapters_are_printed_on_one_page_with_the_notation(
    client: Client, language: str
) -> None:
    found = article(read(client, "/rules/print/", language))
    ids = re.findall(r'\bid="([^"]+)"', found)
    assert len(ids) == len(set(ids))
    with translation.override(language):
        for page in RULES.pages():
            assert page.slug in ids
            assert {f"{page.slug}-{each.anchor}" for each in page.sections} <= set(ids)
    assert set(re.findall('href="#([^"]+)"', found)) <= set(ids)
    assert "<code>A PAR H</code>" in found
    assert "<code>STP</code>" in found


def test_results_in_the_sandbox_lead_to_the_rules_with_its_edition(client: Client) -> None:
    orders = {
        "ENGLAND": ["F EDI - NWG", "F LON S F EDI - NTH"],
        "ITALY": ["F NAP C A ROM - TUN"],
    }
    line = Line(variants.start_position("standard"), "1971").with_orders(orders).resolved()
    found = read(client, reverse("games:sandbox_results", args=[address.write(line), 1]))
    assert 'href="#rule-9"' in found
    assert 'href="/rules/rule/9/?edition=1971"' in found
    assert 'href="/rules/rule/convoys/?edition=1971"' in found


def test_a_board_in_a_chapter_is_live_and_its_results_lead_to_the_rules(client: Client) -> None:
    chapter = read(client, "/rules/conflicts/")
    assert '<figure class="rule-board" data-rule-board="000-06">' in chapter
    assert "js/rule-boards.js" in chapter
    assert 'href="/rules/rule/6/?edition=1971"' in read(
        client, "/rules/boards/000-06/", edition="1971"
    )
