"""Checks of docker-compose.yml without Docker. test_production.py runs the same processes."""

import re
from typing import Any

import pytest

from config.http import middleware
from games.notifications.push import keys
from tests import compose
from tests.reliability.test_metrics import TOKEN
from tests.reliability.test_settings import SECRET, ask
from tests.site import ROOT

GIVEN = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": SECRET,
    "POSTGRES_PASSWORD": "p@ss/word#1",
    "EMAIL_URL": "smtp+tls://entente:hush@mail.example.org:587",
}
VAPID_KEY = keys.new()
PROVIDERS = ("discord", "google", "oidc")
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


def test_only_the_proxy_is_reached_from_outside() -> None:
    ports = {name: service.get("ports", []) for name, service in services().items()}
    assert ports.pop("proxy") == ["80:80", "443:443", "443:443/udp"]
    assert not any(ports.values())


def test_the_proxy_serves_the_address_that_people_type_and_asks_every_web() -> None:
    proxy = services()["proxy"]
    assert proxy["environment"] == {"SITE_URL": GIVEN["SITE_URL"]}
    assert compose.mounted(proxy)["/etc/caddy/Caddyfile"] == "./config/Caddyfile"
    told = (ROOT / "config/Caddyfile").read_text(encoding="utf-8")
    assert "\n{$SITE_URL} {\n" in told
    assert "\tdynamic a web 8000 {\n" in told
    assert "PORT" not in services()["web"]["environment"]  # the default, 8000


def test_the_proxy_speaks_modern_tls_and_redirects_no_program() -> None:
    told = (ROOT / "config/Caddyfile").read_text(encoding="utf-8")
    assert "protocols tls1.2 tls1.3\n" in told
    assert "auto_https disable_redirects" in told
    refused, redirected = told.index("respond @programs"), told.index("redir https://")
    assert told.index("route {") < refused < redirected
    for ending in middleware.PROGRAMS:
        assert re.search(rf"@programs path .*{re.escape(ending)}( |\n)", told)


def test_what_a_visitor_says_of_its_own_address_is_ignored_behind_the_one_proxy() -> None:
    assert services()["web"]["environment"]["ENTENTE_TRUSTED_PROXIES"] == "1"


def test_certificates_and_rows_outlive_their_containers() -> None:
    kept = compose.read(GIVEN)["volumes"]
    for name, path in (("proxy", "/data"), ("postgres", "/var/lib/postgresql/data")):
        assert compose.mounted(services()[name])[path] in kept


@pytest.mark.parametrize("name", ["web", "deadlines", "deliveries"])
def test_nothing_stands_in_the_way_of_more_of_a_kind(name: str) -> None:
    service = services()[name]
    assert not {"ports", "container_name", "hostname", "deploy"} & service.keys()


def test_there_is_one_beat() -> None:
    beats = [name for name in SITE if "beat" in services()[name].get("command", [])]
    assert beats == ["beat"]
    assert services()["beat"]["deploy"] == {"replicas": 1}


def test_all_processes_count_in_one_folder_that_their_user_may_write(tmp_path) -> None:
    whole = compose.read(GIVEN | {"ENTENTE_METRICS_TOKEN": TOKEN})
    for name in SITE:
        service = whole["services"][name]
        folder = service["environment"]["ENTENTE_METRICS_DIR"]
        assert compose.mounted(service)[folder] == "metrics"
        assert service["environment"]["ENTENTE_METRICS_TOKEN"] == TOKEN
    options = whole["volumes"]["metrics"]["driver_opts"]
    (user,) = re.findall(r"--uid (\d+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert options["type"] == "tmpfs"
    assert f"uid={user}" in options["o"].split(",")


def test_web_and_deliveries_share_the_drawn_maps_in_a_folder_that_their_user_may_write() -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for name in ("web", "deliveries"):
        folder = services()[name]["environment"]["ENTENTE_PICTURES_DIR"]
        assert compose.mounted(services()[name])[folder] == "pictures"
        assert f"install --directory --owner entente --mode 700 {folder}" in image


def test_the_address_must_be_given() -> None:
    with pytest.raises(compose.MissingError, match="SITE_URL"):
        services(SITE_URL="")


def test_the_role_of_the_site_is_no_superuser_of_its_database_server() -> None:
    """`config/postgres.sh` was run by hand on PostgreSQL 15 when it was written."""
    postgres = services()["postgres"]
    script = "/docker-entrypoint-initdb.d/entente.sh"
    assert compose.mounted(postgres)[script] == "./config/postgres.sh"
    assert "POSTGRES_USER" not in postgres["environment"]  # the image makes that one a superuser
    told = (ROOT / "config/postgres.sh").read_text(encoding="utf-8")
    assert "CREATE ROLE entente LOGIN PASSWORD :'password';" in told
    assert "SUPERUSER" not in told


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
            "ENTENTE_METRICS_TOKEN_FILE": "./secrets/metrics",
            "ENTENTE_VAPID_KEY_FILE": "./secrets/vapid",
            "ENTENTE_DISCORD_CLIENT_ID": "12",
            "ENTENTE_DISCORD_SECRET_FILE": "./secrets/discord",
            "ENTENTE_GOOGLE_CLIENT_ID": "13",
            "ENTENTE_GOOGLE_SECRET_FILE": "./secrets/google",
            "ENTENTE_OIDC_URL": "https://id.example.org",
            "ENTENTE_OIDC_CLIENT_ID": "14",
            "ENTENTE_OIDC_SECRET_FILE": "./secrets/oidc",
        }
    )
    web, database = whole["services"]["web"], whole["services"]["postgres"]
    sources = {name: secret["file"] for name, secret in whole["secrets"].items()}
    assert set(web["secrets"]) == sources.keys()
    told = {
        "secret_key": SECRET,
        "postgres_password": "p@ss/word#1",
        "email_url": GIVEN["EMAIL_URL"],
        "metrics_token": TOKEN,
        "vapid_key": VAPID_KEY,
        **{f"{provider}_secret": f"hush {provider}" for provider in PROVIDERS},
    }
    assert database["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres_password"
    # Compose mounts the secrets here; the test has them in another folder.
    for name, value in told.items():
        (tmp_path / name).write_text(f"{value}\n")
    environment = {
        key: value.replace("/run/secrets", str(tmp_path))
        for key, value in web["environment"].items()
    }
    assert not environment["SECRET_KEY"]
    environment["ENTENTE_METRICS_DIR"] = str(tmp_path / "counted")
    asked = ["SECRET_KEY", "EMAIL_HOST", "METRICS_TOKEN", "VAPID_KEY"]
    asked.append("DATABASES['default']['PASSWORD']")
    values = ", ".join(f"settings.{name}" for name in asked)
    answer = ask(tmp_path, f"'|'.join([{values}])", **environment)
    assert answer == f"{SECRET}|mail.example.org|{TOKEN}|{VAPID_KEY}|p@ss/word#1"
    secrets = "[each['APPS'][0]['secret'] for each in settings.SOCIALACCOUNT_PROVIDERS.values()]"
    assert ask(tmp_path, secrets, **environment) == str([f"hush {name}" for name in PROVIDERS])


def test_without_any_secret_the_site_says_which_it_lacks(tmp_path) -> None:
    environment = compose.read({"SITE_URL": GIVEN["SITE_URL"]})["services"]["web"]["environment"]
    with pytest.raises(AssertionError, match="SECRET_KEY: is not set"):
        ask(tmp_path, "settings.SECRET_KEY", **environment)
