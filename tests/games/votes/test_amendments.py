"""House rules and single rules that are amended with the consent of all players."""

import pytest
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import amendments
from games.models import Amendment, Event, Game, Notification, Phase, RuleChange, Vote
from games.state import editions
from games.state.edition_texts import RULE_POINTS
from games.state.positions import rules_of
from games.votes import counting, voting
from games.web.forms.terms import rule_field_name, rule_field_names
from tests import factories

from ..web.views.conftest import Answer, signed_in, words

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
FIELD = "disrupted_convoy"
DATC = {"rules": "2000", "house_rules": "No stabs before tea."}


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, **DATC)


def other_answer(game: Game) -> str:
    usual = editions.edition_answer(game.rules, FIELD)
    return next(answer for answer in RULE_POINTS[FIELD].answers if answer != usual)


def propose(game: Game, person: User, power: str = "", text: str = "Tea first.") -> Vote:
    change = amendments.change_to(game, text, {FIELD: other_answer(game)})
    seat = factories.seat(game, power) if power else None
    return voting.propose_amendment(factories.open_phase(game), change, seat=seat, person=person)


def agree(game: Game, *powers: str, in_favour: bool = True) -> None:
    vote = Vote.objects.get(closed_at=None)
    for power in powers:
        seat = factories.seat(game, power)
        voting.cast_vote(vote, seat, in_favour=in_favour, person=factories.holder(seat))


def resolve(game: Game) -> Phase:
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    game.seats.update(disorder_since=None)  # nobody has ordered anything
    return open_phase(game)


def open_phase(game: Game) -> Phase:
    """The open phase as a new request reads it."""
    return factories.open_phase(Game.objects.get(pk=game.pk))


def test_an_amendment_needs_everyone_and_counts_from_the_next_phase_on(
    game: Game, master: User
) -> None:
    first = factories.open_phase(game)
    propose(game, master)
    agree(game, *POWERS[:6])
    game.refresh_from_db()
    assert game.house_rules == "No stabs before tea."
    agree(game, POWERS[6])
    second = resolve(game)
    first.refresh_from_db()
    assert amendments.house_rules_in(first) == "No stabs before tea."
    assert amendments.house_rules_in(second) == "Tea first."
    answer = other_answer(game)
    assert getattr(rules_of(first), FIELD) != answer
    assert getattr(rules_of(second), FIELD) == answer


def test_the_open_phase_is_resolved_by_the_rules_under_which_orders_were_given(
    game: Game, master: User
) -> None:
    propose(game, master)
    agree(game, *POWERS)
    phase = open_phase(game)
    assert editions.stored_changes(phase.game, phase.number) == {}
    assert editions.stored_changes(phase.game) == {FIELD: other_answer(game)}


def test_one_no_ends_it(game: Game, master: User) -> None:
    vote = propose(game, master)
    agree(game, "FRANCE", in_favour=False)
    vote.refresh_from_db()
    assert vote.outcome == Vote.Outcome.FAILED
    assert not RuleChange.objects.exists()


def test_silence_is_no_consent_and_the_end_of_the_phase_is_said(game: Game, master: User) -> None:
    vote = propose(game, master)
    agree(game, *POWERS[:5])
    resolve(game)
    vote.refresh_from_db()
    assert vote.outcome == Vote.Outcome.FAILED
    assert game.events.filter(kind=Event.Kind.VOTE_FAILED, vote=vote).exists()
    game.refresh_from_db()
    assert (game.house_rules, game.house_rules_since) == ("No stabs before tea.", None)


def test_an_amendment_that_passes_at_the_end_of_a_phase_does_not_end_the_game(
    game: Game, master: User
) -> None:
    """The power whose vote was missing has lost its player meanwhile."""
    propose(game, master)
    agree(game, *POWERS[:6])
    game.seats.filter(power="TURKEY").update(disorder_since=clock.now())
    second = resolve(game)
    assert amendments.house_rules_in(second) == "Tea first."
    assert second.is_open


def test_players_propose_only_while_no_master_can_act(game: Game, master: User) -> None:
    player = factories.holder(factories.seat(game, "FRANCE"))
    with pytest.raises(Refused, match="ask them"):
        propose(game, player, "FRANCE")
    with pytest.raises(Refused, match="no longer a game master"):
        propose(game, player)
    masters.leave(game, master)
    vote = propose(game, player, "FRANCE")
    assert vote.ballots.get().in_favour
    with pytest.raises(Refused, match="already a vote on the house rules"):
        propose(game, factories.holder(factories.seat(game, "ITALY")), "ITALY")


def test_a_master_withdraws_only_what_is_undecided(game: Game, master: User) -> None:
    vote = propose(game, master)
    voting.withdraw_amendment(game, person=master)
    vote.refresh_from_db()
    assert vote.outcome == Vote.Outcome.WITHDRAWN
    with pytest.raises(Refused, match="already decided"):
        voting.withdraw_amendment(game, person=master)


def test_what_changes_nothing_is_refused(game: Game) -> None:
    usual = editions.edition_answer(game.rules, FIELD)
    for answer in ("", usual):
        with pytest.raises(Refused, match="Change the text"):
            amendments.change_to(game, " No stabs before tea.\r\n", {FIELD: answer})


def test_an_amendment_can_go_back_to_the_edition(game: Game, master: User) -> None:
    propose(game, master)
    agree(game, *POWERS)
    resolve(game)
    game = Game.objects.get()
    change = amendments.change_to(game, game.house_rules, {FIELD: ""})
    voting.propose_amendment(factories.open_phase(game), change, seat=None, person=master)
    agree(game, *POWERS)
    third = resolve(game)
    assert rules_of(third) == editions.rules_with("2000", {})
    assert len(RuleChange.objects.filter(field=FIELD)) == 2


def test_all_are_told_when_it_is_proposed_and_when_it_is_accepted(
    game: Game, master: User, players: list[User]
) -> None:
    def told(kind: Event.Kind) -> set[int]:
        rows = Notification.objects.filter(event__kind=kind, channel=Notification.Channel.SITE)
        return set(rows.values_list("person", flat=True))

    propose(game, master)
    assert told(Event.Kind.VOTE_MADE) == {each.pk for each in players}
    agree(game, *POWERS)
    assert told(Event.Kind.AMENDED) == {each.pk for each in [*players, master]}


def test_open_amendments_count_as_missing_votes(game: Game, master: User) -> None:
    propose(game, master)
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    assert counting.missing_ballots([seat], {game.pk: phase}) == {game.pk: 1}


# Pages


def sheet(**fields: str) -> dict[str, str]:
    return {
        "house_rules": "No stabs before tea.",
        **dict.fromkeys(rule_field_names(), ""),
        **fields,
    }


def send(person: User, game: Game, **fields: str) -> Answer:
    url = reverse("games:amend", args=[game.slug])
    return signed_in(person).post(url, sheet(**fields), follow=True)


def test_a_master_proposes_on_a_page_and_all_read_from_what_to_what(
    game: Game, master: User, players: list[User]
) -> None:
    point = {rule_field_name(RULE_POINTS[FIELD]): other_answer(game)}
    answer = send(master, game, house_rules="Tea <b>first</b>.", **point)
    assert "The vote has started. All players must agree." in words(answer)
    page = signed_in(players[0]).get(game.get_absolute_url()).content.decode()
    assert "No stabs before tea. → Tea &lt;b&gt;first&lt;/b&gt;." in page
    assert "Proposed by the game master." in page
    log = words(signed_in(players[0]).get(reverse("games:log", args=[game.slug])))
    assert "The game master proposes: Amend the house rules" in log
    assert "House rules: No stabs before tea. → Tea" in log
    assert "Does it? No → Yes" in log


def test_a_page_that_changes_nothing_says_so(game: Game, master: User) -> None:
    assert "Change the text or an individual rule first." in words(send(master, game))
    assert not Amendment.objects.exists()


def test_the_summary_says_what_counts_now_and_what_from_the_next_phase_on(
    game: Game, master: User
) -> None:
    propose(game, master)
    agree(game, *POWERS)
    page = words(signed_in(master).get(game.get_absolute_url()))
    assert "House rules No stabs before tea." in page
    assert "House rules from the next phase on Tea first." in page
    assert "Rules from the next phase on" in page
    resolve(game)
    page = words(signed_in(master).get(game.get_absolute_url()))
    assert "House rules Tea first." in page
    assert "from the next phase on Tea" not in page


def test_a_master_withdraws_on_the_page_of_the_game(game: Game, master: User) -> None:
    propose(game, master)
    url = reverse("games:withdraw_amendment", args=[game.slug])
    assert url in signed_in(master).get(game.get_absolute_url()).content.decode()
    assert "The proposal is withdrawn." in words(signed_in(master).post(url, follow=True))


def test_a_player_finds_the_page_only_without_a_master(
    game: Game, master: User, players: list[User]
) -> None:
    url = reverse("games:amend", args=[game.slug])
    assert signed_in(players[0]).get(url).status_code == 404
    masters.leave(game, master)
    assert url in signed_in(players[0]).get(game.get_absolute_url()).content.decode()
    assert "The vote has started" in words(send(players[0], game, house_rules="Tea first."))
    assert signed_in(factories.person()).get(url).status_code == 404


def test_no_second_amendment_is_proposed_before_the_first_applies(game: Game, master: User) -> None:
    propose(game, master)
    agree(game, *POWERS)
    assert Amendment.objects.get().since is not None
    with pytest.raises(Refused, match="apply from the next phase on"):
        propose(game, master, text="Coffee first.")
    resolve(game)
    assert propose(game, master, text="Coffee first.")


def test_line_ends_alone_change_no_house_rules(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, house_rules="One.\r\nTwo.")
    propose(game, master, text="One.\nTwo.")
    amendment = Amendment.objects.get()
    assert amendment.house_rules == amendment.house_rules_before
