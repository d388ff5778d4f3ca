"""What docker-compose.yml says, read without Docker. test_production.py starts it."""

import re
from typing import Any

import pytest

from tests import compose
from tests.reliability.test_settings import SECRET, ask
from tests.site import ROOT

GIVEN = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": SECRET,
    "POSTGRES_PASSWORD": "p@ss/word#1",
    "EMAIL_URL": "smtp+tls://entente:hush@mail.example.org:587",
}
SITE = ["migrate", "web", "deadlines", "deliveries", "beat"]


def services(**more: str) -> dict[str, Any]:
    found: dict[str, Any] = compose.read(GIVEN | more)["services"]
    return found


def test_every_process_of_the_site_has_the_same_settings() -> None:
    environments = [services()[name]["environment"] for name in SITE]
    assert environments == [environments[0]] * len(SITE)


def test_every_variable_is_one_that_the_site_knows() -> None:
    told = re.findall(r"^\| `([A-Z_]+)`( †)?", (ROOT / "docs/operations.md").read_text(), re.M)
    known = {name for name, _file in told} | {f"{name}_FILE" for name, file in told if file}
    assert services()["web"]["environment"].keys() <= known


def test_every_process_says_how_it_is() -> None:
    for name, service in services().items():
        assert "healthcheck" in service or name == "migrate", name


def test_nothing_starts_before_the_one_migration_is_done() -> None:
    for name in SITE:
        after = services()[name]["depends_on"]
        if name == "migrate":
            assert after == {"postgres": {"condition": "service_healthy"}}
        else:
            assert after["migrate"] == {"condition": "service_completed_successfully"}


def test_only_the_web_is_reached_from_outside_and_only_by_this_machine() -> None:
    ports = {name: service.get("ports", []) for name, service in services().items()}
    assert ports.pop("web") == ["127.0.0.1:8000:8000"]
    assert not any(ports.values())


def test_the_address_must_be_given() -> None:
    with pytest.raises(compose.MissingError, match="SITE_URL"):
        services(SITE_URL="")


def test_secrets_come_from_the_environment(tmp_path) -> None:
    environment = services()["web"]["environment"]
    assert ask(tmp_path, "settings.SECRET_KEY", **environment) == SECRET
    assert ask(tmp_path, "settings.EMAIL_HOST_PASSWORD", **environment) == "hush"
    password = "settings.DATABASES['default']['PASSWORD']"
    assert ask(tmp_path, password, **environment) == "p@ss/word#1"


def test_secrets_come_from_files_as_well(tmp_path) -> None:
    whole = compose.read(
        {
            "SITE_URL": GIVEN["SITE_URL"],
            "SECRET_KEY_FILE": "./secrets/key",
            "POSTGRES_PASSWORD_FILE": "./secrets/password",
            "EMAIL_URL_FILE": "./secrets/mail",
        }
    )
    web, database = whole["services"]["web"], whole["services"]["postgres"]
    sources = {name: secret["file"] for name, secret in whole["secrets"].items()}
    assert set(web["secrets"]) == sources.keys()
    told = {
        "secret_key": SECRET,
        "postgres_password": "p@ss/word#1",
        "email_url": GIVEN["EMAIL_URL"],
    }
    assert database["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres_password"
    # Compose mounts them there; here they lie elsewhere.
    for name, value in told.items():
        (tmp_path / name).write_text(f"{value}\n")
    environment = {
        key: value.replace("/run/secrets", str(tmp_path))
        for key, value in web["environment"].items()
    }
    assert not environment["SECRET_KEY"]
    asked = "settings.SECRET_KEY, settings.EMAIL_HOST, settings.DATABASES['default']['PASSWORD']"
    answer = ask(tmp_path, f"'|'.join([{asked}])", **environment)
    assert answer == f"{SECRET}|mail.example.org|p@ss/word#1"


def test_without_any_secret_the_site_says_which_it_lacks(tmp_path) -> None:
    environment = compose.read({"SITE_URL": GIVEN["SITE_URL"]})["services"]["web"]["environment"]
    with pytest.raises(AssertionError, match="SECRET_KEY: is not set"):
        ask(tmp_path, "settings.SECRET_KEY", **environment)
