"""Invalid settings stop the start with one line; valid ones have their effect."""

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from config import env
from tests.site import ROOT

from .forks import forks

SECRET = "correct-horse-battery-staple-0123456789-abcdefghijklmnop"
PRODUCTION = {
    "ENTENTE_MODE": "production",
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": SECRET,
    "DATABASE_URL": "postgresql://entente:hush@db.example.org/entente",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://entente:hush@mail.example.org:587",
}


def manage(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with only these environment variables."""
    return forks().run(*words, environment=clean(folder) | environment)


def ask(folder: Path, expression: str, **environment: str) -> str:
    """Return the printed value of an expression over Django's `settings`."""
    program = f"from django.conf import settings; print({expression})"
    named = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    answer = forks().run(program=program, environment=clean(folder) | named | environment)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def clean(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "ENTENTE_DATA": str(folder)}


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("ENTENTE_MODE", "prod", "is not one of"),
        ("ENTENTE_DATA", "/proc/entente", "cannot be made"),
        ("ENTENTE_SECRET", "x", "is no setting of Entente"),
        ("ENTENTE_RESOLVE_SECONDS", "0", "is not a whole number from 1 to 60"),
        ("ENTENTE_HOST", "http://x", "is not a host name"),
        ("PORT", "80a", "is not a whole number"),
        ("PORT", "65536", "is not a whole number"),
        ("TIME_ZONE", "Mars/Olympus", "is not a time zone"),
        ("DEBUG", "maybe", "is neither true nor false"),
        ("ALLOWED_HOSTS", "https://example.org", "is not a host name"),
        ("SITE_URL", "example.org", "does not begin with http:// or https://"),
        ("SITE_URL", "https://example.org/games", "is not of the form"),
        ("SECRET_KEY", "hunter2", "is too easy to guess"),
        ("SECRET_KEY_FILE", "/nowhere/key", "cannot be read"),
        ("DATABASE_URL", "mysql://a/b", "does not begin with"),
        ("DATABASE_PASSWORD_FILE", "/nowhere/password", "cannot be read"),
        ("ENTENTE_LATE_SECONDS", "0", "is not a whole number from 1"),
        ("ENTENTE_SESSION_IDLE_DAYS", "6", "is not a whole number from 7"),
        ("ENTENTE_VAPID_KEY", "hunter2", "is not a key such as"),
        ("ENTENTE_INBOUND_MAIL", "imap://mail.example.org", "does not begin with lmtp://"),
        ("ENTENTE_INBOUND_MAIL", "lmtp://127.0.0.1", "needs a host and a port"),
        ("ENTENTE_INBOUND_MAIL", "maildir://mail", "needs the whole path"),
        ("ENTENTE_INBOUND_MAIL", "maildir:///nowhere", "is not a maildir"),
        ("ENTENTE_INBOUND_ADDRESS", "orders@play.example.org", "ENTENTE_INBOUND_MAIL"),
        ("ENTENTE_VAPID_KEY", "_" * 43, "is not a key such as"),
        ("ENTENTE_ORDERS_PER_MINUTE", "many", "is not a whole number"),
        ("DATABASE_URL", "postgresql://host:port/name", "is not a URL"),
        ("DATABASE_URL", "postgresql://host", "names no database"),
        ("DATABASE_URL", "sqlite:////nowhere/db.sqlite3", "does not exist"),
        ("DATABASE_URL", "sqlite://", "needs the path of a file"),
        ("REDIS_URL", "http://host", "does not begin with redis://"),
        ("REDIS_URL", "redis:///0", "names no host"),
        ("REDIS_URL", "redis://host/first", "is not the number of a database"),
        ("EMAIL_URL", "mail.example.org", "does not begin with"),
        ("EMAIL_URL", "smtp://", "names no mail server"),
        ("EMAIL_URL", "smtp://mail.example.org:25/xx", "has a path"),
        ("EMAIL_URL", "filemail://mail", "needs the whole path"),
        ("EMAIL_URL", "filemail:///", "needs the whole path"),
        ("EMAIL_URL", "filemail:///dev/null", "is not a folder"),
        ("STATIC_ROOT", "/dev/null", "is not a folder"),
        ("WEB_PROCESSES", "0", "is not a whole number from 1 to 64"),
        ("WEB_THREADS", "abc", "is not a whole number from 1 to 100"),
        ("ENTENTE_CLOCK_OFFSET_FILE", "/proc/self/cmdline", "is not a number of seconds"),
        ("ENTENTE_CLOCK_OFFSET_FILE", "/proc", "cannot be read"),
        ("DEFAULT_FROM_EMAIL", "nobody", "is not an email address"),
        ("ENTENTE_SECURITY_CONTACT", "http://example.org/security", "is neither an email address"),
        ("ENTENTE_SECURITY_CONTACT", "Anna <anna@example.org>", "is neither an email address"),
        ("LOG_LEVEL", "LOUD", "is not one of"),
        ("ENTENTE_DISCORD_SECRET_FILE", "/nowhere/secret", "cannot be read"),
        ("ENTENTE_OIDC_TRUST_ADDRESSES", "maybe", "is neither true nor false"),
    ],
)
def test_a_senseless_variable_is_named_in_one_line(
    tmp_path: Path, variable: str, value: str, why: str
) -> None:
    answer = manage(tmp_path, "check", **{variable: value})
    assert answer.returncode == env.EXIT_STATUS
    assert answer.stdout == ""
    assert re.fullmatch(rf"entente: {variable}: [^\n]*{re.escape(why)}[^\n]*\n", answer.stderr)


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [(name, "", "is not set") for name in PRODUCTION if name != "ENTENTE_MODE"]
    + [
        ("SITE_URL", "http://play.example.org", "must begin with https://"),
        ("DATABASE_URL", "sqlite:////tmp/db.sqlite3", "SQLite serves one machine"),
        ("ALLOWED_HOSTS", "*", "lets strangers choose"),
        ("ALLOWED_HOSTS", "play.example.org,localhost", "“localhost” leads to this machine only"),
        ("DEBUG", "yes", "is refused in production"),
        ("ENTENTE_CLOCK_OFFSET_FILE", "/tmp/offset", "is refused in production"),
    ],
)
def test_production_refuses_what_is_missing_or_unsafe(
    tmp_path: Path, variable: str, value: str, why: str
) -> None:
    answer = manage(tmp_path, "check", **{**PRODUCTION, variable: value})
    assert answer.returncode == env.EXIT_STATUS
    assert re.fullmatch(rf"entente: {variable}: [^\n]*{re.escape(why)}[^\n]*\n", answer.stderr)


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("DEBUG", "1", "is refused where SITE_URL is public"),
        ("ALLOWED_HOSTS", "*", "lets strangers choose"),
        ("ALLOWED_HOSTS", "play.example.org,127.0.0.1", "“127.0.0.1” leads to this machine only"),
        ("ALLOWED_HOSTS", ".localhost", "“.localhost” leads to this machine only"),
        ("ALLOWED_HOSTS", "[::1]", "“[::1]” leads to this machine only"),
    ],
)
@pytest.mark.parametrize("url", ["https://play.example.org", "http://192.0.2.7:8000"])
def test_an_embedded_site_for_others_refuses_what_is_unsafe(
    tmp_path: Path, url: str, variable: str, value: str, why: str
) -> None:
    answer = manage(tmp_path, "check", SITE_URL=url, **{variable: value})
    assert answer.returncode == env.EXIT_STATUS
    assert re.fullmatch(rf"entente: {variable}: [^\n]*{re.escape(why)}[^\n]*\n", answer.stderr)


@pytest.mark.parametrize("url", ["", "http://localhost:8000", "http://127.0.0.1:8000"])
def test_an_embedded_site_of_one_machine_may_debug_and_take_any_host(
    tmp_path: Path, url: str
) -> None:
    unsafe = {"DEBUG": "1", "ALLOWED_HOSTS": "*", "SITE_URL": url}
    assert ask(tmp_path, "settings.DEBUG, settings.ALLOWED_HOSTS", **unsafe) == "True ['*']"


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("", ["localhost", "127.0.0.1", "[::1]"]),
        ("http://127.0.0.1:8000", ["127.0.0.1", "localhost", "[::1]"]),
        ("http://192.0.2.7:8000", ["192.0.2.7"]),
        ("http://[2001:db8::1]:8000", ["[2001:db8::1]"]),
        ("https://play.example.org", ["play.example.org"]),
    ],
)
def test_loopback_names_are_the_sites_only_if_nobody_else_reaches_it(
    tmp_path: Path, url: str, hosts: list[str]
) -> None:
    assert ask(tmp_path, "settings.ALLOWED_HOSTS", SITE_URL=url) == str(hosts)


def test_no_message_repeats_a_password(tmp_path: Path) -> None:
    for variable in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        answer = manage(tmp_path, "check", **{variable: "mysql://entente:hush@host:x/y"})
        assert variable in answer.stderr
        assert "hush" not in answer.stderr
        answer = manage(tmp_path, "check", **{variable: "smtp://entente:hush#hush@host/x"})
        assert variable in answer.stderr
        assert "hush" not in answer.stderr


def test_the_deployment_check_is_clean_in_production(tmp_path: Path) -> None:
    words = ("check", "--deploy", "--fail-level", "WARNING")
    answer = manage(tmp_path, *words, **PRODUCTION)
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


def test_the_deployment_check_names_what_an_embedded_site_lacks(tmp_path: Path) -> None:
    answer = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING")
    assert answer.returncode == 1
    assert "entente.W001" in answer.stderr
    assert "entente.W002" in answer.stderr


def test_a_secret_is_made_once_and_others_cannot_read_it(tmp_path: Path) -> None:
    first = ask(tmp_path / "data", "settings.SECRET_KEY")
    assert len(first) > 50
    assert ask(tmp_path / "data", "settings.SECRET_KEY") == first
    assert stat.S_IMODE((tmp_path / "data/secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_secrets_can_stand_in_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{SECRET}\n")
    named = {"SECRET_KEY": "", "SECRET_KEY_FILE": str(tmp_path / "key")}
    assert ask(tmp_path, "settings.SECRET_KEY", **{**PRODUCTION, **named}) == SECRET


def test_the_password_of_the_database_can_stand_alone(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("p@ss/word#1\n")
    alone = {
        "DATABASE_URL": "postgresql://entente@db.example.org/entente",
        "DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
    }
    password = 'settings.DATABASES["default"]["PASSWORD"]'
    assert ask(tmp_path, password, **PRODUCTION | alone) == "p@ss/word#1"
    for url in (PRODUCTION["DATABASE_URL"], f"sqlite:///{tmp_path}/db"):
        twice = manage(tmp_path, "check", **alone | {"DATABASE_URL": url})
        assert twice.returncode == env.EXIT_STATUS
        assert "DATABASE_PASSWORD is set as well" in twice.stderr


def test_only_web_processes_pool_their_connections(tmp_path: Path) -> None:
    pool = 'settings.DATABASES["default"].get("OPTIONS", {}).get("pool", {}).get("max_size")'
    assert ask(tmp_path, pool, **PRODUCTION) == "None"
    web = f"__import__('config.http.gunicorn') and {pool}"
    assert ask(tmp_path, web, **PRODUCTION) == "8"
    assert ask(tmp_path, web, **PRODUCTION, WEB_THREADS="12", DB_POOL_SIZE="") == "12"
    assert ask(tmp_path, web, **PRODUCTION, DB_POOL_SIZE="3") == "3"
    assert ask(tmp_path, web, **PRODUCTION, DB_POOL_SIZE="0") == "None"


def test_no_visitor_says_which_part_of_the_path_is_the_sites(tmp_path: Path) -> None:
    ours = "__import__('config.http.gunicorn', fromlist=['x'])"
    taken = "(c := __import__('gunicorn.config', fromlist=['x']).Config())"
    loaded = f"[{taken}, *(c.set(n, v) for n, v in vars({ours}).items() if n in c.settings)]"
    assert ask(tmp_path, f"{loaded} and (c.forwarder_headers, c.threads)") == "([], 8)"


def test_no_session_of_postgresql_waits_or_holds_for_ever(tmp_path: Path) -> None:
    limits = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
    options = 'settings.DATABASES["default"]["OPTIONS"]["options"]'
    assert ask(tmp_path, options, **PRODUCTION) == limits
    assert (
        ask(tmp_path, f"__import__('config.http.gunicorn') and {options}", **PRODUCTION) == limits
    )
    own = {"DATABASE_URL": f"{PRODUCTION['DATABASE_URL']}?options=-c%20lock_timeout=3s"}
    assert ask(tmp_path, options, **PRODUCTION | own) == f"{limits} -c lock_timeout=3s"


def test_postgresql_takes_the_limits(tmp_path: Path, postgres_url: str) -> None:
    """PostgreSQL takes the last of two values for a setting: the operator's."""
    show = "__import__('django.db').db.connection.cursor().execute('SHOW {}').fetchone()[0]"
    own = f"{postgres_url}?options=-c%20lock_timeout=3s"
    for web in ("", "__import__('config.http.gunicorn') and "):
        for url, timeout in ((postgres_url, "10s"), (own, "3s")):
            timeouts = [
                ask(tmp_path, web + show.format(name), DATABASE_URL=url)
                for name in ("lock_timeout", "idle_in_transaction_session_timeout")
            ]
            assert timeouts == [timeout, "1min"]


def test_an_sqlite_that_is_too_old_is_named_in_one_line(tmp_path: Path) -> None:
    program = "import sqlite3; sqlite3.sqlite_version_info = (3, 32, 3); import config.settings"
    answer = forks().run(program=program, environment=clean(tmp_path))
    assert answer.returncode == env.EXIT_STATUS
    assert re.fullmatch(r"entente: DATABASE_URL: SQLite [^\n]* 3\.33 or newer\n", answer.stderr)


@pytest.mark.parametrize("content", ["soon", "nan", "inf", "1e12"])
def test_a_clock_is_shifted_by_a_number_only(tmp_path: Path, content: str) -> None:
    file = tmp_path / "offset"
    offset = {"ENTENTE_CLOCK_OFFSET_FILE": str(file)}
    for sensible in ("", "-90.5\n"):
        file.write_text(sensible)
        assert ask(tmp_path, "settings.CLOCK_OFFSET_FILE", **offset) == str(file)
    file.write_text(content)
    answer = manage(tmp_path, "check", **offset)
    assert answer.returncode == env.EXIT_STATUS
    assert re.fullmatch(r"entente: ENTENTE_CLOCK_OFFSET_FILE: [^\n]+\n", answer.stderr)


def test_what_sqlite_has_saved_survives_a_power_cut(tmp_path: Path) -> None:
    pragma = "__import__('django.db').db.connection.cursor().execute('PRAGMA {}').fetchone()[0]"
    assert ask(tmp_path, pragma.format("journal_mode")) == "wal"
    assert ask(tmp_path, pragma.format("synchronous")) == "2"  # FULL


def test_no_level_writes_statements_to_the_log(tmp_path: Path) -> None:
    query = "from django.db import connection as c; c.cursor().execute('SELECT %s', ['F Lon-Nth'])"
    answer = manage(tmp_path, "shell", "--command", query, DEBUG="1", LOG_LEVEL="DEBUG")
    assert answer.returncode == 0
    assert "F Lon-Nth" not in answer.stdout + answer.stderr


def test_without_tables_an_administrator_is_refused_in_one_line(tmp_path: Path) -> None:
    who = ("--noinput", "--name", "Olga", "--email", "olga@example.org")
    answer = manage(tmp_path, "createsuperuser", *who)
    assert answer.returncode == 1
    assert answer.stderr.startswith("CommandError: The site has no tables yet. Start it once")
    assert answer.stderr.count("\n") == 1


def test_https_makes_cookies_secure_and_http_does_not(tmp_path: Path) -> None:
    secure = "settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE"
    assert ask(tmp_path, secure, SITE_URL="https://play.example.org") == "True"
    assert ask(tmp_path, secure) == "False"


def test_https_binds_no_other_host_of_the_domain_unless_asked(tmp_path: Path) -> None:
    bound = "settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD"
    site = {"SITE_URL": "https://play.example.org"}
    assert ask(tmp_path, bound, **site) == "False False"
    assert ask(tmp_path, bound, **site, HSTS_SUBDOMAINS="true") == "True False"
    assert ask(tmp_path, bound, **site, HSTS_PRELOAD="true") == "False True"


def test_every_variable_is_in_the_operators_table() -> None:
    told = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/operations.md").read_text(), re.M))
    code = "".join(file.read_text() for file in (ROOT / "config").rglob("*.py"))
    assert told == set(re.findall(r'(?:env|terms_files)\.(?!refuse)[a-z_]+\(\s*"([A-Z_]+)"', code))


OIDC = {
    "ENTENTE_OIDC_URL": "https://id.example.org/realms/club",
    "ENTENTE_OIDC_CLIENT_ID": "entente",
    "ENTENTE_OIDC_SECRET": "hush",
}
PROVIDER_APPS = "[app for app in settings.INSTALLED_APPS if '.providers.' in app]"


def test_without_its_variables_no_provider_is_installed(tmp_path: Path) -> None:
    assert ask(tmp_path, f"settings.SOCIALACCOUNT_PROVIDERS, {PROVIDER_APPS}") == "{} []"


def test_providers_are_set_up_by_variables_and_files_of_secrets(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hush\n")
    expression = f"{PROVIDER_APPS}, settings.SOCIALACCOUNT_PROVIDERS['discord']['APPS'][0]"
    answer = ask(
        tmp_path,
        expression,
        **OIDC,
        ENTENTE_DISCORD_CLIENT_ID="12",
        ENTENTE_DISCORD_SECRET_FILE=str(secret),
        ENTENTE_GOOGLE_CLIENT_ID="13",
        ENTENTE_GOOGLE_SECRET="hush",
    )
    for provider in ("discord", "google", "openid_connect"):
        assert f"allauth.socialaccount.providers.{provider}" in answer
    assert "'client_id': '12', 'secret': 'hush'" in answer
    assert "'oauth_pkce_enabled': True" in answer


@pytest.mark.parametrize(
    ("url", "provider"),
    [
        ("https://id.example.org", "id.example.org"),
        ("https://id.example.org/", "id.example.org"),
        ("https://id.example.org:8443/realms/club", "id.example.org-8443-realms-club"),
        ("https://id.example.org/.well-known/openid-configuration", "id.example.org"),
        ("http://localhost:9000", "localhost-9000"),
        ("https://google", "google-"),
    ],
)
def test_an_openid_connect_server_is_known_by_its_address(
    tmp_path: Path, url: str, provider: str
) -> None:
    expression = "settings.SOCIALACCOUNT_PROVIDERS['openid_connect']['APPS'][0]['provider_id']"
    assert ask(tmp_path, expression, **{**OIDC, "ENTENTE_OIDC_URL": url}) == provider


@pytest.mark.parametrize("end", ["", "/", "/.well-known/openid-configuration"])
def test_tokens_must_name_the_openid_connect_server_that_was_set_up(
    tmp_path: Path, end: str
) -> None:
    app = "settings.SOCIALACCOUNT_PROVIDERS['openid_connect']['APPS'][0]"
    expression = f"{app}['settings']['openid_configuration_overrides']['issuer']"
    url = "https://id.example.org/realms/club"
    issuer = f"{url}/" if end == "/" else url
    assert ask(tmp_path, expression, **{**OIDC, "ENTENTE_OIDC_URL": f"{url}{end}"}) == issuer


@pytest.mark.parametrize(("value", "trusted"), [("", "False"), ("yes", "True")])
def test_addresses_of_an_openid_connect_server_are_trusted_only_if_the_operator_says_so(
    tmp_path: Path, value: str, trusted: str
) -> None:
    app = "settings.SOCIALACCOUNT_PROVIDERS['openid_connect']['APPS'][0]"
    expression = f"{app}['settings']['trusted_addresses']"
    assert ask(tmp_path, expression, **OIDC, ENTENTE_OIDC_TRUST_ADDRESSES=value) == trusted


@pytest.mark.parametrize(
    ("variable", "changed", "why"),
    [
        ("ENTENTE_DISCORD_SECRET", {"ENTENTE_DISCORD_CLIENT_ID": "12"}, "is not set"),
        ("ENTENTE_GOOGLE_CLIENT_ID", {"ENTENTE_GOOGLE_SECRET": "hush"}, "is not set"),
        ("ENTENTE_OIDC_URL", {**OIDC, "ENTENTE_OIDC_URL": ""}, "is not set"),
        ("ENTENTE_OIDC_CLIENT_ID", {"ENTENTE_OIDC_URL": OIDC["ENTENTE_OIDC_URL"]}, "is not set"),
        ("ENTENTE_OIDC_NAME", {**OIDC, "ENTENTE_OIDC_NAME": "x" * 41}, "is longer than"),
        (
            "ENTENTE_OIDC_URL",
            {**OIDC, "ENTENTE_OIDC_URL": "http://id.example.org"},
            "does not begin with https://",
        ),
        (
            "ENTENTE_OIDC_URL",
            {**OIDC, "ENTENTE_OIDC_URL": "https://a:b@id.example.org"},
            "is not of the form",
        ),
        ("ENTENTE_OIDC_URL", {**OIDC, "ENTENTE_OIDC_URL": "https://id:port"}, "is not a URL"),
    ],
)
def test_a_provider_that_is_half_set_up_stops_the_start(
    tmp_path: Path, variable: str, changed: dict[str, str], why: str
) -> None:
    answer = manage(tmp_path, "check", **changed)
    assert answer.returncode == env.EXIT_STATUS
    assert re.fullmatch(rf"entente: {variable}: [^\n]*{re.escape(why)}[^\n]*\n", answer.stderr)
    assert "a:b" not in answer.stderr


COOKIES = """
from django.conf import settings
import django
django.setup()
from config.http.message_cookies import MessageStorage
assert settings.MESSAGE_STORAGE.endswith(MessageStorage.__qualname__)
names = [getattr(settings, name) for name in dir(settings) if name.endswith("_COOKIE_NAME")]
names += [cls.cookie_name for cls in MessageStorage.storage_classes if hasattr(cls, "cookie_name")]
print(*sorted(names))
"""


@pytest.mark.parametrize(
    ("url", "prefix"), [("https://play.example.org", "__Host-"), ("http://localhost:8000", "")]
)
def test_over_https_each_cookie_is_for_this_host_alone(
    tmp_path: Path, url: str, prefix: str
) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "SITE_URL": url}
    answer = forks().run(program=COOKIES, environment=clean(tmp_path) | environment)
    names = (
        *("appearance", "browser", "choices", "csrftoken", "django_language", "messages"),
        *("sessionid", "time_zone"),
    )
    assert answer.stdout.split() == [f"{prefix}{name}" for name in names], answer.stderr


@pytest.mark.parametrize("report_only", ["1", ""])
def test_the_policy_for_browsers_is_enforced_or_only_reported(
    tmp_path: Path, report_only: str
) -> None:
    expression = (
        "bool(settings.CONTENT_SECURITY_POLICY), bool(settings.CONTENT_SECURITY_POLICY_REPORT_ONLY)"
    )
    answer = ask(tmp_path, expression, ENTENTE_CSP_REPORT_ONLY=report_only)
    assert answer == f"{not report_only} {bool(report_only)}"


@pytest.mark.parametrize(
    ("typed", "uri"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("mailto:security@example.org", "mailto:security@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_a_contact_becomes_a_uri(tmp_path: Path, typed: str, uri: str) -> None:
    assert ask(tmp_path, "settings.SECURITY_CONTACT", ENTENTE_SECURITY_CONTACT=typed) == uri


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b" \n", "is empty: write terms into it, or delete it"),
        (b"x" * 500_001, "is longer than 500000 bytes"),
    ],
)
def test_terms_that_cannot_be_shown_stop_the_start(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    file = tmp_path / "rules.md"
    if content is not None:
        file.write_bytes(content)
    answer = manage(tmp_path / "data", "check", ENTENTE_TERMS_FILE=str(file))
    assert answer.returncode == env.EXIT_STATUS
    assert answer.stderr == f"entente: ENTENTE_TERMS_FILE: “{file}” {why}\n"


def test_terms_are_read_in_each_language_that_has_a_file(tmp_path: Path) -> None:
    expression = "settings.TERMS, len(settings.TERMS_VERSION)"
    assert ask(tmp_path, expression) == "{} 0"
    (tmp_path / "terms.md").write_text("Be kind.", encoding="utf-8-sig")
    (tmp_path / "terms.es.md").write_text("Sé amable.  \r\n", encoding="utf-8")
    (tmp_path / "terms.xx.md").write_text("?", encoding="utf-8")
    assert ask(tmp_path, expression) == "{'': 'Be kind.', 'es': 'Sé amable.'} 32"
    # A broken translation stops the start as well.
    (tmp_path / "terms.it.md").write_bytes(b"\xff")
    assert "terms.it.md” is not a text in UTF-8" in manage(tmp_path, "check").stderr


def test_a_changed_translation_makes_another_version_but_white_space_does_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "terms.md").write_text("Be kind.\n", encoding="utf-8")
    (tmp_path / "terms.es.md").write_text("Sé amable.\n", encoding="utf-8")
    first = ask(tmp_path, "settings.TERMS_VERSION")
    (tmp_path / "terms.md").write_bytes(b"\nBe kind. \r\n")
    assert ask(tmp_path, "settings.TERMS_VERSION") == first
    (tmp_path / "terms.es.md").write_text("Sé muy amable.\n", encoding="utf-8")
    assert ask(tmp_path, "settings.TERMS_VERSION") != first


@pytest.mark.parametrize(
    ("environment", "demanded"),
    [
        ({}, "False"),
        ({"SITE_URL": "http://localhost:8000"}, "False"),
        ({"SITE_URL": "https://play.example.org"}, "True"),
        ({"SITE_URL": "https://play.example.org", "ENTENTE_ADMIN_SECOND_FACTOR": "0"}, "False"),
        ({"ENTENTE_ADMIN_SECOND_FACTOR": "1"}, "True"),
    ],
)
def test_a_public_site_demands_a_second_factor_of_administrators(
    tmp_path: Path, environment: dict[str, str], demanded: str
):
    assert ask(tmp_path, "settings.ADMIN_SECOND_FACTOR", **environment) == demanded


def test_orders_by_mail_need_an_address_to_which_keys_can_be_added(tmp_path: Path) -> None:
    for address in ("", "orders+x@play.example.org", "orders", "a-very-long-local-part@x.org"):
        given = {"ENTENTE_INBOUND_MAIL": "lmtp://127.0.0.1:8024"}
        answer = manage(tmp_path, "check", **given, ENTENTE_INBOUND_ADDRESS=address)
        assert answer.returncode == env.EXIT_STATUS
        assert "ENTENTE_INBOUND_ADDRESS" in answer.stderr
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    shown = ask(
        tmp_path,
        "settings.INBOUND_MAIL, settings.INBOUND_ADDRESS",
        ENTENTE_INBOUND_MAIL=f"maildir://{tmp_path}/box",
        ENTENTE_INBOUND_ADDRESS="Orders@play.example.org",
    )
    assert str(tmp_path / "box") in shown
    assert "orders@play.example.org" in shown
