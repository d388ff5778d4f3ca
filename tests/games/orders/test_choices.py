"""The rows of the order form show the stored orders, however they were given."""

import pytest

from games.models import Game
from games.orders import choices

from ... import factories
from .test_submission import submit


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("unit-LON", "A LON - NWY VIA"),  # offered without VIA: there is no way by land
        ("unit-POR", "A POR S F MAO - SPA"),  # offered: it counts for either coast
    ],
)
def test_an_order_given_as_text_is_the_rows_choice_also_in_a_spelling_not_offered(
    game: Game, key: str, text: str
):
    units = {"ENGLAND": ["A LON", "F NTH", "A POR", "F MAO"]}
    phase = factories.set_up_position(game, "S1902M", units=units, centers={"ENGLAND": ["LON"]})
    submit(game, "ENGLAND", text)
    rows = {row.key: row for row in choices.rows(phase, factories.seat(game, "ENGLAND"))}
    assert rows[key].chosen == text
    offered = [choice for _heading, group in rows[key].groups for choice, _words in group]
    assert offered.count(text) == 1
