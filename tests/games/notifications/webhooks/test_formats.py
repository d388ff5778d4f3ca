"""The requests to each kind of receiver, word by word."""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

import pytest
import time_machine

from accounts import clock, reader_locale
from games.core import audit
from games.game_master import corrections, map_links
from games.models import Event, Game, Phase, Webhook, WebhookDelivery
from games.notifications.http import Request
from games.notifications.webhooks import content, delivery, formats
from games.notifications.webhooks.body import fit_lines, length
from games.notifications.webhooks.formats import mattermost
from games.notifications.webhooks.markdown import to_markdown
from games.reports import write
from games.wording.event_kinds import NEWS_KINDS
from tests import factories
from tests.games.reports.sample import open_fall, play_printed

from .conftest import KEY, add_webhook, announce, master_of

KIND = Webhook.Kind
SITE = "http://localhost:8000"
# Announcements lose their markup: with backslashes its marks are meant.
SNARES = (
    r"@everyone <!here> <@U1> \*bold\* \_it\_ ~no~ \`code\` \[a](http://x.test) & | # > \\ ||s||"
)
FIELDS: Mapping[str, Mapping[str, Any]] = {
    KIND.DISCOURSE: {"topic": 7, "username": "herald"},
}


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.SITE_URL = SITE


def written(game: Game, kind: str, *, language: str = "en") -> Request:
    """The request for the newest event of a game to a receiver of this kind."""
    webhook = game.webhooks.filter(kind=kind).first()
    if webhook is None:
        fields = FIELDS.get(kind, {})
        webhook = add_webhook(
            game, f"https://{kind}.example.org", kind=kind, language=language, **fields
        )
    event = newest(game)
    row = WebhookDelivery(webhook=webhook, event=event, key="0" * 32, created_at=clock.now())
    return delivery._request(row)


def newest(game: Game) -> Event:
    return game.events.filter(kind__in=[str(kind) for kind in NEWS_KINDS]).latest("pk")


def document(game: Game, kind: str, *, language: str = "en") -> Any:
    return json.loads(written(game, kind, language=language).body)


@pytest.fixture
def fall(db: None) -> Phase:
    """Fall 1902 of the sample game, resolved."""
    fall = play_printed(open_fall(), "fall 1902")
    retreats = factories.open_phase(fall.game)
    retreats.deadline = retreats.due_at = dt.datetime(2026, 11, 29, 20, tzinfo=dt.UTC)
    retreats.save()
    return fall


SHORT = """\
Deadline of Fall 1902, retreats: Sun 29 Nov 2026, 20:00 (UTC).
Supply centers: Austria 4, England 4, France 4, Germany 5, Italy 4, Russia 6, Turkey 4.
Retreats due and possible provinces:
France: A BUR – GAS, PAR
Russia: A STP – FIN, LVN, MOS"""


def test_discord_gets_an_embed_with_the_phase_in_short_and_its_map(fall: Phase) -> None:
    game = fall.game
    [embed] = document(game, KIND.DISCORD)["embeds"]
    assert embed["title"] == "The sample game: Fall 1902, movement was resolved."
    assert embed["url"] == f"{SITE}/games/the-sample-game/F1902M/"
    assert embed["image"] == {"url": f"{SITE}/games/the-sample-game/F1902M/map.png"}
    assert embed["description"] == SHORT
    assert "footer" not in embed


def test_slack_gets_the_same_in_its_own_markup(fall: Phase) -> None:
    told = document(fall.game, KIND.SLACK)
    page = f"{SITE}/games/the-sample-game/F1902M/"
    head = f"*<{page}|The sample game: Fall 1902, movement was resolved.>*\n<{page}map.png|Map>\n"
    assert told["text"] == head + SHORT
    assert told["unfurl_links"] is False


def test_mattermost_and_discourse_get_the_whole_report(fall: Phase) -> None:
    report = write.write(fall, "markdown", "en")
    assert document(fall.game, KIND.MATTERMOST) == {"text": report}
    assert document(fall.game, KIND.DISCOURSE) == {"topic_id": 7, "raw": report}


def test_a_reply_in_a_forum_goes_to_its_api_with_the_key(fall: Phase) -> None:
    request = written(fall.game, KIND.DISCOURSE)
    assert request.url == "https://discourse.example.org/posts.json"
    assert (request.headers["Api-Key"], request.headers["Api-Username"]) == (KEY, "herald")


def test_a_program_gets_an_object_with_all_of_it(fall: Phase) -> None:
    game = fall.game
    told = document(game, KIND.JSON)
    event = newest(game)
    assert told == {
        "version": 1,
        "delivery": "0" * 32,
        "event": "phase_resolved",
        "at": event.at.isoformat(),
        "language": "en",
        "game": {
            "slug": "the-sample-game",
            "title": "The sample game",
            "url": f"{SITE}/games/the-sample-game/",
        },
        "phase": "F1902M",
        "power": None,
        "title": "The sample game: Fall 1902, movement was resolved.",
        "text": SHORT,
        "author": None,
        "url": f"{SITE}/games/the-sample-game/F1902M/",
        "picture": f"{SITE}/games/the-sample-game/F1902M/map.png",
        "report": write.write(fall, "markdown", "en"),
    }


@pytest.mark.parametrize("language", ["es", "it", "bg"])
def test_each_webhook_gets_news_in_its_language_and_notation(fall: Phase, language: str) -> None:
    told = document(fall.game, KIND.MATTERMOST, language=language)
    assert told["text"] == write.write(fall, "markdown", language)


def test_the_language_of_a_page_changes_nothing(fall: Phase) -> None:
    here = document(fall.game, KIND.DISCORD)
    with reader_locale.override(factories.person(language="bg", time_zone="Asia/Tokyo")):
        assert document(fall.game, KIND.DISCORD) == here


# Announcements, with markup and mentions


def test_an_announcement_comes_with_its_words_and_its_author(game: Game) -> None:
    announce(game, "Dinner at eight.\n\nBring wine.")
    log = f"{SITE}/games/{game.slug}/log/"
    title = "The Balkan table: Announcement from the game master"
    [embed] = document(game, KIND.DISCORD)["embeds"]
    event = newest(game)
    assert embed == {
        "title": title,
        "url": log,
        "timestamp": event.at.isoformat(),
        "description": "Dinner at eight.\n\nBring wine.",
        "footer": {"text": "Mia Master"},
    }
    assert document(game, KIND.SLACK)["text"] == (
        f"*<{log}|{title}>*\n_Mia Master_\nDinner at eight.\n\nBring wine."
    )
    assert document(game, KIND.MATTERMOST)["text"] == (
        f"**[{title}]({log})**\n\nDinner at eight.\n\nBring wine.\n\n*Mia Master*"
    )


def test_nobody_is_mentioned_and_no_character_is_markup_in_discord(game: Game) -> None:
    announce(game, SNARES)
    told = document(game, KIND.DISCORD)
    assert told["allowed_mentions"] == {"parse": []}
    assert told["embeds"][0]["description"] == (
        "＠everyone \\<!here\\> \\<＠U1\\> \\*bold\\* \\_it\\_ \\~no\\~ \\`code\\`"
        " \\[a\\](http://x.test) \\& \\| \\# \\> \\\\ \\|\\|s\\|\\|"
    )


def test_nobody_is_mentioned_and_no_link_is_made_in_slack(game: Game) -> None:
    announce(game, SNARES)
    assert document(game, KIND.SLACK)["text"].splitlines()[-1] == (
        "＠everyone &lt;!here&gt; &lt;＠U1&gt; *bold* _it_ ~no~ `code` [a](http://x.test) &amp; |"
        " # &gt; \\ ||s||"
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("# no heading", "\\# no heading"),
        ("- no list", "\\- no list"),
        ("+ no list", "\\+ no list"),
        ("1. no list", "1\\. no list"),
        ("12) no list", "12\\) no list"),
        ("===", "\\==="),
        ("    no code", "no code"),
        ("12 lists", "12 lists"),
        ("1.5 is 1.5", "1\\.5 is 1.5"),
        ("(see https://x.test/a_b?c=1&d=@e).", "(see https://x.test/a%5Fb?c=1&d=%40e)."),
        ("https://x.test/*a*_b_", "https://x.test/%2Aa%2A%5Fb\\_"),
        ("http://x.test/[a](b)", "http://x.test/%5Ba%5D%28b)"),
    ],
)
def test_no_line_begins_a_block(typed: str, said: str) -> None:
    assert to_markdown(typed) == said


@pytest.mark.parametrize("kind", KIND.values)
def test_titles_and_names_are_kept_in_their_place(game: Game, kind: str) -> None:
    Game.objects.filter(pk=game.pk).update(title="Two\nlines <!channel> @here")
    game.refresh_from_db()
    announce(game, "One")
    said = written(game, kind).body.decode()
    if kind != KIND.JSON:  # JSON has no markup
        assert "@here" not in said
        assert "<!channel>" not in said.replace("\\\\<", "<\\")
    assert "Two lines" in said


@pytest.mark.parametrize(
    ("kind", "most"),
    [(KIND.DISCORD, 4096), (KIND.SLACK, 4000), (KIND.MATTERMOST, 16_383), (KIND.DISCOURSE, 32_000)],
)
def test_what_is_too_long_is_cut(game: Game, kind: str, most: int) -> None:
    text = "\n".join(["*\N{ANCHOR}\U0001f600 @all"] * 9000)
    audit.log(Event.Kind.ANNOUNCED, game=game, actor=master_of(game), text=text)
    told = document(game, kind)
    said = told["embeds"][0]["description"] if kind == KIND.DISCORD else told.get("text")
    said = said or told["raw"]
    assert most * 0.9 < length(said) <= most
    assert said.endswith("…")


def test_a_report_that_is_too_long_is_replaced_by_the_short_text(fall: Phase) -> None:
    piece = content.news_item(newest(fall.game))
    assert mattermost.text(piece, 10_000) == piece.report
    short = mattermost.text(piece, 1_000)
    assert short.startswith("**[The sample game: Fall 1902, movement was resolved.](http")
    assert "Supply centers" in short


def test_a_text_is_cut_between_lines_and_never_in_an_escape() -> None:
    assert fit_lines(["one", "two", "three"], 20) == "one\ntwo\nthree"
    assert fit_lines(["one", "two", "three"], 9) == "one\ntwo\n…"
    assert fit_lines(["12345\\*78"], 7) == "12345…"
    assert fit_lines(["1234\\\\78"], 7) == "1234\\\\…"
    assert fit_lines(["\U0001f600" * 5], 6) == "\U0001f600" * 2 + "…"


# News that strangers may not read


def test_a_map_that_strangers_cannot_see_is_not_named(fall: Phase) -> None:
    game = fall.game
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    game.refresh_from_db()
    assert "image" not in document(game, KIND.DISCORD)["embeds"][0]
    map_links.show(game, by=master_of(game))
    game.refresh_from_db()
    told = json.loads(written(Game.objects.get(pk=game.pk), KIND.JSON).body)
    assert Game.objects.get(pk=game.pk).map_key in told["picture"]


def test_a_phase_that_was_rolled_back_meanwhile_is_posted_without_its_orders(
    fall: Phase,
) -> None:
    shown = fall.game
    corrections.roll_back(shown, fall.number, by=master_of(shown), reason="A mistake.")
    resolved = shown.events.filter(kind=Event.Kind.PHASE_RESOLVED).latest("pk")
    assert resolved.phase
    assert resolved.phase.status == Phase.Status.SUPERSEDED
    with reader_locale.override(None, language="en"):
        piece = content.news_item(resolved)
    assert (piece.report, piece.picture) == ("", "")


def test_no_name_that_the_game_hides_is_posted(db: None) -> None:
    game = factories.begun_game(anonymous=True)
    seat = factories.seat(game, "FRANCE")
    player = factories.holder(seat)
    for kind in NEWS_KINDS - {Event.Kind.MASTER_JOINED, Event.Kind.MASTER_LEFT}:
        if kind == Event.Kind.PHASE_RESOLVED:
            continue
        phase = factories.open_phase(game)
        moments = {"due_before": phase.deadline, "due_after": phase.deadline}
        event = audit.event(
            kind,
            game=game,
            phase=phase,
            seat=seat,
            actor=player,
            subject=player,
            text="in_a_row 1" if kind == Event.Kind.MISSED_TURN else "",
            **moments,
        )
        row = WebhookDelivery(
            webhook=add_webhook_once(game), event=event, key="0" * 32, created_at=clock.now()
        )
        assert player.name not in delivery._request(row).body.decode()


def add_webhook_once(game: Game) -> Webhook:
    return game.webhooks.first() or add_webhook(game, "https://json.example.org")


def test_a_test_says_that_it_is_one(game: Game) -> None:
    for kind in KIND.values:
        webhook = add_webhook(
            game, f"https://{kind}.example.org", kind=kind, **FIELDS.get(kind, {})
        )
        with time_machine.travel(clock.now(), tick=False):
            row = WebhookDelivery(webhook=webhook, event=None, key="0" * 32, created_at=clock.now())
            said = delivery._request(row).body.decode()
        assert "The Balkan table: test" in said
        assert "News of this game will appear here" in said


def test_every_kind_has_its_writer() -> None:
    assert set(formats.WRITERS) == set(KIND.values)
