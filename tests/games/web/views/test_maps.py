"""Map pictures: what they show, who may see them, and how long caches may keep them."""

import struct
import subprocess
from collections.abc import Callable, Iterator
from unittest import mock
from urllib.parse import urlencode

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from config.settings import ACCOUNT_RATE_LIMITS
from games.adjudication import due_phases
from games.board import pictures, png, small_map_urls
from games.game_master import corrections
from games.game_master import map_links as opened_maps
from games.models import Game, Phase
from games.state import variants
from tests import factories

from .conftest import OrderForm, signed_in

PAST, OPEN = "S1901M", "F1901M"
BOTH = pytest.mark.parametrize("kind", ["board", "picture"])


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    caches["pictures"].clear()


@pytest.fixture
def drawn() -> Iterator[mock.Mock]:
    """Replace resvg, which is slow, by a mock that records the documents to draw."""
    with mock.patch.object(png, "png", side_effect=lambda _document, width: b"%d" % width) as fake:
        yield fake


@pytest.fixture
def played(game: Game, order_form: Callable[..., OrderForm]) -> Game:
    """A game with a resolved spring, and an order of France in the open fall phase."""
    order_form("FRANCE").rows("A PAR - BUR")
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    order_form("FRANCE").rows("A BUR - MUN")
    return game


def address(game: Game, code: str = PAST, kind: str = "picture") -> str:
    return reverse(f"games:{kind}", args=[game.slug, code])


def holder(game: Game, power: str = "FRANCE") -> User:
    return factories.holder(factories.seat(game, power))


def test_a_phase_is_drawn_as_png(played: Game, client: Client) -> None:
    answer = client.get(address(played))
    assert answer["Content-Type"] == "image/png"
    assert answer["Content-Disposition"] == f'inline; filename="{played.slug}-S1901M.png"'
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 1050)


def test_an_svg_says_how_to_name_it(played: Game, client: Client) -> None:
    answer = client.get(address(played, kind="board"))
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Content-Disposition"] == f'inline; filename="{played.slug}-S1901M.svg"'


@pytest.mark.parametrize(
    ("wanted", "width"),
    [
        ("600", 600),
        ("1000", 900),
        ("1", 600),
        ("99999999999999999999", 2400),
        ("", 1200),
        ("-600", 1200),
        ("wide", 1200),
        ("²", 1200),
    ],
)
def test_a_picture_has_the_nearest_offered_width(
    played: Game, client: Client, drawn: mock.Mock, wanted: str, width: int
) -> None:
    answer = client.get(address(played), {"width": wanted})
    assert answer.status_code == 200
    assert answer.content == b"%d" % width


@pytest.mark.parametrize("who", ["nobody", "France", "the master"])
def test_a_resolved_phase_shows_its_orders_and_an_open_one_nobodys(
    played: Game, master: User, drawn: mock.Mock, who: str
) -> None:
    people = {"France": holder(played), "the master": master}
    client = signed_in(people[who]) if who in people else Client()
    past, now = (
        client.get(address(played, code, "board")).content.decode() for code in (PAST, OPEN)
    )
    assert "A PAR - BUR" in past
    assert ">Army Burgundy (France)</title>" in now
    assert "A BUR - MUN" not in now
    client.get(address(played))
    client.get(address(played, OPEN))
    assert [call.args[0] for call in drawn.call_args_list] == [past, now]


def test_a_map_can_be_drawn_without_orders(played: Game, client: Client) -> None:
    alone = client.get(address(played, kind="board"), {"orders": "no"}).content.decode()
    assert "A PAR - BUR" not in alone
    assert ">Army Paris (France)</title>" in alone


@BOTH
def test_a_picture_that_a_browser_has_is_not_sent_again(
    played: Game, client: Client, drawn: mock.Mock, kind: str
) -> None:
    first = client.get(address(played, kind=kind))
    assert first["ETag"].startswith('"'), "a strong one: the bytes are the same"
    again = client.get(address(played, kind=kind), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for header in ("ETag", "Cache-Control", "Vary"):
        assert again[header] == first[header]
    assert drawn.call_count == (kind == "picture")


def test_a_picture_is_drawn_once_for_everybody_who_sees_the_same(
    played: Game, client: Client, drawn: mock.Mock
) -> None:
    answers = [each.get(address(played)) for each in (client, Client(), signed_in(holder(played)))]
    assert {answer.content for answer in answers} == {b"1200"}
    assert drawn.call_count == 1


def test_a_board_is_kept_by_what_it_shows_and_never_with_orders_of_an_open_phase(
    played: Game,
) -> None:
    def drawn_anew(phase: Phase) -> int:
        before = pictures._drawn.cache_info()
        pictures.draw(phase, phase.orders.select_related("seat", "unit"))
        after = pictures._drawn.cache_info()
        return after.misses - before.misses + 10 * (after.hits - before.hits)

    pictures._drawn.cache_clear()
    past = played.phases.get(code=PAST)
    assert [drawn_anew(past), drawn_anew(past)] == [1, 10]
    with override("it"):
        assert drawn_anew(past) == 1
    opened = played.phases.get(code=OPEN)
    assert opened.orders.exists()
    assert drawn_anew(opened) == 0


def test_not_even_a_304_needs_the_picture_to_be_drawn(
    played: Game, client: Client, drawn: mock.Mock
) -> None:
    etag = client.get(address(played))["ETag"]
    caches["pictures"].clear()
    assert client.get(address(played), headers={"If-None-Match": etag}).status_code == 304
    assert drawn.call_count == 1


def test_each_look_is_a_picture_of_its_own(played: Game, client: Client, drawn: mock.Mock) -> None:
    looks: list[dict[str, str]] = [
        {},
        {"theme": "dark"},
        {"patterns": "yes"},
        {"orders": "no"},
        {"width": "600"},
    ]
    tags = {client.get(address(played), look)["ETag"] for look in looks}
    tags |= {client.get(address(played), headers={"Accept-Language": "it"})["ETag"]}
    assert len(tags) == len(looks) + 1
    with mock.patch.object(png, "MAKER", "another resvg"):
        assert client.get(address(played))["ETag"] not in tags


@BOTH
@pytest.mark.parametrize(
    "odd", [{"theme": "pink"}, {"patterns": "maybe"}, {"orders": "all"}, {"more": "1"}]
)
def test_a_senseless_option_in_a_url_is_ignored(
    played: Game, client: Client, drawn: mock.Mock, kind: str, odd: dict[str, str]
) -> None:
    plain = client.get(address(played, kind=kind))
    assert client.get(address(played, kind=kind), odd)["ETag"] == plain["ETag"]


# Caching


@BOTH
def test_shared_caches_may_keep_the_public_map_of_a_past_phase_for_strangers(
    played: Game, client: Client, drawn: mock.Mock, kind: str
) -> None:
    answer = client.get(address(played, kind=kind))
    assert answer["Cache-Control"] == "public, max-age=600"
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert "private" in client.get(address(played, OPEN, kind))["Cache-Control"]
    own = signed_in(holder(played)).get(address(played, kind=kind))
    assert "private" in own["Cache-Control"]


@BOTH
def test_no_shared_cache_keeps_the_map_of_a_private_game(
    played: Game, drawn: mock.Mock, kind: str
) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    own = signed_in(holder(played)).get(address(played, kind=kind))
    assert own.status_code == 200
    assert "private" in own["Cache-Control"]
    tag = {"If-None-Match": own["ETag"]}
    assert Client().get(address(played, kind=kind), headers=tag).status_code == 404


# Patterns


@pytest.mark.parametrize(("wanted", "asked", "hatched"), [
    (False, "", False), (True, "", True), (False, "yes", True), (True, "no", False),
])  # fmt: skip
def test_patterns_follow_the_persons_preference_unless_the_url_says_otherwise(
    played: Game, wanted: bool, asked: str, hatched: bool
) -> None:
    User.objects.update(pattern_fills=wanted)
    query = {"patterns": asked} if asked else {}
    answer = signed_in(holder(played)).get(address(played, kind="board"), query)
    assert (b"board-pattern" in answer.content) is hatched


def test_the_pages_of_a_game_have_the_patterns_that_their_reader_wants(played: Game) -> None:
    client = signed_in(holder(played))
    for address_ in (played.get_absolute_url(), reverse("games:phase", args=[played.slug, PAST])):
        User.objects.update(pattern_fills=False)
        assert b"board-pattern" not in client.get(address_).content
        User.objects.update(pattern_fills=True)
        assert b"board-pattern" in client.get(address_).content


# Limits


def test_drawing_is_rate_limited_and_cached_pictures_are_not(
    played: Game, client: Client, drawn: mock.Mock, settings
) -> None:
    limits = {"pictures": "2/m/user", "pictures_of_strangers": "1/m/ip"}
    assert limits.keys() <= ACCOUNT_RATE_LIMITS.keys()
    settings.ACCOUNT_RATE_LIMITS = limits
    own = signed_in(holder(played))

    def statuses(reader: Client) -> list[int]:
        asked = ("600", "900", "1200", "600")
        return [reader.get(address(played), {"width": width}).status_code for width in asked]

    assert statuses(client) == [200, 429, 429, 200]
    refusal = client.get(address(played), {"width": "1100"})
    assert refusal.status_code == 429
    assert "public" not in refusal["Cache-Control"]
    assert "Content-Disposition" not in refusal
    assert statuses(own) == [200, 200, 200, 200]
    assert own.get(address(played), {"theme": "dark"}).status_code == 429
    assert drawn.call_count == 3
    assert client.get(address(played, kind="board")).status_code == 200


def test_a_rush_for_pictures_is_told_to_come_again(
    played: Game, client: Client, drawn: mock.Mock
) -> None:
    with mock.patch.object(pictures, "WAIT", 0), pictures._drawing:
        answer = client.get(address(played))
    assert (answer.status_code, answer["Retry-After"]) == (503, "0")
    assert "public" not in answer["Cache-Control"]
    assert client.get(address(played)).status_code == 200


def test_a_failed_drawing_is_not_cached_and_blocks_no_other(played: Game, client: Client) -> None:
    failure = subprocess.CalledProcessError(1, "resvg")
    with mock.patch.object(png, "png", side_effect=failure), pytest.raises(type(failure)):
        client.get(address(played))
    with mock.patch.object(png, "png", return_value=b"drawn"):
        assert client.get(address(played)).content == b"drawn"


# Secret URLs of maps


@pytest.fixture
def hidden(played: Game, master: User) -> Game:
    """A private game with maps shared by its master."""
    Game.objects.filter(pk=played.pk).update(visibility=Game.Visibility.PRIVATE)
    opened_maps.show(played, by=master)
    return Game.objects.get(pk=played.pk)


def shared(game: Game, code: str = PAST, key: str | None = None) -> str:
    return reverse("games:shared_picture", args=[game.slug, code, key or game.map_key])


def test_whoever_has_its_address_sees_the_map_of_a_private_game_with_its_orders(
    hidden: Game, client: Client, drawn: mock.Mock
) -> None:
    answer = client.get(shared(hidden))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert "private" in answer["Cache-Control"]
    assert "A PAR - BUR" in drawn.call_args.args[0]
    assert client.get(address(hidden)).status_code == 404


@pytest.mark.parametrize("code", [OPEN, "W1950A"])
def test_no_address_leads_to_an_open_phase(
    hidden: Game, client: Client, drawn: mock.Mock, code: str
) -> None:
    assert client.get(shared(hidden, code)).status_code == 404
    assert not drawn.called


def test_a_wrong_key_or_that_of_another_game_opens_nothing(
    hidden: Game, client: Client, drawn: mock.Mock
) -> None:
    other = factories.begun_game(title="Another")
    Game.objects.filter(pk=other.pk).update(map_key="0" * 32)
    for key in ("f" * 32, "0" * 32, hidden.invitation_key):
        assert client.get(shared(hidden, key=key)).status_code == 404
    assert not drawn.called


def test_a_revoked_address_opens_nothing_and_the_next_one_is_another(
    hidden: Game, master: User, client: Client, drawn: mock.Mock
) -> None:
    before = client.get(shared(hidden))
    opened_maps.hide(hidden, by=master)
    tag = {"If-None-Match": before["ETag"]}
    assert client.get(shared(hidden), headers=tag).status_code == 404
    opened_maps.show(hidden, by=master)
    assert client.get(shared(hidden)).status_code == 404
    assert client.get(shared(Game.objects.get(pk=hidden.pk))).status_code == 200


def test_a_phase_that_was_rolled_back_is_not_shown_until_it_is_resolved_again(
    hidden: Game, master: User, client: Client, drawn: mock.Mock
) -> None:
    opened = factories.open_phase(hidden)
    first = hidden.phases.get(code=PAST)
    corrections.roll_back(hidden, first.number, by=master, reason="A slip.", seen=opened.number)
    assert client.get(shared(hidden)).status_code == 404


def small(game: Game, number: int, **question: str) -> str:
    path = reverse("games:small_map", args=[game.slug, number])
    return f"{path}?{urlencode(question)}"


def test_a_small_map_is_kept_for_good_under_the_address_of_its_version(
    played: Game, client: Client
) -> None:
    address = small_map_urls.url_of(played, 1, theme="dark")
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Content-Encoding"] == "gzip"
    for older in (small(played, 1), small(played, 1, v="0")):
        assert client.get(older)["Cache-Control"] == "public, max-age=600"
    assert signed_in(holder(played)).get(address)["Cache-Control"].startswith("private, ")


def test_pictures_and_lists_have_the_map_with_high_contrast(played: Game, client: Client) -> None:
    path = f"{played.get_absolute_url()}S1901M/map.svg"
    plain, contrast = (client.get(path + end).content for end in ("", "?theme=contrast"))
    assert b"#c8dcde" in contrast
    assert b"#c8dcde" not in plain
    address = small_map_urls.url_of(played, 1, theme="contrast")
    assert b"#c8dcde" in client.get(address).content
    assert b"theme=contrast" not in client.get("/games/").content
    client.post("/accounts/appearance/", {"map": "contrast"})
    assert b"theme=contrast" in client.get("/games/").content


def test_a_small_map_has_no_orders_and_is_the_same_for_everyone(
    played: Game, master: User, client: Client
) -> None:
    number = factories.open_phase(played).number
    readers = (client, signed_in(holder(played)), signed_in(holder(played, "ITALY")))
    before = {reader.get(small(played, number)).content for reader in (*readers, signed_in(master))}
    assert len(before) == 1
    OrderForm(played, "FRANCE").rows("A BUR - RUH")
    with override("bg"):
        assert client.get(small(played, number)).content in before
    assert client.get(small(played, 1)).content not in before, "units have moved since"


def test_the_small_map_of_a_private_game_is_for_its_people(played: Game, client: Client) -> None:
    Game.objects.filter(pk=played.pk).update(visibility=Game.Visibility.PRIVATE)
    assert client.get(small(played, 1)).status_code == 404
    assert signed_in(factories.person()).get(small(played, 1)).status_code == 404
    answer = signed_in(holder(played)).get(small_map_urls.url_of(played, 1, theme="light"))
    assert answer["Cache-Control"] == "private, no-cache"
    assert client.get(small(played, 99)).status_code == 404


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("setup", variants.offered_setups())
def test_each_set_up_has_a_small_map_of_its_start(client: Client, setup: str) -> None:
    answer = client.get(small_map_urls.url_of(Game(setup=setup), None, theme="light"))
    assert answer.status_code == 200
    assert answer["Cache-Control"].endswith("immutable")


@pytest.mark.usefixtures("db")
def test_an_unknown_set_up_has_no_map(client: Client) -> None:
    assert client.get("/set-ups/nonsense/small-map.svg").status_code == 404
