"""The people of anonymous games change nothing that others read, nor when it changes.

A small site has a club, ratings, public profiles, an anonymous game of the club, and a tournament
whose games hide their players. It is played twice by the same powers in the same way, but by other
people. Readers crawl it from its pages, feeds, charts and files; all bytes and headers are equal.
"""

import datetime as dt
import io
import itertools
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Profile, User
from games import access
from games.adjudication import due_phases
from games.clubs import creation, membership
from games.lifecycle import beginning, endings
from games.models import Game, LobbyEntry, Tournament
from games.models.game_queries import GameQuerySet
from games.orders import submission
from games.orders.submission import Line
from games.seats import tenures
from games.statistics.ratings import recompute
from games.tournaments import entrants, rounds, seeding
from games.web.pages import profile
from tests import factories
from tests.games.tournaments.test_rounds import opened
from tests.soak import SOAK

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
BEGIN = dt.datetime(2031, 3, 1, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
HANDS = 7
READERS = ("stranger", "member", "fellow", "organizer")
ASKED = READERS if SOAK else ("stranger", "fellow")
# The fellow player and the organizer, who plays too, keep these powers.
FELLOW, ORGANIZER = 2, 3
# Random for each answer or in each world, or a text that is the same for everyone and long.
RANDOM = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|nonce="[^"]*"'
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b"
)
LINKS = re.compile(r'(?:href|src|data-url|data-state)="(/[^"#]*)"')
APART = re.compile(
    r"/(help|rules|course|sandbox|static|accounts|admin|set-ups|terms|privacy)\b"
    r"|/sandbox/|\.png|/leave/|/report|/games/set-ups" + ("" if SOAK else r"|\.zip")
)  # the maps in an archive take seconds
# The list of a club’s games, which shows their maps.
CARDS = re.compile(r'aria-labelledby="club-games">.*?</section>', re.DOTALL)
HEADERS = ("ETag", "Last-Modified", "Expires", "Cache-Control")


@dataclass
class Site:
    """The small site, with the people who may play in its hidden games."""

    people: list[User]
    readers: dict[str, User]
    organizer: User
    cup: Tournament
    club_game: Game

    def cast(self, order: int) -> list[User]:
        """The seven people of a table, two of them fixed; `order` chooses and shuffles the rest."""
        rest = self.people[order:] + self.people[:order]
        rest = rest[: HANDS - 2] if order % 2 == 0 else rest[HANDS - 3 :: -1][: HANDS - 2]
        rest.insert(FELLOW, self.readers["fellow"])
        rest.insert(ORGANIZER, self.readers["organizer"])
        return rest


@pytest.fixture
def site(db: None) -> Iterator[Site]:
    with time_machine.travel(BEGIN, tick=False):
        yield _made()


def _made() -> Site:
    people = factories.PersonFactory.create_batch(8)
    readers = {name: factories.person(name.title()) for name in READERS[1:]}
    organizer = factories.person("Olga Organizer")
    everyone = [*people, *readers.values(), organizer]
    public = Profile.Visibility.EVERYONE
    Profile.objects.bulk_create(Profile(person=each, visibility=public) for each in everyone)
    club = creation.create(organizer, name="Canaries", about="We sing.", is_listed=True)
    for person in everyone:
        membership.join(club, person, club.invitation_key)
    past = factories.begun_game(organizer, everyone[:HANDS], title="Open past", provisional_days=0)
    endings.draw(past, among=["FRANCE", "ITALY"], by=None)
    recompute.recompute()
    source = factories.open_game(organizer, anonymous=True, phase_hours=24)
    cup = opened(organizer, source, title="Hidden Cup", rounds_planned=2)
    for person in [*people, *readers.values()]:
        entrants.enter(cup, person, house_rules_accepted=True)
    cup.organizers.create(person=readers["organizer"], since=BEGIN)
    club_game = factories.open_game(
        organizer, anonymous=True, allotment="master", title="Hidden of the club", club=club,
        phase_hours=24,
    )  # fmt: skip
    return Site(people, readers, organizer, cup, club_game)


def begin(site: Site, order: int, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Begin both hidden games, with the people of the casting `order`."""
    cast = site.cast(order)
    keys = dict(site.cup.entrants.values_list("person", "pk"))
    table = [keys[person.pk] for person in cast]
    drawn = seeding.Draw([table], sorted(set(keys.values()) - set(table)))
    monkeypatch.setattr(seeding, "draw", lambda *_args, **_more: drawn)
    row = rounds.draw_round(site.cup, by=site.organizer)
    game = Game.objects.get(pk=site.club_game.pk)
    game.entries.bulk_create(
        LobbyEntry(game=game, person=person, joined_at=BEGIN, hand=hand)
        for hand, person in enumerate(cast)
    )
    beginning.begin(game)
    return [game, row.tables.get().game]


def save_orders(site: Site, games: list[Game], cast: list[User]) -> None:
    for game in games:
        seat, phase = factories.seat(game, "AUSTRIA"), factories.open_phase(game)
        submission.submit(phase, seat, [Line("line-1", "A VIE H")], person=cast[0])


def miss_deadlines(site: Site, games: list[Game], cast: list[User]) -> None:
    """Let two deadlines pass without orders: all powers miss them, and some are lost."""
    for _time in range(3):
        for game in games:
            factories.let_be_due(game, BEGIN)
        due_phases.resolve_due()


def declare_and_replace(site: Site, games: list[Game], cast: list[User]) -> None:
    """One power resigns, and somebody who plays in neither game takes it over."""
    for game in games:
        seat = factories.seat(game, "ITALY")
        if seat.disorder_since is None:
            tenures.resign(seat, cast[4])
        seat.refresh_from_db()
        tenures.take(seat, next(each for each in reversed(site.people) if each not in cast))


def leave(site: Site, games: list[Game], cast: list[User]) -> None:
    """A player leaves the tournament, and all ratings are computed again."""
    entrants.leave(site.cup, cast[0])
    recompute.recompute()


Deed = Callable[[Site, list[Game], list[User]], None]
DEEDS: tuple[Deed, ...] = (save_orders, miss_deadlines, declare_and_replace, leave)


def crawl(client: Client, *begin_at: str, follow: bool) -> dict[str, str]:
    """Return pages with the headers that tell of changes; with `follow`, all they lead to."""
    found: dict[str, str] = {}
    waiting = list(begin_at)
    while waiting:
        path = waiting.pop()
        if path in found or APART.search(path):
            continue
        answer: Any = client.get(path)
        headers = [f"{name}: {answer.get(name)}" for name in HEADERS]
        text = content_of(answer) + "\n".join(headers)
        found[path] = RANDOM.sub("…", f"{answer.status_code}\n{text}")
        if follow and "html" in answer.get("Content-Type", ""):
            waiting += [each.replace("&amp;", "&") for each in LINKS.findall(text)]
    return found


def content_of(answer: Any) -> str:
    """The text of an answer; of an archive, the texts of its files."""
    if not answer.streaming:
        return str(answer.content.decode(errors="replace"))
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as files:
        texts = [name for name in files.namelist() if not name.endswith(".png")]
        return "\n".join(files.read(name).decode(errors="replace") for name in texts)


def looked(site: Site, reader: str, *paths: str, follow: bool = True) -> dict[str, str]:
    for each in caches.all(initialized_only=True):
        each.clear()
    client = Client()
    if reader in site.readers:
        client.force_login(site.readers[reader])
    return crawl(client, *paths, follow=follow)


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    found = [f"{path} only once" for path in sorted(one.keys() ^ other.keys())]
    for path in one.keys() & other.keys():
        pairs = itertools.zip_longest(one[path].splitlines(), other[path].splitlines())
        found += [f"{path}: {a!r} or {b!r}" for a, b in pairs if a != b][:1]
    return found


def played(
    site: Site, order: int, monkeypatch: pytest.MonkeyPatch, look: Callable[[list[Game]], Any]
) -> Any:
    """Play with one casting, look, and undo everything."""
    with transaction.atomic():
        games = begin(site, order, monkeypatch)
        for deed in DEEDS:
            deed(site, games, site.cast(order))
        found = look(games)
        transaction.set_rollback(True)
    return found


def everywhere(games: list[Game]) -> list[str]:
    """The addresses from which each reader crawls."""
    feeds = [
        f"{game.get_absolute_url()}{name}" for game in games for name in ("feed.atom", "state/")
    ]
    names = ("front", "index", "ratings", "site_statistics", "clubs", "tournaments")
    return [*(reverse(f"games:{name}") for name in names), *feeds]


@pytest.mark.parametrize("reader", ASKED)
def test_who_plays_makes_no_difference_to_any_page_that_others_reach(
    site: Site, reader: str, monkeypatch: pytest.MonkeyPatch
):
    look = lambda games: looked(site, reader, *everywhere(games))  # noqa: E731
    one, other = (played(site, order, monkeypatch, look) for order in (0, 3))
    assert site.cast(0) != site.cast(3)
    assert set(site.cast(0)) != set(site.cast(3))
    assert any("/replay/" in path for path in one)
    assert any("/statistics/" in path for path in one)
    assert any("feed.atom" in path for path in one)
    assert sum("/people/" in path for path in one) >= 8
    assert not differences(one, other), "\n".join(differences(one, other))


def about_people(site: Site) -> list[str]:
    """Pages about people, clubs, tournaments and the site, which no hidden move changes."""
    people = [*site.people, *site.readers.values()]
    lists = ("ratings", "site_statistics", "clubs")
    return [
        *(profile.url_of(person) for person in people),
        *(reverse("games:person_ratings", args=[person.pk]) for person in people),
        *(reverse(f"games:{name}") for name in lists),
        reverse("games:openings", args=["FRANCE"]),
        reverse("games:club", args=["canaries"]),
        f"{site.cup.get_absolute_url()}standings.csv",
        site.cup.get_absolute_url(),
    ]


def stand_still(site: Site, order: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Return what changes on pages about people after each deed, an hour of the clock later.

    The maps of the games change on the page of their club.
    """
    found = {}
    with transaction.atomic():
        games = begin(site, order, monkeypatch)
        before = looked(site, "member", *about_people(site), follow=False)
        for hour, deed in enumerate(DEEDS, start=1):
            with time_machine.travel(BEGIN + hour * dt.timedelta(hours=1), tick=False):
                deed(site, games, site.cast(order))
            after = looked(site, "member", *about_people(site), follow=False)
            found[deed.__name__] = differences(_without_maps(before), _without_maps(after))
        transaction.set_rollback(True)
    return found


def _without_maps(pages: dict[str, str]) -> dict[str, str]:
    return {path: CARDS.sub("", text) for path, text in pages.items()}


def test_no_page_about_people_changes_when_hidden_players_act(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    assert stand_still(site, 0, monkeypatch) == {deed.__name__: [] for deed in DEEDS}


def _shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the protection away: all names are open."""
    monkeypatch.setattr(GameQuerySet, "with_open_names", lambda self: self)
    for module in (access, access.tournaments):
        monkeypatch.setattr(module, "rounds_with_open_names", lambda cup: cup.rounds.all())


def test_open_names_would_be_noticed(site: Site, monkeypatch: pytest.MonkeyPatch):
    """Negative control: without the protection both tests find differences."""
    _shown_to_all(monkeypatch)
    look = lambda games: looked(site, "member", *about_people(site), follow=False)  # noqa: E731
    one, other = (played(site, order, monkeypatch, look) for order in (0, 3))
    found = " ".join(differences(one, other))
    assert "/people/" in found
    assert "/tournaments/" in found
    assert any(stand_still(site, 0, monkeypatch).values())
