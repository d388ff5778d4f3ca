"""Titles and words of clubs and tournaments are reported, and removed by administrators."""

import pytest

from accounts import account_closing
from accounts.models import AccountMail, User
from games.clubs import creation
from games.models import Club, TextReport, Tournament
from tests import factories

from .conftest import signed_in, words
from .test_tournaments import draw, enter, open_cup, press, stranger_reads, table_of

REPORTS = "/games/reported-texts/"


@pytest.fixture
def organizer(db: None) -> User:
    return factories.person("Olga Organizer")


@pytest.fixture
def boss(db: None) -> User:
    return factories.person("Bea Boss", is_superuser=True)


@pytest.fixture
def club(organizer: User) -> Club:
    return creation.create(organizer, name="Rude Pears", about="We are rude.", is_listed=True)


def report(person: User, subject: Club | Tournament, reason: str = "It is rude.") -> str:
    return press(person, f"{subject.get_absolute_url()}report/", "Send report", reason=reason)


def close(boss: User, *, remove: bool) -> str:
    path = f"{REPORTS}{TextReport.objects.unclosed().first().pk}/close/"  # type: ignore[union-attr]
    return press(boss, path, "Close report", remark="Be kind.", remove=remove)


def test_a_reported_club_loses_its_name_words_and_address(club: Club, organizer: User, boss: User):
    reader = factories.person()
    assert "Report this club" in words(signed_in(reader).get(club.get_absolute_url()))
    for _time in range(2):
        assert "The administrators will look at this text." in report(reader, club)
    report(factories.person(), club)
    assert TextReport.objects.count() == 2
    assert "Rude Pears" in AccountMail.objects.filter(to=boss.email)[0].text
    shown = words(signed_in(boss).get(REPORTS))
    assert "We are rude." in shown
    assert "It is rude." in shown
    assert "The report is closed." in close(boss, remove=True)
    club.refresh_from_db()
    assert (club.about, "ude" in club.name, "rude" in club.slug) == ("", False, False)
    assert "Be kind." in AccountMail.objects.get(to=organizer.email).text
    assert not TextReport.objects.unclosed().exists()


def test_a_reported_tournament_loses_its_title_also_in_its_games(organizer: User, boss: User):
    cup = open_cup(organizer)
    people = enter(cup, 7)
    draw(cup, organizer)
    report(people[0], cup)
    close(boss, remove=True)
    cup.refresh_from_db()
    assert "Spring Cup" not in stranger_reads(cup.get_absolute_url())
    assert "Spring Cup" not in table_of(people[0]).game.title
    assert table_of(people[0]).game.title.endswith(", round 1, table 1")


def test_a_report_that_is_closed_without_removal_changes_nothing(club: Club, boss: User):
    report(factories.person(), club)
    close(boss, remove=False)
    club.refresh_from_db()
    assert club.about == "We are rude."
    assert TextReport.objects.get().remark == "Be kind."


def test_only_administrators_see_reports_and_nobody_reports_a_hidden_club(club: Club):
    Club.objects.update(is_listed=False)
    guest = signed_in(factories.person())
    assert guest.get(REPORTS).status_code == 404
    assert guest.get(f"{club.get_absolute_url()}report/").status_code == 404


def test_reports_end_with_the_account_or_the_club(club: Club):
    leaver, other = factories.person(), factories.person()
    report(leaver, club)
    report(other, club)
    account_closing.close(leaver)
    assert TextReport.objects.get().by == other
    club.delete()
    assert not TextReport.objects.exists()
