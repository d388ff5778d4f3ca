"""The end of a game that people undo and accept at the same moment."""

import threading
from collections.abc import Callable

import pytest

from games.core.errors import Refused
from games.deadlines import open_phase
from games.game_master import corrections
from games.lifecycle import endings, provisional
from games.models import Event, Game, Phase
from tests import factories

from ...site import until
from ...threads import ON_SQLITE, Act, is_waited_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A game whose result all have accepted but France and Turkey."""
    game = factories.begun_game()
    endings.close(game, by=None, reason="")
    game.seats.exclude(power__in=["FRANCE", "TURKEY"]).update(accepts_end=True)
    game.refresh_from_db()
    return game


def reopen(game: Game) -> Phase:
    master = game.masterships.get().person
    return corrections.reopen(game, by=master, reason="The map was wrong.")


def accept(game: Game, power: str) -> bool:
    seat = factories.seat(game, power)
    return provisional.accept_end(seat, seat.tenures.get().person)


def at_once(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
    first: Callable[[], object],
    second: Callable[[], object],
) -> list[Exception | None]:
    """Do `second` when `first` has called the function `name` of a module; return their errors.

    The first is committed when the second has to wait for it, or is done.
    """
    inside, done = threading.Event(), threading.Event()
    real = getattr(module, name)

    def dawdle(*arguments: object, **options: object) -> object:
        is_first = not inside.is_set()
        result = real(*arguments, **options)
        if is_first:
            inside.set()
            until(lambda: done.is_set() or is_waited_for(), seconds=20, what="the other")
        return result

    def overtake() -> None:
        try:
            second()
        finally:
            done.set()

    monkeypatch.setattr(module, name, dawdle)
    acts = [Act(first)]
    assert inside.wait(20)
    acts.append(Act(overtake))
    for act in acts:
        act.join(30)
    assert not any(act.is_alive() for act in acts)
    return [act.error for act in acts]


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(game: Game) -> Phase | None:
        final = Phase.objects.filter(game=game.pk, status=Phase.Status.FINAL)
        return final.select_related("game__settings").first()

    monkeypatch.setattr(open_phase, "lock_final", found)


def two_reopen(monkeypatch: pytest.MonkeyPatch, game: Game) -> list[Exception | None]:
    act = lambda: reopen(game)  # noqa: E731 - twice the same
    return at_once(monkeypatch, corrections, "_reopen", act, act)


def two_accept(monkeypatch: pytest.MonkeyPatch, game: Game) -> list[Exception | None]:
    return at_once(
        monkeypatch,
        provisional,
        "_make_final_if_accepted",
        lambda: accept(game, "FRANCE"),
        lambda: accept(game, "TURKEY"),
    )


def test_of_two_who_undo_an_end_at_once_one_is_refused(monkeypatch, game: Game):
    errors = two_reopen(monkeypatch, game)
    assert [type(error) for error in errors] == [type(None), Refused]
    assert game.phases.open().count() == 1
    assert game.events.filter(kind=Event.Kind.GAME_REOPENED).count() == 1


@ON_SQLITE
def test_without_the_lock_the_game_is_reopened_twice(monkeypatch, game: Game):
    """Negative control of the test above."""
    without_lock(monkeypatch)
    assert two_reopen(monkeypatch, game) == [None, None]
    assert game.events.filter(kind=Event.Kind.GAME_REOPENED).count() == 2


def test_of_two_who_accept_at_once_the_last_makes_the_end_final(monkeypatch, game: Game):
    assert two_accept(monkeypatch, game) == [None, None]
    game.refresh_from_db()
    assert game.is_final
    assert game.events.filter(kind=Event.Kind.END_FINAL).count() == 1


@ON_SQLITE
def test_without_the_lock_two_accept_and_the_end_is_not_final(monkeypatch, game: Game):
    """Negative control of the test above."""
    without_lock(monkeypatch)
    assert two_accept(monkeypatch, game) == [None, None]
    game.refresh_from_db()
    assert not game.seats.filter(accepts_end=False).exists()
    assert not game.is_final


def test_who_undoes_an_end_while_the_last_accepts_it_is_refused(monkeypatch, game: Game):
    accept(game, "TURKEY")
    errors = at_once(
        monkeypatch,
        provisional,
        "_make_final_if_accepted",
        lambda: accept(game, "FRANCE"),
        lambda: reopen(game),
    )
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    game.refresh_from_db()
    assert (game.status, game.is_final) == (Game.Status.FINISHED, True)


def test_who_accepts_an_end_that_is_being_undone_is_told_that_the_game_goes_on(
    monkeypatch, game: Game
):
    errors = at_once(
        monkeypatch,
        corrections,
        "_reopen",
        lambda: reopen(game),
        lambda: accept(game, "FRANCE"),
    )
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    game.refresh_from_db()
    assert (game.status, game.final_at) == (Game.Status.PLAYING, None)
    assert not game.seats.filter(accepts_end=True).exists()


@ON_SQLITE
def test_without_the_lock_an_end_is_undone_that_has_just_become_final(monkeypatch, game: Game):
    """Negative control of the two tests above."""
    without_lock(monkeypatch)
    accept(game, "TURKEY")
    errors = at_once(
        monkeypatch,
        provisional,
        "_make_final_if_accepted",
        lambda: accept(game, "FRANCE"),
        lambda: reopen(game),
    )
    assert errors == [None, None]
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.events.filter(kind=Event.Kind.END_FINAL).exists()
