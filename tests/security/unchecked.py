"""Replacements of the functions of `games.access` that check nothing, for the mutants."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from accounts.models import User
from games.models import (
    Club,
    ClubMembership,
    Complaint,
    DeclaredPlayer,
    Event,
    Game,
    LobbyEntry,
    LobbyInvitation,
    MemberProposal,
    Message,
    Organizer,
    Phase,
    PowerWish,
    Round,
    Seat,
    SeatInvitation,
    Table,
    TablePlace,
    Thread,
    Tournament,
)


def visible_games(_viewer: Any) -> QuerySet[Game]:
    return Game.objects.all()


def public_games() -> QuerySet[Game]:
    return Game.objects.all()


def disclosed_games(_viewer: Any) -> QuerySet[Game]:
    return Game.objects.all()


games_of = games_in_hand = mastered_games = visible_games


def administrators(*_arguments: Any) -> QuerySet[User]:
    return User.objects.all()


administrators_of = administrators


def seats_in_hand(_viewer: Any) -> QuerySet[Seat]:
    return Seat.objects.all()


open_seats = seats_in_hand


def visible_clubs(_viewer: Any) -> QuerySet[Club]:
    return Club.objects.all()


def club_or_404(_viewer: Any, slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


governed_club_or_404 = club_or_404


def invited_club_or_404(slug: str, _key: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def club_members(_viewer: Any, club: Club) -> QuerySet[ClubMembership]:
    return club.memberships.select_related("person__profile")


def club_games(_viewer: Any, club: Club) -> QuerySet[Game]:
    return Game.objects.filter(club=club)


def membership_of(_viewer: Any, club: Club) -> ClubMembership | None:
    return club.memberships.masters().first()


def reader_or_404(key: str) -> User:
    return User.objects.filter(feed_key=key).first() or User.objects.latest("pk")


def game_or_404(_viewer: Any, slug: str) -> Game:
    return get_object_or_404(Game, slug=slug)


left_game_or_404 = begun_game_or_404 = mastered_game_or_404 = run_game_or_404 = game_or_404
inviting_game_or_404 = allotted_game_or_404 = governed_game_or_404 = game_or_404
administered_game_or_404 = entered_game_or_404 = practice_game_or_404 = game_or_404


def seats_entered_by(_viewer: Any, game: Game) -> QuerySet[Seat]:
    return game.seats.order_by("place")


def declared_player_or_404(_viewer: Any, slug: str, pk: int) -> DeclaredPlayer:
    return get_object_or_404(DeclaredPlayer.objects.select_related("game"), pk=pk, game__slug=slug)


def declared_by_key_or_404(slug: str, _key: str) -> DeclaredPlayer:
    players = DeclaredPlayer.objects.select_related("game")
    return get_object_or_404(players.order_by("pk")[:1], game__slug=slug)


def amended_game_or_404(_viewer: Any, slug: str) -> tuple[Game, Seat | None]:
    return game_or_404(None, slug), None


def invited_game_or_404(slug: str, _key: str) -> Game:
    return get_object_or_404(Game, slug=slug)


invited_lobby_or_404 = invited_game_or_404


def offered_seat_or_404(_viewer: Any, slug: str, power: str, _key: str = "") -> Seat:
    return seat_or_404(None, slug, power)


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


def joint_seats_or_404(person: User, slug: str) -> list[Seat]:
    """The seats of a hand of several powers, or of the whole game, whoever holds them."""
    found = list(Game.objects.get(slug=slug).seats.select_related("game").order_by("place"))
    pairs = [seat for seat in found if sum(each.hand == seat.hand for each in found) > 1]
    return [seat for seat in pairs if seat.hand == pairs[0].hand] or found


def seat_or_404(_viewer: Any, slug: str, power: str) -> Seat:
    return get_object_or_404(Seat.objects.select_related("game"), game__slug=slug, power=power)


def own_seats_or_404(_viewer: Any, slug: str, power: str) -> tuple[Seat, list[Seat]]:
    seat = seat_or_404(None, slug, power)
    return seat, [seat]


def circle_or_404(part: Any, powers: Sequence[str]) -> list[Seat]:
    game: Game = part.game
    seats = list(game.seats.filter(power__in=powers).order_by("place"))
    for seat in seats:
        seat.game = game
    return seats


def masters_thread_or_404(part: Any, power: str | None) -> list[Seat]:
    return list(part.game.seats.filter(power=power))


def game_to_repeat_or_404(_person: Any, slug: str) -> Game:
    return get_object_or_404(Game, slug=slug)


def former_players(viewer: Any, game: Game) -> QuerySet[User]:
    return User.objects.filter(tenures__seat__game=game).exclude(pk=viewer.pk).distinct()


def lobby_invitations(_person: Any) -> QuerySet[LobbyInvitation]:
    return LobbyInvitation.objects.select_related("game", "invited_by")


def sent_lobby_invitations(role: Any) -> QuerySet[LobbyInvitation]:
    found: QuerySet[LobbyInvitation] = role.game.lobby_invitations.select_related("person")
    return found


def seat_invitations(_person: Any) -> QuerySet[SeatInvitation]:
    return SeatInvitation.objects.all()


def seat_invitation_or_404(_person: Any, key: str) -> SeatInvitation:
    return get_object_or_404(SeatInvitation.objects.select_related("seat__game"), key=key)


def governed_invitation_or_404(_viewer: Any, slug: str, power: str) -> SeatInvitation:
    return get_object_or_404(SeatInvitation, seat__game__slug=slug, seat__power=power)


def held_seats(_viewer: Any, game: Game) -> QuerySet[Seat]:
    return game.seats.all()


def writing_seats(part: Any, _circle: Sequence[Seat]) -> list[Seat]:
    return list(part.game.seats.order_by("place"))


def messages(_viewer: Any, games: Iterable[Game]) -> QuerySet[Message]:
    return Message.objects.filter(thread__game__in=games)


def proposals(_viewer: Any, thread: Thread) -> QuerySet[MemberProposal]:
    return MemberProposal.objects.filter(thread=thread)


def proposal_or_404(_viewer: Any, game: Game, key: str) -> MemberProposal:
    return get_object_or_404(MemberProposal, thread__game=game, key=key)


def public_message_or_404(game: Game, key: str) -> Message:
    message = get_object_or_404(Message, thread__game=game, key=key)
    message.thread.game = game
    return message


def others_message_or_404(part: Any, key: str) -> Message:
    message = get_object_or_404(Message, thread__game=part.game, key=key)
    message.thread.game = part.game
    return message


reportable_message_or_404 = others_message_or_404


def complaints(_viewer: Any) -> QuerySet[Complaint]:
    return Complaint.objects.all()


def events_for_operator(events: QuerySet[Event], _reader: Any) -> QuerySet[Event]:
    return events


def shown_name(_viewer: Any, seat: Seat, **_options: Any) -> str:
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    return str(last.person) if last else ""


def open_holder(seat: Seat) -> User | None:
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    return last.person if last else None


def suspended_seats(_viewer: Any, game: Game) -> set[int]:
    return set(game.seats.values_list("pk", flat=True))


def own_wishes(_viewer: Any, game: Game) -> list[int]:
    wishes = PowerWish.objects.filter(entry__game=game).order_by("-entry", "rank")
    return list(wishes.values_list("hand", flat=True))


def wishing_entry_or_404(_viewer: Any, slug: str) -> LobbyEntry:
    return get_object_or_404(LobbyEntry.objects.order_by("pk")[:1], game__slug=slug)


def waiting_name(_viewer: Any, entry: LobbyEntry, **_options: Any) -> str:
    return str(entry.person)


def open_invitations_to_seats(_viewer: Any, game: Game) -> dict[int | None, SeatInvitation]:
    return {each.seat.hand: each for each in SeatInvitation.objects.filter(game=game)}


def inviter_name(_viewer: Any, invitation: LobbyInvitation) -> str:
    return str(invitation.invited_by)


def author_name(_viewer: Any, message: Message, **_options: Any) -> str:
    return str(message.person)


def always(*_arguments: Any, **_options: Any) -> bool:
    return True


holds = has_played = is_master = may_read_orders = sees_names = always
sees_game = may_write_as = sees_author = keeps_bookmarks = may_take_seat = may_administer = (
    runs_site
) = governs_club = may_renew_invitation = sees_invitation_link = sees_invited = has_written = always
# These check nothing.
HARMLESS = {
    "Role",  # the permissions of a role are checked by functions
    "declared_name",  # of a player whom its caller may see
    "invitation_path",
    "numbered_phase_or_404",  # of a game that the viewer may see
    "seat_invitation_path",
}


def current_organizers(tournament: Tournament) -> QuerySet[Organizer]:
    return tournament.organizers.select_related("person")


def organizes(_viewer: Any, _tournament: Tournament) -> bool:
    return True


def organized_tournament_or_404(_viewer: Any, slug: str) -> Tournament:
    return get_object_or_404(Tournament, slug=slug)


administers_tournament = organizes
administered_tournament_or_404 = organized_tournament_or_404


def rounds_with_open_names(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.all()


def tables(row: Round) -> list[tuple[Table, list[TablePlace]]]:
    return [(table, list(table.places.all())) for table in row.tables.all()]
