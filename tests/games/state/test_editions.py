"""The edition of a game, and the rules that it changes."""

import dataclasses
import typing
import uuid
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts.models import User
from adjudicator import RULES, Rules
from games.adjudication import due_phases
from games.core.errors import Refused
from games.lifecycle import lobby
from games.models import Game, Order, Phase, RuleChange
from games.orders import submission
from games.state import editions, positions
from games.state.edition_texts import EDITIONS, RULE_GROUPS, RULE_POINTS
from tests import factories

# Fields of the rules that the form does not ask for, and why.
LEFT_OUT = {
    "name": "it names the edition",
    "removal_alphabet": "provinces have their names in English alone",
}
KINDS = typing.get_type_hints(Rules)


def choices(field: str) -> list[str]:
    """The answers that the rules allow for a field, as they are stored."""
    kind = KINDS[field]
    return ["no", "yes"] if kind is bool else list(typing.get_args(kind))


def test_every_field_of_the_rules_has_its_words_once():
    asked = [point.field for group in RULE_GROUPS for point in group.points]
    assert len(asked) == len(set(asked))
    known = {field.name for field in dataclasses.fields(Rules)}
    assert set(asked) | set(LEFT_OUT) == known
    assert not set(asked) & set(LEFT_OUT)


@pytest.mark.parametrize("field", RULE_POINTS)
def test_every_choice_of_a_field_has_its_words(field: str):
    assert sorted(RULE_POINTS[field].answers) == sorted(choices(field))
    words = [str(answer) for answer in RULE_POINTS[field].answers.values()]
    assert len(set(words)) == len(words)
    assert str(RULE_POINTS[field].question).endswith("?")


def test_every_edition_of_the_rules_is_offered_with_a_sentence():
    assert set(Game.Edition.values) == set(RULES) == set(EDITIONS)
    assert len({str(sentence) for sentence in EDITIONS.values()}) == len(RULES)


@pytest.mark.parametrize("field", RULE_POINTS)
def test_beside_an_answer_stand_the_editions_that_give_it(field: str):
    for edition in RULES:
        answer = editions.edition_answer(edition, field)
        beside = editions.editions_answering(field, answer)
        named = str({"italian": "Italian", "datc": "DATC"}.get(edition, edition))
        assert named in beside.split(", ") or beside == "all editions"
    others = set(choices(field)) - {editions.edition_answer(edition, field) for edition in RULES}
    assert not any(editions.editions_answering(field, answer) for answer in others)


@pytest.mark.parametrize("edition", RULES)
def test_every_answer_makes_rules_that_differ_in_it_alone(edition: str):
    for field in RULE_POINTS:
        for answer in choices(field):
            made = editions.rules_with(edition, {field: answer})
            held = getattr(made, field)
            assert (["no", "yes"][held] if isinstance(held, bool) else held) == answer
            if answer == editions.edition_answer(edition, field):
                assert made is RULES[edition]
            else:
                name = f"{edition} with changes"
                assert dataclasses.replace(made, **{field: getattr(RULES[edition], field)}) == (
                    dataclasses.replace(RULES[edition], name=name)
                )


UNKNOWN = [
    {"no_such_field": "yes"},
    {"name": "mine"},
    {"removal_alphabet": "LON"},
    {"order_repeated": "the second"},
    {"may_retreat_to_convoyed_attackers_province": "True"},
]


@pytest.mark.parametrize("asked", UNKNOWN)
def test_what_the_rules_do_not_know_is_neither_stored_nor_played(master: User, asked: Any):
    with pytest.raises(ValueError, match="the rules have no"), transaction.atomic():
        factories.open_game(master, changes=asked)
    assert not Game.objects.exists()
    with pytest.raises(ValueError, match="the rules have no"):
        editions.rules_with("2000", asked)


def test_only_what_differs_from_the_edition_is_stored(master: User):
    asked = {
        "order_repeated": "first",
        "surplus_builds": "",
        "coast_omitted": editions.edition_answer("1982", "coast_omitted"),
        "removal_spares_units_on_centers": "yes",
    }
    game = factories.open_game(master, rules="1982", changes=asked)
    assert sorted(game.rule_changes.values_list("field", "value")) == [
        ("order_repeated", "first"),
        ("removal_spares_units_on_centers", "yes"),
    ]
    assert positions.rules_of(Phase(game=game, number=1)) == dataclasses.replace(
        RULES["1982"],
        name="1982 with changes",
        order_repeated="first",
        removal_spares_units_on_centers=True,
    )


@pytest.mark.parametrize("edition", Game.Edition.values)
def test_a_game_without_changes_is_played_by_its_edition(master: User, edition: str):
    game = factories.open_game(master, rules=edition)
    assert positions.rules_of(Phase(game=game, number=1)) is RULES[edition]
    assert editions.changed_rules(game) == []


def test_a_game_cannot_answer_one_question_twice(master: User):
    game = factories.open_game(master, changes={"order_repeated": "first"})
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleChange.objects.create(game=game, field="order_repeated", value="none")


def test_the_rules_of_a_game_that_has_begun_stay_as_they_are(game: Game):
    with pytest.raises(Refused, match="Its rules can no longer be changed"):
        editions.change_rules(game, {"order_repeated": "first"})
    assert not RuleChange.objects.exists()


def test_the_same_form_sent_twice_makes_one_game_and_with_another_change_two(master: User):
    key = uuid.uuid4()
    asked = {"order_repeated": "first", "surplus_builds": ""}
    first = factories.open_game(master, request_key=key, changes=asked)
    assert factories.open_game(master, request_key=key, changes=asked) == first
    assert factories.open_game(master, request_key=key, changes={}) != first
    assert [game.rule_changes.count() for game in Game.objects.order_by("pk")] == [1, 0]


def test_changed_rules_are_told_in_words_and_in_the_order_of_the_questions(master: User):
    asked = {"order_repeated": "first", "exchange_by_convoy": "both carried"}
    game = factories.open_game(master, changes=asked)
    told = [(str(each.answer), str(each.instead_of)) for each in editions.changed_rules(game)]
    assert told == [
        ("Only if both go by convoy", "If one of them goes by convoy"),
        ("The first one that is legal", "None: the unit holds"),
    ]


ROUND_TWO_WAYS = {
    "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - BEL"],
    "FRANCE": ["F BRE - ENG", "F MAO S F BRE - ENG"],
}
UNITS = {"ENGLAND": ["A LON", "F NTH", "F ENG"], "FRANCE": ["F BRE", "F MAO"]}


@pytest.mark.parametrize(
    ("rules", "changes", "arrives"),
    [
        ("2000", {}, True),
        ("1971", {}, False),
        ("2000", {"alternative_convoy_routes": "all must stand"}, False),
        ("1971", {"alternative_convoy_routes": "one must stand"}, True),
    ],
)
def test_a_phase_ends_by_the_rules_of_its_game(
    master: User, players: list[User], rules: str, changes: dict[str, str], arrives: bool
):
    """DATC 4.A.1: an army with two routes, of which one is broken."""
    game = factories.begun_game(master, players, rules=rules, changes=changes)
    phase = factories.set_up_position(game, "S1902M", units=UNITS)
    for power, texts in ROUND_TWO_WAYS.items():
        seat = factories.seat(game, power)
        sheet = [submission.Line(str(number), text) for number, text in enumerate(texts)]
        submission.submit(phase, seat, sheet, person=factories.holder(seat))
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    army = Order.objects.get(phase=phase, text="A LON - BEL")
    assert (army.outcome == "succeeds") == arrives


def test_a_game_with_a_change_of_another_version_is_set_aside_and_its_page_says_so(game: Game):
    RuleChange.objects.create(game=game, field="order_repeated", value="the second")
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.ASIDE
    assert [each.answer for each in editions.changed_rules(game)] == ["the second"]


def test_a_game_begins_with_the_rules_that_its_lobby_showed(master: User, players: list[User]):
    game = factories.open_game(master, changes={"order_repeated": "first"})
    for player in players:
        game = lobby.join(game, player, house_rules_accepted=True)
    assert game.has_begun
    assert positions.rules_of(Phase(game=game, number=1)).order_repeated == "first"
