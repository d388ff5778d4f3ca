"""Path and form for each address in each circumstance."""

import datetime as dt
import hashlib
import uuid
from functools import cache
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse

from accounts import address_changes, clock
from accounts.api_keys import keys as api_keys
from accounts.models import ApiKey, Bot, Profile, ProfileReport, User
from adjudicator import PhaseCode, Position, Unit
from games.board import animations
from games.course import lessons
from games.lifecycle import practice
from games.models import (
    Animation,
    Club,
    Complaint,
    DeclaredPlayer,
    Entrant,
    Event,
    Game,
    LobbyInvitation,
    MailChoice,
    MemberProposal,
    Message,
    Notification,
    Phase,
    Rating,
    Round,
    SavedLine,
    Seat,
    Tenure,
    TextReport,
    Tournament,
    Vote,
    Webhook,
)
from games.models.rating import Ladder
from games.notifications import preferences
from games.notifications.mail import declared_links
from games.notifications.webhooks import subscriptions
from games.orders import mailed_text
from games.sandbox import address as address_text
from games.sandbox.line import Line
from games.tournaments import opening
from tests import factories, settings_sheets
from tests.phone import Phone

from .canaries import DECLARED, EARLY, GROWN, LATE, PUBLIC, TITLE
from .table import Address, Row
from .world import LIKE, SUSPENDED, Circle, World

INVITED = "Ines Invited"
PRACTICE = "practice-game"
RATED = "Rita Rated"
CLUB_PAGES = {
    f"games:{name}"
    for name in (
        *("club", "join_club", "leave_club", "club_settings", "renew_club_link", "close_club"),
        "report_club",
        *("club_member_promote", "club_member_demote", "club_member_dismiss"),
    )
}
# Addresses that are always about the lobby.
LOBBY = (
    "games:invitation", "games:leave", "games:remove", "games:wishes", "games:powers",
    "games:withdraw_game_invitation", "games:declare_in_lobby", "games:remove_declared",
)  # fmt: skip
# Addresses of the phases of a line in the sandbox.
SANDBOX_PHASES = (
    "games:sandbox_results", "games:sandbox_svg", "games:sandbox_png", "games:sandbox_report",
)  # fmt: skip
# Addresses of a tournament.
TOURNAMENTS = {
    f"games:{act}"
    for act in (
        "tournament", "tournament_round", "standings_csv", "enter_tournament", "leave_tournament",
        "tournament_team", "draw_round", "end_tournament", "add_organizer", "stop_organizing",
        "remove_entrant", "readmit_entrant", "tournament_settings", "report_tournament",
    )
}  # fmt: skip
# Addresses that programs read with a person's key.
FEEDS = ("games:own_calendar", "games:keyed_calendar", "games:keyed_news")
# Addresses of threads, messages and proposals of members, by their keys.
ACTS_ON_MESSAGES = {
    f"games:{act}"
    for act in (
        "message", "report_message", "hide_message", "show_message", "mute_power", "unmute_power",
        "propose_member", "answer_proposal",
    )
}  # fmt: skip


def path_to(address: Address, row: Row, world: World, circle: Circle, role: str = "") -> str:
    """Return a path for `address` in the circumstance of the row.

    `role` selects the secret where each role has its own.
    """
    if address.route == "admin/(?P<url>.*)$":
        return "/admin/no/such/page/"
    if address.name == address.route and not address.parameters:
        return f"/{address.route}"
    values = [value_of(name, address, row, world, circle, role) for name in address.parameters]
    if "<path:object_id>/" in address.route and address.name == address.route:
        return "/" + address.route.replace("<path:object_id>", str(values[0]))
    return reverse(address.name, args=values) + QUESTIONS.get(address.name, "").format(
        slug=circle.game.slug
    )


QUESTIONS = {
    "games:rules_chapter": "?game={slug}",
    "games:search_press": "?q=ripe",  # part of nearly all canaries
    "games:extend_several": "?game={slug}",
    "games:announce_to_several": "?game={slug}",
    "games:remind_several": "?game={slug}",
}
POWERS = ("austria", "england", "turkey")
CIRCLES = {
    "": ["ENGLAND", "FRANCE"],
    "reversed": ["FRANCE", "ENGLAND"],
    "third": ["GERMANY", "TURKEY"],
    "alone": ["FRANCE", "FRANCE"],
    "notebook": ["FRANCE"],
    "england": ["ENGLAND"],
    "unknown": ["ENGLAND", "FRANCE", "UTOPIA"],
}


def value_of(  # noqa: C901 - one case for each parameter
    name: str, address: Address, row: Row, world: World, circle: Circle, role: str
) -> Any:
    """Return the argument for a parameter of an address; words of the circumstance change it."""
    words = row.circumstance.split("-")
    game = game_of(address, words, circle)
    match name:
        case "slug" if address.name in TOURNAMENTS:
            return "no-such-cup" if "never" in words else cup(world).slug
        case "number" if address.name == "games:tournament_round":
            return 1
        case "entrant" if address.name == "games:readmit_entrant":
            return cup(world).entrants.exclude(removed_at=None).get().pk
        case "entrant":
            return cup(world).entrants.earliest("pk").pk
        case "slug" if address.name in CLUB_PAGES:
            return club_of(world).slug
        case "slug" if address.name == "games:end_practice":
            return practice_of(world).slug
        case "slug":
            return game.slug
        case "member":
            return club_of(world).memberships.get(person=world.people["own"]).pk
        case "key" if address.name == "games:join_club":
            return "0" * 32 if "wrong" in words else club_of(world).invitation_key
        case "page":
            return "nothing" if "never" in words else "deadlines"
        case "chapter":
            return "nothing" if "never" in words else "convoys"
        case "rule":
            return "99" if "never" in words else "13"
        case "code":
            return code_of(game, words)
        case "setup":
            return "utopia" if "never" in words else game.setup
        case "power":
            return next((word.upper() for word in words if word in POWERS), "FRANCE")
        case "vote":
            return vote_of(game).pk
        case "invitation":
            return lobby_invitation(circle).pk
        case "one" | "other":  # nobody shares a browser with nobody
            return {"one": 1, "other": 2}[name]
        case "board":
            return "000-99" if "never" in words else "000-04"
        case "lesson":
            return "first-move"
        case "line" if address.name == "games:lesson_try":
            return "1never" if "never" in words else lesson_line()
        case "line":
            return "1never" if "never" in words else sandbox_line()
        case "number" if address.name in SANDBOX_PHASES:
            return 1
        case "saved":
            return saved_line(world, "invited" if role == "invited" else "guest").pk
        case "number" if address.name in {"games:lesson", "games:lesson_try", "games:question"}:
            return 99 if "never" in words else 2
        case "webhook" if "own_webhook" in address.name:
            return webhook_of_the_guest(world).pk
        case "entry" | "number" | "absence" | "webhook" | "complaint":
            return number_of(name, circle)
        case "powers":
            return next((CIRCLES[word] for word in words if word in CIRCLES), CIRCLES[""])
        case "rest":  # without a key; test_api_access.py sends keys
            return f"games/{game.slug}/threads/public/messages"
        case "prefix":
            return key_of_the_guest(world).prefix
        case "name":
            return "Nobody Here" if "never" in words else world.people["own"].name
        case "person" if address.name == "accounts:report_profile":
            return profile_with_words(world).person_id
        case "report" if address.name == "games:close_text_report":
            return text_report(world).pk
        case "report":
            return profile_report(world).pk
        case "person" if address.name == "games:person_ratings":
            return 10**6 if "never" in words else rated_person().pk
        case "person":
            return User.objects.get(name=SUSPENDED).pk
        case "kind":
            return "fax" if "never" in words else "discord"
        case "provider_id" | "rest":
            return {"provider_id": "127.0.0.1-9", "rest": "signup/"}[name]
        case "link":
            return link_of_the_guest(world).pk
        case "token" if address.name == "games:mailed_orders":
            return sealed_text(game, words)
        case "token" if address.name == "games:declared_address":
            url = declared_links.address_url(declared_player(circle.game))
            right = url.rstrip("/").rpartition("/")[2]
            return f"{right}x" if "wrong" in words else right
        case "province":
            return "PAR"
        case "player":
            return declared_player(circle.lobby).pk
        case "token":
            return token(address, world, "wrong" in words)
        case "pk":
            return Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk
        case "object_id":
            return object_of(address, words, world, circle)
        case "app_label" | "content_type_id":
            games = ContentType.objects.get_for_model(Game)
            return {"app_label": games.app_label, "content_type_id": games.pk}[name]
        case "key" if address.name in FEEDS:
            return key_of_feeds(words, world, role)
        case "key" | "uidb36":
            return secret_of(name, address, words, world, circle)
    raise LookupError(f"tell the walk what stands for {name} in {address.route}")


def cup(world: World) -> Tournament:
    """Return a tournament that “master” organizes, with a round of a game that others played."""
    found = Tournament.objects.filter(slug="the-cup").first()
    if found is not None:
        return found
    source = factories.open_game(world.people["master"], title="The model")
    made = opening.open_tournament(
        world.people["master"],
        source,
        request_key=uuid.uuid4(),
        title="The cup",
        rounds_planned=2,
        has_teams=True,
    )
    Entrant.objects.create(tournament=made, person=world.people["guest"], entered_at=clock.now())
    now = clock.now()
    removed = {"entered_at": now, "left_at": now, "removed_at": now}
    Entrant.objects.create(tournament=made, person=factories.person("Removed Ray"), **removed)
    Round.objects.create(tournament=made, number=1, drawn_at=clock.now())
    return made


def sandbox_line(code: str = "S1901M", resolved: int = 1) -> str:
    """Return the address of a line with resolved phases, of which no canary is a choice."""
    units = {"ITALY": (Unit.parse("A TUN"),)}
    line = Line(Position(PhaseCode.parse(code), units))
    for _number in range(resolved):
        line = line.resolved()
    return address_text.write(line)


def saved_line(world: World, owner: str = "guest") -> SavedLine:
    """Return the shared line of a role, which begins with orders of a game."""
    found: SavedLine
    found, _made = SavedLine.objects.get_or_create(
        owner=world.people[owner],
        defaults={
            "title": "Mine",
            "text": sandbox_line(),
            "holds_orders": True,
            "key": ("5" if owner == "guest" else "6") * 32,
            "created_at": clock.now(),
        },
    )
    return found


def profile_with_words(world: World) -> Profile:
    """Return the profile of the holder of France, which says something."""
    own = world.people["own"]
    return Profile.objects.get_or_create(person=own, defaults={"about": "I like convoys."})[0]


def profile_report(world: World) -> ProfileReport:
    """Return an open report of the profile of the holder of France."""
    profile = profile_with_words(world)
    return ProfileReport.objects.get_or_create(
        person=profile.person,
        by=world.people["other"],
        closed_at=None,
        defaults={"reason": "Rude.", "text": profile.about, "made_at": clock.now()},
    )[0]


def text_report(world: World) -> TextReport:
    """Return a report of the text of the tournament."""
    return TextReport.objects.get_or_create(
        tournament=cup(world),
        by=world.people["alien"],
        closed_at=None,
        defaults={"reason": "Rude.", "text": "The cup", "made_at": clock.now()},
    )[0]


def club_of(world: World) -> Club:
    """Return a club that is not listed, of the master and the holder of France."""
    found = Club.objects.filter(slug="hidden-club").first()
    if found is None:
        found = Club.objects.create(
            name="Hidden Club",
            name_key="hidden club",
            slug="hidden-club",
            is_listed=False,
            invitation_key="c1" * 16,  # the same in every look of a walk
            created_at=clock.now(),
        )
        for role, rank in (("master", "master"), ("own", "member")):
            found.memberships.create(person=world.people[role], role=rank, joined_at=clock.now())
    return found


def practice_of(world: World) -> Game:
    """Return a practice game of the holder of France."""
    found = Game.objects.filter(slug=PRACTICE).first()
    if found is None:
        found = practice.begin(
            world.people["own"],
            bot=Bot.NOVICE,
            setup="standard",
            power="FRANCE",
            edition="2000",
            request_key=uuid.uuid4(),
        )
        Game.objects.filter(pk=found.pk).update(slug=PRACTICE)  # the same in every look of a walk
        found.refresh_from_db()
    return found


def rated_person() -> User:
    """Return a person in no game of the walk, who has a rating."""
    found: User = User.objects.filter(name=RATED).first() or factories.person(RATED)
    values = {"mu": 25.0, "sigma": 8.0, "points": 1040, "games": 1}
    Rating.objects.get_or_create(person=found, ladder=Ladder.FULL, defaults=values)
    Profile.objects.get_or_create(
        person=found, defaults={"visibility": Profile.Visibility.EVERYONE}
    )
    return found


def lesson_line() -> str:
    """Return the address of a try at the second board of the first lesson, without orders."""
    return address_text.write(lessons.exercise_at("first-move", 2).start)


def lobby_invitation(circle: Circle) -> LobbyInvitation:
    """Return an open invitation to the lobby, for a person in no game.

    They have the same name each time, because pages are compared.
    """
    found = circle.lobby.lobby_invitations.first()
    invited = User.objects.filter(name=INVITED).first()
    return found or LobbyInvitation.objects.create(
        game=circle.lobby,
        person=invited or factories.person(INVITED),
        invited_by=circle.lobby.masterships.earliest("pk").person,
        created_at=clock.now(),
    )


def declared_player(game: Game) -> DeclaredPlayer:
    """Return a player without an account: in a lobby or, where Austria was played, in a game."""
    found = game.declared_players.current().first()
    if found is not None:
        return found
    seat = game.seats.filter(power="AUSTRIA").first()
    now = clock.now()
    if seat is not None:
        seat.tenures.current().update(until=now, ending=Tenure.Ending.REPLACED)
    return DeclaredPlayer.objects.create(
        game=game,
        hand=seat.hand if seat else None,
        name=DECLARED,
        email="quentin@x.test",
        owner_digest=declared_links.address_digest("quentin@x.test"),
        asked_at=now,
        # The same each time, because pages are compared.
        invitation_key=hashlib.sha256(game.slug.encode()).hexdigest()[:32],
        declared_by=game.masterships.earliest("pk").person,
        since=now,
    )


def key_of_the_guest(world: World) -> ApiKey:
    return api_keys.make(world.people["guest"], name="Bot")[0]


def webhook_of_the_guest(world: World) -> Webhook:
    guest = world.people["guest"]
    found = Webhook.objects.of_person(guest).first()
    url = "https://slack.example.org/hook"
    return found or subscriptions.add_own(guest, kind=Webhook.Kind.SLACK, url=url, language="en")


def link_of_the_guest(world: World) -> SocialAccount:
    found: SocialAccount
    found, _made = SocialAccount.objects.get_or_create(
        user=world.people["guest"], provider="discord", uid="4711"
    )
    return found


def number_of(name: str, circle: Circle) -> int:
    """Return the primary key of an entry of the lobby, absence, complaint or webhook.

    Otherwise return the number of the phase that was rolled back.
    """
    if name == "entry":
        return circle.lobby.entries.latest("pk").pk
    if name == "absence":
        return circle.game.seats.get(power="FRANCE").absences.latest("pk").pk
    if name == "complaint":
        return Complaint.objects.filter(message__thread__game=circle.game).earliest("pk").pk
    if name == "webhook":
        return circle.game.webhooks.latest("pk").pk
    return circle.game.phases.get(status=Phase.Status.SUPERSEDED).number


def let_be_animated(game: Game) -> None:
    """Store an animation of a game that is over."""
    game = Game.objects.get(pk=game.pk)
    shows = animations.digest(game, animations.shown_phases(game))
    now = clock.now()
    made = {"asked_at": now, "made_at": now, "size": 4, "content": b"RIFF"}
    Animation.objects.update_or_create(game=game, defaults={"shows": shows, **made})


def game_of(address: Address, words: list[str], circle: Circle) -> Game:
    if "none" in words:
        return Game(slug="no-such-game")
    if "over" in words and address.name == "games:animation":
        let_be_animated(circle.over)
    if "over" in words or "elsewhere" in words:
        return circle.over
    game = circle.lobby if "lobby" in words or address.name in LOBBY else circle.game
    if "given" in words:
        Game.objects.filter(pk=game.pk).update(allotment=Game.Allotment.MASTER)
        for hand, entry in enumerate(game.entries.all()):
            game.entries.filter(pk=entry.pk).update(hand=hand)
    if "live" in words:
        starts_at = clock.now() + dt.timedelta(hours=1)
        Game.objects.filter(pk=game.pk).update(starts_at=starts_at)
    if "open" in words:
        power = "ENGLAND" if "england" in words else "AUSTRIA"
        game.seats.filter(power=power).update(disorder_since=clock.now())
    let_masters_order(game, words)
    if "aside" in words:
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
    if "hidden" in words:  # no other games have maps that were opened to strangers and closed again
        key = None if "keyless" in words else game.map_key
        private = Game.Visibility.PRIVATE
        Game.objects.filter(pk=game.pk).update(visibility=private, map_key=key)
    return game


def let_masters_order(game: Game, words: list[str]) -> None:
    """Let the game have no orders by its masters, or somebody without an account play Austria."""
    if "unagreed" in words:
        Game.objects.filter(pk=game.pk).update(orders_by_master=False)
    if "declared" in words:
        declared_player(game)


def vote_of(game: Game) -> Vote:
    """Return an open vote.

    Games with a master have no votes, so nobody proposed it; whoever has a seat reads that the
    master decides.
    """
    phase = game.phases.get(status=Phase.Status.OPEN)
    france = game.seats.get(power="FRANCE")
    kind = Vote.Kind.DRAW
    made = {"kind": kind, "seat": france, "made_at": clock.now()}
    return Vote.objects.get_or_create(phase=phase, closed_at=None, defaults=made)[0]


def code_of(game: Game, words: list[str]) -> str:
    if "over" in words:
        return game.phases.latest("number").code
    return "S1901M" if "past" in words else "W1950A" if "never" in words else "F1901M"


def token(address: Address, world: World, wrong: bool) -> str:
    """Return the token of a link in a mail to “guest”.

    It switches off a kind of mail, or undoes a change of the address.
    """
    guest = world.people["guest"]
    if address.name == "accounts:undo_address_change":
        right = address_changes.record(guest, old="guest@old.test", new=guest.email)
    else:
        url = preferences.unsubscribe_url(guest, Notification.Kind.RESULTS)
        right = url.rstrip("/").rpartition("/")[2]
    return f"{right}x" if wrong else right


@cache
def _sealed(phase: Phase, seat: Seat, holder: User, _day: dt.date) -> str:
    """The token of a seat in a phase; sealed anew it would be another one, which a page shows."""
    return mailed_text.seal(phase, seat, holder, "A PAR - PIC")


def sealed_text(game: Game, words: list[str]) -> str:
    """Return the token of the link in the answer to a mail of the holder of a seat."""
    power = next((word.upper() for word in words if word in POWERS), "FRANCE")
    seat = factories.seat(game, power)
    phase = game.phases.not_superseded().get(code=code_of(game, words))
    right = _sealed(phase, seat, factories.holder(seat), clock.now().date())
    return f"{right}x" if "wrong" in words else right


def object_of(address: Address, words: list[str], world: World, circle: Circle) -> Any:
    """Return the primary key of a row for a page of the administration."""
    guest = world.people["guest"]
    if "/games/game/" in address.route or "content_type_id" in address.route:
        return circle.over.pk if "over" in words else circle.game.pk
    if "/games/event/" in address.route:
        kind = Event.Kind.ORDERS_SAVED if "secret" in words else Event.Kind.GAME_BEGUN
        return circle.game.events.filter(kind=kind).order_by("-phase__number", "pk")[0].pk
    if "/accounts/user/" in address.route:
        return guest.pk
    if "/auth/group/" in address.route:
        return Group.objects.latest("pk").pk
    if "/account/emailaddress/" in address.route:
        return EmailAddress.objects.get(user=guest).pk
    return 1


def secret_of(name: str, address: Address, words: list[str], world: World, circle: Circle) -> Any:
    """Return the secret of an invitation, of a map, or of a link in a mail to “guest”."""
    guest = world.people["guest"]
    if address.name == "games:invitation":
        return "0" * 32 if "wrong" in words else circle.lobby.invitation_key
    if address.name == "games:seat_invitation":
        return "0" * 32 if "wrong" in words else key_of_invitation(words, world, circle)
    if address.name == "games:topic" or address.name in ACTS_ON_MESSAGES:
        return "0" * 32 if "wrong" in words else key_among_messages(address, words, circle.game)
    if address.name == "games:shared_picture":
        return "0" * 32 if "wrong" in words else circle.game.map_key
    if address.name == "games:shared_line":
        return "0" * 32 if "wrong" in words else saved_line(world).key
    if address.name == "games:take_declared":
        return "0" * 32 if "wrong" in words else declared_player(circle.game).invitation_key
    if address.name == "games:take_invited":
        return "0" * 32 if "wrong" in words else circle.game.invitation_key
    if address.name in ("account_confirm_email", "accounts:confirm_address"):
        return "wrong" if "wrong" in words else EmailConfirmationHMAC(_unconfirmed(guest)).key
    if name == "uidb36":
        return user_pk_to_url_str(guest)
    return "wrong" if "wrong" in words else default_token_generator.make_token(guest)


def key_of_invitation(words: list[str], world: World, circle: Circle) -> str:
    """Return the key of the invitation to England; the circumstance may say that it is unwanted."""
    invited = User.objects.filter(pk=world.people["invited"].pk)
    invited.update(takes_invitations="unwanted" not in words)
    return circle.game.seat_invitations.get().key


def key_among_messages(address: Address, words: list[str], game: Game) -> str:
    """Return the key of a thread, of a message or of England's proposal, public or private."""
    if address.name == "games:answer_proposal":
        return MemberProposal.objects.filter(thread__game=game, closed_at=None).earliest("pk").key
    if address.name == "games:propose_member" or "grown" in words:
        return str(game.threads.get(title=GROWN).key)
    if address.name == "games:topic":
        title = "Stabs" if "public" in words else TITLE
        return str(game.threads.get(title=title).key)
    hiding = address.name in {"games:hide_message", "games:show_message"} and "private" not in words
    text = PUBLIC if hiding or "public" in words else LATE if "late" in words else EARLY
    return Message.objects.get(thread__game=game, text=text).key


def key_of_feeds(words: list[str], world: World, role: str) -> str:
    """Return the key of the feeds of `role`, or of the person named by the circumstance.

    The circumstance may also suspend or close that person's account.
    """
    whose = next((word for word in words if word in world.people), LIKE.get(role, role))
    if "wrong" in words or whose not in world.people:
        return "0" * 32
    person = User.objects.filter(pk=world.people[whose].pk)
    if "suspended" in words:
        person.update(is_active=False)
    if "closed" in words:
        person.update(closed_at=clock.now())
    return str(world.people[whose].feed_key)


def _unconfirmed(person: User) -> EmailAddress:
    address = EmailAddress.objects.get(user=person)
    address.verified = False
    address.save(update_fields=["verified"])
    return address


def sheet(address: Address, row: Row, circle: Circle) -> dict[str, str | list[str]]:
    """Return the form that the page of an address would send."""
    signatures = {"forged": "FRANCE", "mastering": "master"}
    signed = signatures.get(row.circumstance, "")
    message = {"text": "Good evening.", "request_key": str(uuid.uuid4())}
    forms: dict[str, dict[str, Any]] = {
        "games:new": {
            **settings_sheets.WEEKLY, "title": "Another", "role": "player", "lobby_days": "1",
            "request_key": str(uuid.uuid4()), "setup": "standard",
            "rules": "2000", "visibility": "public", "orders_watched_by": "master",
            "solo_after": "fall", "solo_of": "setup", "ends": "never", "ends_with": "centers",
            "draw_shared_by": "all",
            "provisional_days": "2",
            "press": "full", "allotment": "lot", "language": "en",
        },
        "accounts:new_api_key": {"name": "Bot", "orders": "on", "days": "7"},
        "games:settings": settings_sheets.WEEKLY,
        "games:add_own_webhook": {"url": "https://discord.example.org/mine", "language": "en"},
        "games:add_webhook": {"url": "https://discord.example.org/webhook", "language": "en"},
        "games:enter_orders": {"text": "Germany:\nA MUN - RUH", "language": "en"},
        "games:let_master_order": {"allowed": "yes"},
        "games:declare_in_lobby": {"name": "Nell", "email": ""},
        "games:seat_declare": {"name": "Nell", "email": ""},
        "games:seat_declared": {"name": "Nell", "email": ""},
        "games:seat_account": {"understood": "on"},
        "games:declared_address": {"answer": "confirm"},
        "games:absence": {"first": "2000-01-01", "last": "2000-01-02"},
        "games:orders": {
            "mode": "text", "text": "A PAR - MARS" if "bad" in row.circumstance else "A PAR - PIC",
        },
        "games:declare_disorder": {"reason": "Not heard of for weeks."},
        "games:master_add": {"name": "The guest"},
        "games:master_dismiss": {"name": "The master", "reason": "Gone."},
        "games:master_announce": {"words": "Dinner at eight."},
        "games:announce_to_several": {"words": "Dinner at eight."},
        "games:extend_several": {"how": "next"},
        "games:master_rename": {"name": "A better title"},
        "games:amend": {"house_rules": "Tea first."},
        "games:master_close": {"reason": "Nobody came."},
        "games:master_draw": {"powers": ["FRANCE", "TURKEY"]},
        "games:order_feedback": {"mode": "text", "text": "A PAR - PIC"},
        "games:ready": {"ready": "yes"},
        "games:public_press": {"seat": signed, **message},
        "games:thread": {"seat": signed, **message},
        "games:master_thread": {"seat": signed, **message},
        "games:masters_thread": message,
        "games:new_public_press": {"title": "Another", **message},
        "games:new_thread": {"title": "Another", **message},
        "games:topic": message,
        "games:discuss": message,
        "games:propose_member": {
            "seat": "FRANCE", "newcomer": "TURKEY", "past": "all", "text": "Welcome.",
        },
        "games:answer_proposal": {"seat": "FRANCE", "answer": "yes"},
        "games:hide_message": {"reason": "Be kind."},
        "games:report_message": {"reason": "It is not kind."},
        "accounts:suspensions": {"name": "The guest", "reason": "Be kind."},
        "accounts:lift_suspension": {"reason": "It was a mistake."},
        "games:close_complaint": {"remark": "We have talked."},
        "games:take_over": {
            "title": "Another", "text": "S1901M\nFRANCE: A PAR", "begin": "yes",
            "request_key": str(uuid.uuid4()), "setup": "standard", "rules": "2000",
            "visibility": "public", "orders_watched_by": "master",
            "solo_after": "fall", "solo_of": "setup", "ends": "never", "ends_with": "centers",
            "draw_shared_by": "all",
            "provisional_days": "2",
            "language": "en",
            "press": "full", "allotment": "lot", "rhythm": "lengths",
            "length": "1", "length_unit": "days", "short_unit": "days",
            "ready_minutes": "0", "on_missed": "none", "disorder_after": "first",
            "seats_open_to": "anyone",
        },
        "games:sandbox": {"setup": "standard", "rules": "2000"},
        "games:sandbox_compare": {"with": sandbox_line()},
        "games:sandbox_compare_private": {"line": sandbox_line(), "with": sandbox_line()},
        "games:sandbox_private": {"game": circle.game.slug, "phase": "F1901M"},
        "games:use_orders": {"line": sandbox_line("F1901M", 0)},
        "games:sandbox_line": {"mode": "rows", "unit-TUN": "A TUN - NAF"},
        "games:sandbox_pieces": {"mode": "pieces", "tool": "move", "place": "TUN", "target": "NAF"},
        "games:save_line": {"line": sandbox_line(), "title": "Mine too"},
        "games:rename_line": {"title": "Ours"},
        "games:share_line": {"confirmed": "yes"},
        "games:sandbox_search": {"mode": "rows", "goal": "ITALY A TUN"},
        "games:sandbox_private_search": {"line": sandbox_line(), "goal": "ITALY A TUN"},
        "games:add_organizer": {"name": "The guest"},
        "games:draw_round": {"round": "2"},
        "games:tournament_settings": {"title": "Another cup", "rounds_planned": "2"},
        "games:report_tournament": {"reason": "It is not kind."},
        "games:report_club": {"reason": "It is not kind."},
        "games:close_text_report": {"remark": "It was not kind.", "remove": "on"},
        "games:tournament_team": {"name": "Reds"},
        "games:course_progress": {"done": ["first-move/1"]},
        "games:lesson": {"mode": "rows", "unit-LON": "F LON - NTH"},
        "games:lesson_try": {"mode": "rows", "unit-LON": "F LON - NTH"},
        "games:import": {"text": "S1901M\nFRANCE: A PAR H"},  # its preview stores nothing
        "games:replace": {
            "name": "The guest", "term": "good", "reason": "No orders.", "confirmed": "yes",
        },
        "games:seat_invitation": {"answer": "accept"},
        "games:wishes": {"choice-1": "0"},
        "games:votes": {"seat": "FRANCE", "kind": "draw"},
        "games:vote": {"seat": "FRANCE", "vote": "yes"},
        "games:withdraw_vote": {"seat": "FRANCE"},
        "games:add_browser": {"endpoint": "https://push.example.org/new", **Phone().keys},
        "games:stop_browsers": {"which": "all"},
        "games:mail": dict.fromkeys(Notification.Kind.values, MailChoice.How.OFF),
        "games:practice": {
            "bot": "novice", "setup": "standard", "rules": "2000", "request_key": uuid.uuid4(),
        },
        "games:new_club": {"name": "Another club", "about": "Ours.", "is_listed": "on"},
        "games:club_settings": {"name": "A better club", "about": "Ours."},
        "accounts:profile": {"visibility": "nobody", "languages": ["it"], "about": "Hello."},
        "accounts:report_profile": {"reason": "It is not kind."},
        "accounts:close_profile_report": {"remark": "It was not kind.", "remove": "on"},
        "accounts:preferences": {"name": "Somebody Else", "time_zone": "UTC", "language": "es"},
        "accounts:language": {"language": "it"},
        "accounts:appearance": {"theme": "dark"},
        "accounts:time_zone": {"zone": "Europe/Madrid"},
        "mfa_authenticate": {"code": "000000"},
        "mfa_edit_webauthn": {"name": "Mine"},
    }  # fmt: skip
    return {"csrfmiddlewaretoken": "a token", **forms.get(address.name, {})}
