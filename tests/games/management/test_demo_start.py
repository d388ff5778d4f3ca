"""`./run demo` refuses to work where it could touch a real site."""

from pathlib import Path
from unittest import mock

import pytest
from django.db import DatabaseError
from pytest_django.fixtures import Settings

from config.management.commands.demo import Command, refuse_a_real_site, refuse_another_site
from games.management import demo
from tests import factories


@pytest.mark.django_db
def test_the_demo_is_filled_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.management.demo.past._play", fail)
    with pytest.raises(KeyboardInterrupt):
        demo.fill()
    assert not demo.is_inhabited()
    assert not demo.is_filled()


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Settings:
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL"):
        monkeypatch.delenv(name, raising=False)
    settings.DATA_DIR = Path("/somewhere/demo")
    settings.HOST = "127.0.0.1"
    refuse_a_real_site()
    return settings


@pytest.mark.parametrize(
    "name", ["DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "ENTENTE_INBOUND_MAIL"]
)
def test_the_demo_keeps_away_from_a_real_site(
    allowed: Settings, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "x")
    with pytest.raises(SystemExit):
        refuse_a_real_site()


@pytest.mark.parametrize(
    ("name", "value"),
    [("PRODUCTION", True), ("HOST", "0.0.0.0"), ("DATA_DIR", Path("/somewhere/data"))],
)
def test_the_demo_is_for_this_machine_and_a_folder_of_its_own(
    allowed: Settings, name: str, value: object
) -> None:
    setattr(allowed, name, value)
    with pytest.raises(SystemExit):
        refuse_a_real_site()


@pytest.mark.django_db
def test_a_site_that_is_no_demo_stays_as_it_is(settings: Settings, tmp_path: Path) -> None:
    """Its migrations are not run either."""
    settings.DATA_DIR = tmp_path
    factories.person()
    with mock.patch("config.supervisor.start.migrate") as migrate, pytest.raises(SystemExit):
        Command()._prepare()
    assert not migrate.called


@pytest.mark.django_db
def test_a_demo_of_before_and_an_empty_database_are_no_other_site() -> None:
    refuse_another_site()
    with mock.patch("django.db.connection.introspection.table_names", return_value=[]) as tables:
        refuse_another_site()
        assert tables.called
    factories.open_game(factories.person(), request_key=demo.cast.key("middle"))
    refuse_another_site()


@pytest.mark.django_db
def test_a_database_that_cannot_be_read_is_left_alone(settings: Settings) -> None:
    broken = mock.patch(
        "games.management.demo.is_inhabited", side_effect=DatabaseError("not a database")
    )
    with broken, pytest.raises(SystemExit):
        refuse_another_site()
