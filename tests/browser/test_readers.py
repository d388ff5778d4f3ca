"""The same page, read by people with different notations."""

import pytest
import time_machine
from playwright.sync_api import expect

from games.adjudication import due_phases
from games.models import Game
from tests import factories
from tests.games.orders.test_submission import submit

from .conftest import Site

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
SHEET = ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
SEEN = {
    "en": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
    "it": ["A Par-Bor", "A Mar APP A Par-Bor", "F Bre-Atc"],
    "bg": ["А Пар-Бур", "А Мар П А Пар-Бур", "Ф Бре-СрА"],
}


@pytest.fixture
def played() -> Game:
    game = factories.begun_game()
    submit(game, "FRANCE", *SHEET)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    return game


@SCRIPTS
def test_an_italian_a_bulgarian_and_an_english_account_each_read_their_own_notation(
    site: Site, played: Game, scripts: bool
):
    for language, orders in SEEN.items():
        person = factories.person(language=language)
        page = site.visit(person, java_script_enabled=scripts)
        page.goto(f"/games/{played.slug}/S1901M/")
        france = page.locator("section.results", has=page.locator(".power--france"))
        shown = france.locator("code.order")
        assert sorted(shown.all_inner_texts()) == sorted(orders)
        titles = "\n".join(page.locator(".board-view .order title").all_text_contents())
        assert all(order in titles for order in orders)
        assert language == "en" or not any(order in titles for order in SHEET)


@pytest.mark.soak
@SCRIPTS
def test_whoever_chooses_another_notation_reads_it_at_once(site: Site, played: Game, scripts: bool):
    page = site.visit(factories.person(language="it"), java_script_enabled=scripts)
    page.goto("/accounts/preferences/")
    page.get_by_label("Notazione degli ordini").select_option("Español – E Mar A E Par-Bor")
    page.get_by_role("button", name="Salva").click()
    saved = page.get_by_role("status").filter(has_text="Le tue preferenze sono state salvate.")
    expect(saved).to_be_visible()
    page.goto(f"/games/{played.slug}/S1901M/")
    main = page.get_by_role("main")
    expect(main).to_contain_text("E Mar A E Par-Bor")
    expect(main).to_contain_text("Primavera 1901, movimento")
    expect(main).not_to_contain_text("A Mar APP A Par-Bor")
