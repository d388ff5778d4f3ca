"""A club's season, from an empty site to the archive of its last phase.

Seven people play by post, as clubs do. Five have accounts. Nell mails her orders, Otto writes his
into the club's forum, from where the game master pastes them; neither ever signs in. Whatever they
do, they do by the forms of the pages and by real mail. The season goes wrong in the usual ways: an
order is misread, someone goes on holiday, a phase must be played again, a vote ends the game by
mistake. At last the archive goes to another, empty site, which shows the same pages.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services
from tests.reliability.play import SiteClock
from tests.reliability.smtp import Sink
from tests.site import running

from . import comparison
from .club import Club, Member, link_in, text_of
from .table import Table

pytestmark = [pytest.mark.processes, pytest.mark.timeout(500)]

GAME = "/games/the-harbour-league/"
MASTER = f"{GAME}master/"
# What the members write, each in their own way.
SPRING_1901 = {
    "Austria": "A Bud-Ser\nA Vie-Tri\nF Tri-Alb",
    "England": "F Lon-NTH\nF Edi-NWG\nA Lvp-Yor",
    "France": "A Par - Bur or Pic\nA Mar-Spa\nF Bre-MAO",
    "Germany": "A Ber-Kie\nF Kie-Den\nA Mun-Ruh",
    "Italy": "A Ven-Pie\nA Rom-Ven\nF Nap-ION",
    "Russia": "A Mos-Ukr\nA War-Gal\nF Sev-Rum\nF StP(sc)-BOT",
    "Turkey": "A Con-Bul\nA Smy-Con\nF Ank-BLA\n\nSee you on Sunday!",
}
FALL_1901 = {
    "Austria": "F Alb-Gre\nA Ser S F Alb-Gre\nA Tri-Bud",
    "England": "F NTH C A Yor-Nwy\nA Yor-Nwy\nF NWG-BAR",
    "France": "A Pic-Bel\nA Spa-Por\nF MAO-Spa(sc)",
    "Germany": "A Kie-Hol\nF Den H\nA Ruh-Mun",
    "Italy": "F ION-Tun\nA Pie H\nA Ven H",
    "Russia": "F BOT-Swe\nF Rum H\nA Ukr-War\nA Gal H",
    "Turkey": "F BLA-Rum\nA Bul S F BLA-Rum\nA Con H",
}
WINTER_1901 = {
    "Austria": "A Vie B\nA Tri B",
    "England": "F Lon B",
    "France": "A Par B\nF Bre B\nA Mar B",
    "Germany": "A Ber B\nF Kie B",
    "Italy": "F Nap B",
    "Russia": "A Mos B",
    "Turkey": "F Smy B\nF Ank B",
}
SPRING_1902 = {
    "Austria": "A Vie-Gal\nA Bud S A Vie-Gal\nA Ser H\nF Gre H\nA Tri H",
    "England": "F NTH-SKA\nF BAR S A Nwy\nA Nwy H\nF Lon-NTH",
    "France": "F Spa(sc)-LYO\nA Por-Spa\nA Par-Bur\nF Bre-ENG\nA Mar H\nA Bel H",
    "Germany": "A Mun-Ruh\nA Ber-Mun\nF Kie-HEL\nA Hol H\nF Den H",
    "Italy": "F Nap-ION\nF Tun-TYS\nA Ven H\nA Pie H",
    "Russia": "A War S A Gal\nA Gal H\nA Mos-Ukr\nF Sev-BLA\nF Swe H",
    "Turkey": "F Smy-AEG\nF Ank-BLA\nA Con H\nA Bul H\nF Rum H",
}
FALL_1902 = {
    "Austria": "A Bud H\nA Ser H\nF Gre H\nA Tri H\nA Vie H",
    "England": "A Nwy-Swe\nF SKA S A Nwy-Swe\nF BAR H\nF NTH H",
    "France": "F LYO H\nA Spa H\nA Bur H\nF ENG H\nA Mar H\nA Bel H",
    "Germany": "A Ruh H\nA Mun H\nF HEL H\nA Hol H\nF Den H",
    "Italy": "F ION H\nF TYS H\nA Ven H\nA Pie H",
    "Russia": "A War H\nA Gal H\nA Ukr H\nF Sev H\nF Swe H",
    "Turkey": "F AEG H\nF Ank H\nA Con H\nA Bul H\nF Rum H",
}

FALL_1902_RETREATS = {"Russia": "F Swe-BOT"}
WINTER_1902 = {"England": "F Lon B", "Russia": "F BOT D"}


def test_a_season_is_played_and_its_archive_shows_it_elsewhere(tmp_path: Path) -> None:
    clock = SiteClock(tmp_path)
    with site(tmp_path / "club", clock) as club:
        table = gather(club)
        in_spring_1901_an_order_is_misread(table)
        in_fall_1901_a_substitute_plays(table, club.member("Sam Substitute"))
        table.play(WINTER_1901)
        spring_1902_is_played_twice(table)
        in_fall_1902_a_vote_ends_the_game_by_mistake(table)
        table.play(FALL_1902_RETREATS)
        the_last_phase_ends_the_game(table)
        archive = table.master.open(f"{GAME}archive.zip").content
        here = comparison.pages(club.person("Vera Visitor"), GAME)

    with site(tmp_path / "elsewhere", clock) as elsewhere:
        keeper, visitor = elsewhere.member("Karl Keeper"), elsewhere.person("Vera Visitor")
        there = comparison.pages(visitor, imported(keeper, archive))
        assert comparison.differences(here, there) == []

        changed = imported(keeper, comparison.with_another_order(archive))
        found = comparison.differences(here, comparison.pages(visitor, f"{changed}F1902M/"))
        assert any("Army Venice supports" in line for line in found), found


@contextlib.contextmanager
def site(folder: Path, clock: SiteClock) -> Iterator[Club]:
    """Run an empty site with mail in both directions, and with this clock."""
    folder.mkdir()
    port = services.free_port()
    environment = {
        **clock.environment,
        "ENTENTE_INBOUND_MAIL": f"lmtp://127.0.0.1:{port}",
        "ENTENTE_INBOUND_ADDRESS": "orders@play.test",
    }
    with Sink() as sink, running(folder, **environment, EMAIL_URL=sink.url) as started:
        yield Club(started.url, sink, port, clock)


def gather(club: Club) -> Table:
    """Mia opens the game, seven people take their places, and she gives out the powers."""
    mia, nell = club.member("Mia Master"), club.person("Nell")
    mia.open("/games/new/")
    mia.press(
        "Open the game",
        title="The Harbour League",
        role="master",
        pace="own",
        rhythm="lengths",
        length="2",
        length_unit="days",
        short_length="1",
        allotment="master",
        orders_by_master=True,
        publish_hours="24",
        votes_on_extensions=True,
        ends="year",
        ends_after="1902",
    )
    members = [club.member(name) for name in ("Ada", "Bruno", "Clara", "Dimitar", "Elena")]
    for member in members:
        member.open(GAME)
        member.press("Join")
    for name, address in (("Nell", nell.mailbox.address), ("Otto", "")):
        mia.open(GAME)
        mia.follow("Add a player without an account")
        mia.press("Add the player", name=name, email=address)
    nell.open(link_in(nell.mailbox.receive("do you want the results"), "/mail/player/"))
    nell.press("Confirm my address")
    mia.open(GAME)
    mia.press(
        "Save and begin the game",
        {
            "Ada": "Austria",
            "Nell (declared by the game master)": "England",
            "Bruno": "France",
            "Clara": "Germany",
            "Dimitar": "Italy",
            "Elena": "Russia",
            "Otto (declared by the game master)": "Turkey",
        },
    )
    powers = ("Austria", "France", "Germany", "Italy", "Russia")
    players = dict(zip(powers, members, strict=True))
    return Table(GAME, master=mia, players=players, mailer=nell, clock=club.clock)


def in_spring_1901_an_order_is_misread(table: Table) -> None:
    """Bruno answers a question wrongly; Mia corrects the reading before she publishes.

    Ada needs another day, and the players vote for it.
    """
    mia, ada, bruno = table.master, table.players["Austria"], table.players["France"]
    orders = dict(SPRING_1901)
    doubtful = orders.pop("France")
    table.give(orders)
    bruno.open(GAME)
    bruno.press("Save this text", text=doubtful, status=422)
    bruno.press("Save with these answers", {"Army Paris moves to Burgundy": True})
    assert "counts at the deadline" in bruno.page.text

    before = table.deadline()
    ada.open(GAME)
    ada.press("Propose", kind="extend", days="1")
    table.vote("The deadline is extended by 1 day.", "France", "Germany")
    assert (table.deadline() - before).days == 1
    ada.open(f"{GAME}press/public/")
    ada.press("Send", text="Thank you for the extra day. *Serbia* is lovely in spring.")

    table.let_deadline_pass()
    mia.open(f"{MASTER}publish/")
    mia.press("Preview")
    mia.follow("Correct the reading: A Par - Bur or Pic")
    mia.press(
        "Correct the reading",
        {"Army Paris moves to Picardy": True},
        reason="He had told the forum that he meant Picardy.",
    )
    table.publish()
    results = table.master.open(f"{GAME}S1901M/").text
    assert "“A Par - Bur or Pic” was read as A PAR - BUR." in results
    assert "Army Paris moves to Picardy." in results


def in_fall_1901_a_substitute_plays(table: Table, sam: Member) -> None:
    """Clara is on holiday: Sam plays Germany for two phases, and she has it back in winter."""
    mia, clara = table.master, table.players["Germany"]
    mia.open(MASTER)
    mia.follow("Substitute: Germany")
    mia.press("Continue", name=sam.name, phases="2", reason="Clara is on holiday.")
    mia.press("Invite")
    sam.open(link_in(sam.mailbox.receive("invited to a seat"), "/invitations/"))
    sam.press("Accept the seat")
    assert "Germany Sam Substitute you" in sam.open(GAME).text
    assert not clara.open(GAME).has_button("Save this text")

    table.players["Germany"] = sam
    table.play(FALL_1901)
    table.players["Germany"] = clara
    assert table.phase() == "Fall 1901, retreats"
    table.play({"Russia": "F Rum-Sev"})
    assert "Germany Clara you" in clara.open(GAME).text


def spring_1902_is_played_twice(table: Table) -> None:
    """Otto's orders were those of another game: Mia rolls back, and all but his are sent again."""
    mia = table.master
    wrong = "F Smy H\nF Ank H\nA Con H\nA Bul H\nF Rum H"
    table.play({**SPRING_1902, "Turkey": wrong})
    assert table.phase() == "Fall 1902, movement"
    mia.open(MASTER)
    mia.follow("Roll back to an earlier phase")
    mia.press("Preview", number="Spring 1902, movement", reason="These orders were not Otto’s.")
    mia.press("Roll back")
    assert table.phase() == "Spring 1902, movement"

    table.send_again()
    table.paste(f"England\n{SPRING_1902['England']}\n\nTurkey\n{SPRING_1902['Turkey']}")
    table.let_deadline_pass()
    table.publish()


def in_fall_1902_a_vote_ends_the_game_by_mistake(table: Table) -> None:
    """Elena proposes a draw as a joke, and everybody votes yes; Mia opens the game again."""
    mia, elena, dimitar = table.master, table.players["Russia"], table.players["Italy"]
    table.give(FALL_1902)
    elena.open(GAME)
    elena.press("Propose", kind="draw")
    draw = "The game ends in a draw among all surviving powers."
    table.vote(draw, "Austria", "France", "Germany", "Italy")
    dimitar.press("Vote yes and end the game")
    assert "The game has ended in a draw" in table.master.open(GAME).text

    mia.open(MASTER)
    mia.follow("Undo the end")
    mia.press("Preview", reason="Nobody meant it.")
    mia.press("Undo the end")
    assert table.phase() == "Fall 1902, movement"
    table.send_again()
    table.mail(FALL_1902["England"])
    table.paste(f"Turkey\n{FALL_1902['Turkey']}")
    table.let_deadline_pass()
    table.publish()
    assert table.phase() == "Fall 1902, retreats"


def the_last_phase_ends_the_game(table: Table) -> None:
    """1902 is over: France has the most centers, and in two days the result is final."""
    table.play(WINTER_1902)
    assert "France has won the game." in table.master.open(GAME).text
    table.clock.advance(hours=49)
    table.master.wait_for(
        GAME, lambda page: "becomes final" not in page.text, what="the result is final"
    )
    last = table.mailer.mailbox.receive("results of Winter 1902")
    assert "Build F LON" in text_of(last)


def imported(keeper: Member, archive: bytes) -> str:
    """Import an archive by the form; return the path of the game."""
    keeper.open("/games/import/")
    keeper.press("Preview the game", file=("the-harbour-league.zip", archive))
    keeper.press("Import game")
    found = re.search(r"(/games/[^/]+/)$", keeper.page.url)
    assert found, keeper.page
    return found[1]
