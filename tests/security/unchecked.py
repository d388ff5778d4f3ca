"""What each function of `games.access` would answer if it checked nothing: for mutations."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from accounts.models import User
from games.models import Complaint, Entry, Event, Extension, Game, Letter, Phase, Seat, Thread


def visible_games(_viewer: Any) -> QuerySet[Game]:
    return Game.objects.all()


games_of = games_in_hand = visible_games


def seats_in_hand(_viewer: Any) -> QuerySet[Seat]:
    return Seat.objects.all()


def reader_or_404(key: str) -> User:
    return User.objects.filter(feed_key=key).first() or User.objects.latest("pk")


def game_or_404(_viewer: Any, slug: str) -> Game:
    return get_object_or_404(Game, slug=slug)


left_game_or_404 = begun_game_or_404 = mastered_game_or_404 = run_game_or_404 = game_or_404


def invited_game_or_404(slug: str, _key: str) -> Game:
    return get_object_or_404(Game, slug=slug)


def offered_seat_or_404(_viewer: Any, slug: str, power: str, _key: str = "") -> Seat:
    return seat_or_404(None, game_or_404(None, slug), power)


def governed_seat_or_404(_viewer: Any, slug: str, power: str) -> Seat:
    return offered_seat_or_404(None, slug, power)


def administered_games(_viewer: Any) -> QuerySet[Game]:
    return Game.objects.all()


def phase_or_404(game: Game, code: str) -> Phase:
    phase = get_object_or_404(game.phases.order_by("number")[:1000], code=code)
    phase.game = game
    return phase


def mapped_phase_or_404(slug: str, code: str, _key: str) -> Phase:
    return phase_or_404(game_or_404(None, slug), code)


def superseded_or_404(game: Game, code: str, number: int) -> Phase:
    phase = get_object_or_404(game.phases, code=code, number=number)
    phase.game = game
    return phase


def seat_or_404(_viewer: Any, game: Game, power: str) -> Seat:
    seat = get_object_or_404(game.seats, power=power)
    seat.game = game
    return seat


def circle_or_404(part: Any, powers: Sequence[str]) -> list[Seat]:
    game: Game = part.game
    seats = list(game.seats.filter(power__in=powers).order_by("place"))
    for seat in seats:
        seat.game = game
    return seats


def held_seats(_viewer: Any, game: Game) -> QuerySet[Seat]:
    return game.seats.all()


def writing_seats(part: Any, _circle: Sequence[Seat]) -> list[Seat]:
    return list(part.game.seats.order_by("place"))


def letters(_viewer: Any, games: Iterable[Game]) -> QuerySet[Letter]:
    return Letter.objects.filter(thread__game__in=games)


def extensions(_viewer: Any, thread: Thread) -> QuerySet[Extension]:
    return Extension.objects.filter(thread=thread)


def extension_or_404(_viewer: Any, game: Game, key: str) -> Extension:
    return get_object_or_404(Extension, thread__game=game, key=key)


def public_letter_or_404(game: Game, key: str) -> Letter:
    letter = get_object_or_404(Letter, thread__game=game, key=key)
    letter.thread.game = game
    return letter


def others_letter_or_404(part: Any, key: str) -> Letter:
    letter = get_object_or_404(Letter, thread__game=part.game, key=key)
    letter.thread.game = part.game
    return letter


def complaints(_viewer: Any) -> QuerySet[Complaint]:
    return Complaint.objects.all()


def events_for_operator(events: QuerySet[Event], _reader: Any) -> QuerySet[Event]:
    return events


def shown_name(_viewer: Any, seat: Seat, **_options: Any) -> str:
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    return str(last.person) if last else ""


def suspended_seats(_viewer: Any, game: Game) -> set[int]:
    return set(game.seats.values_list("pk", flat=True))


def waiting_name(_viewer: Any, entry: Entry, **_options: Any) -> str:
    return str(entry.person)


def author_name(_viewer: Any, letter: Letter, **_options: Any) -> str:
    return str(letter.person)


def always(*_arguments: Any, **_options: Any) -> bool:
    return True


holds = has_played = is_master = may_read_orders = sees_who_is_in = sees_names = always
sees = may_write_as = signs = keeps_bookmarks = may_take_seat = may_administer = runs_site = always
# Nothing is asked in these.
HARMLESS = {
    "Part",  # what somebody's part in a game allows is asked of functions
    "invitation_path",
    "seat_invitation_path",
    "seats_in_words",
    "masterships_in_words",
}
