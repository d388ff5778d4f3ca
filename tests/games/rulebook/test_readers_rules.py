"""Points of the editions, and the answers of a reader's edition or game before the others."""

import re

import pytest
from django.utils.html import strip_tags

from games.models import Game, Phase, RuleChange
from games.rulebook.chapters import RULES
from games.rulebook.points import point_table
from games.rulebook.readers_rules import ReadersRules, rules_of_game
from games.state import editions
from games.state.edition_texts import RULE_POINTS
from tests import factories

FIELDS = pytest.mark.parametrize("field", RULE_POINTS)
EDITIONS = pytest.mark.parametrize("edition", Game.Edition.values)
ROUTES = "alternative_convoy_routes"


def rows(html: str) -> list[str]:
    """The rows of a table as texts, without its head."""
    body = html.partition("<tbody>")[2]
    found = re.findall("<tr.*?</tr>", body)
    return [" ".join(strip_tags(row.replace("</th>", " ")).split()) for row in found]


@FIELDS
def test_a_table_has_the_answer_of_each_edition_once(field: str) -> None:
    table = point_table(field)
    assert str(RULE_POINTS[field].question) in strip_tags(table).replace("&#x27;", "'")
    answers = {editions.edition_answer(edition, field) for edition in Game.Edition.values}
    assert len(rows(table)) == len(answers)
    assert "is-own" not in table


@FIELDS
@EDITIONS
def test_the_answer_of_the_readers_edition_comes_first(edition: str, field: str) -> None:
    html = ReadersRules(edition).put_first(point_table(field))
    first, *others = rows(html)
    assert "your edition" in first
    assert first.endswith(str(RULE_POINTS[field].answers[editions.edition_answer(edition, field)]))
    assert len(others) == len(rows(point_table(field))) - 1


def test_the_usual_edition_differs_from_itself_in_nothing() -> None:
    assert ReadersRules("2000").differences == []
    (routes, *_others) = ReadersRules("1971").differences
    assert routes.answer == RULE_POINTS[ROUTES].answers["all must stand"]
    assert routes.instead_of == RULE_POINTS[ROUTES].answers["one must stand"]


def test_links_to_the_rules_keep_the_edition_and_others_do_not() -> None:
    html = (
        '<a href="/rules/convoys/#rule-17">a</a> <a href="/rules/orders/">b</a> <a href="/x/">c</a>'
    )
    assert ReadersRules("1971").put_first(html) == (
        '<a href="/rules/convoys/?edition=1971#rule-17">a</a>'
        ' <a href="/rules/orders/?edition=1971">b</a> <a href="/x/">c</a>'
    )


def test_every_table_of_the_chapters_is_made_for_the_reader() -> None:
    html = "".join(section.html for page in RULES.pages() for section in page.sections)
    made = ReadersRules("1982").put_first(html)
    assert html.count("rules-point") == made.count('<tr class="is-own">') > len(RULE_POINTS) - 1


@pytest.mark.django_db
def test_an_answer_that_only_the_game_has_is_shown_first(game: Game) -> None:
    RuleChange.objects.create(game=game, field="order_repeated", value="last")
    rules = rules_of_game(game)
    first, *others = rows(rules.put_first(point_table("order_repeated")))
    assert first == "this game The last one that is legal"
    assert [row.partition(" ")[0] for row in others] == ["All"]
    assert [each.instead_of for each in rules.changed_rules] == ["None: the unit holds"]
    assert rules.query == f"?game={game.slug}"


@pytest.mark.django_db
def test_an_amendment_counts_from_its_phase_on() -> None:
    game = factories.begun_game()
    newest = game.phases.get(status=Phase.Status.OPEN).number
    RuleChange.objects.create(game=game, field=ROUTES, value="all must stand", since=newest + 1)
    assert rules_of_game(game).answer(ROUTES) == "one must stand"
    assert rules_of_game(game).changed_rules == []
