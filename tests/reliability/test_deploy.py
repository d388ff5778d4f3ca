"""The examples of docs/deploy are read and started by the programs that they are for."""

import contextlib
import datetime as dt
import http.client
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import needs, services
from tests.site import ROOT, Site, serving, until

DEPLOY = ROOT / "docs/deploy"
HOST = "play.example.org"
MAIN = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def example(name: str, *changes: tuple[str, str]) -> str:
    """Return an example with parts replaced; each part must occur in it."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def output(*command: str | Path, **options: Any) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        list(map(str, command)),
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


# systemd


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that this machine has."""
    file = tmp_path / "entente.service"
    file.write_text(example("entente.service", ("/srv/entente/run", str(ROOT / "run"))))
    return file


def test_systemd_understands_every_line_of_the_unit(unit: Path) -> None:
    command = (needs.program("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no")
    assert output(*command, unit) == ""
    unit.write_text(unit.read_text().replace("ProtectClock", "ProtectClocks"))
    with pytest.raises(AssertionError, match="Unknown key 'ProtectClocks'"):
        output(*command, unit)


def test_the_unit_is_well_confined(unit: Path) -> None:
    found = output(
        needs.program("systemd-analyze"), "security", "--offline=yes", "--no-pager", unit
    )
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", found)
    assert float(exposure) <= 2.0, found


def test_the_unit_restarts_all_but_senseless_settings() -> None:
    text = example("entente.service")
    assert "\nRestart=on-failure\n" in text
    assert "\nRestartPreventExitStatus=3\n" in text
    assert "\nWantedBy=multi-user.target\n" in text  # it starts again after a reboot


# logrotate


def test_the_log_is_rotated_while_somebody_writes_to_it(tmp_path: Path) -> None:
    logrotate = needs.program("logrotate")
    log = tmp_path / "site.log"
    config = tmp_path / "logrotate"
    changes = [("/var/log/entente", str(tmp_path)), ("    su entente entente\n", "")]
    config.write_text(example("logrotate", *changes))
    config.chmod(0o644)
    tmp_path.chmod(0o755)
    assert "error" not in output(logrotate, "-d", config)
    with log.open("a") as written:
        written.write("before\n")
        written.flush()
        output(logrotate, "--force", "--state", tmp_path / "state", config)
        written.write("after\n")
    assert log.read_text() == "after\n"
    assert (tmp_path / "site.log.1").read_text() == "before\n"


# Proxies


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with fullchain.pem and privkey.pem, for HOST, signed by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=90))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site as the examples want it."""
    environment = {"SITE_URL": f"https://{HOST}", "ENTENTE_TRUSTED_PROXIES": "1"}
    site = LocalSite(tmp_path_factory.mktemp("site"), **environment)
    site.migrate()
    with serving(site):
        yield site


class LocalSite(Site):
    def answers(self) -> bool:
        """Ask by the site's name: it refuses others."""
        assert self.process is not None
        assert self.process.poll() is None, self.logged()[-5000:]
        return "serving https" in self.logged()


class Visitor:
    """Requests to a proxy on this machine, by the site's name."""

    def __init__(self, http_port: int, https_port: int, certificate: Path) -> None:
        self.ports = http_port, https_port
        self.context = ssl.create_default_context(cafile=str(certificate / "fullchain.pem"))

    def get(
        self, path: str, *, https: bool = True, headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[https], timeout=10)
        if https:
            connection.connect()
            connection.sock = self.context.wrap_socket(connection.sock, server_hostname=HOST)
        connection.request("GET", path, headers={"Host": HOST, **(headers or {})})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def is_served(self) -> bool:
        with contextlib.suppress(OSError):
            return self.get("/healthz").status == 200
        return False


@contextlib.contextmanager
def nginx(folder: Path, site: Site, certificate: Path) -> Iterator[Visitor]:
    program, plain, secure = needs.program("nginx"), services.free_port(), services.free_port()
    changes = [
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl;", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ", f"listen 127.0.0.1:{secure} "),
        (f"/etc/letsencrypt/live/{HOST}", str(certificate)),
        ("127.0.0.1:8000", f"127.0.0.1:{site.port}"),
    ]
    (folder / "site.conf").write_text(example("nginx.conf", *changes))
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    command: list[str | Path] = [
        program,
        "-p",
        folder,
        "-c",
        folder / "nginx.conf",
        "-e",
        folder / "error.log",
    ]
    tested = output(*command, "-t")
    assert "[warn]" not in tested, tested
    with started([*command, "-g", "daemon off;"]):
        yield Visitor(plain, secure, certificate)


@contextlib.contextmanager
def caddy(folder: Path, site: Site, certificate: Path) -> Iterator[Visitor]:
    program, plain, secure = needs.program("caddy"), services.free_port(), services.free_port()
    ports = f"admin off\n\thttp_port {plain}\n\thttps_port {secure}\n\t"
    pair = f"{certificate}/fullchain.pem {certificate}/privkey.pem"
    changes = [
        ("{\n\tauto_https", f"{{\n\t{ports}auto_https"),
        ("\ttls {", f"\ttls {pair} {{"),
        ("127.0.0.1:8000", f"127.0.0.1:{site.port}"),
    ]
    config = folder / "Caddyfile"
    config.write_text(example("Caddyfile", *changes))
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    arguments: list[str | Path] = ["--config", config, "--adapter", "caddyfile"]
    output(program, "validate", *arguments, env=environment)
    with started([program, "run", *arguments], env=environment):
        yield Visitor(plain, secure, certificate)


@contextlib.contextmanager
def started(command: list[str | Path], **options: Any) -> Iterator[None]:
    with subprocess.Popen(
        list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    ) as process:
        try:
            yield
        finally:
            process.terminate()


@pytest.mark.processes
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_proxy_serves_the_site(proxy: Any, site: Site, certificate: Path, tmp_path: Path) -> None:
    with proxy(tmp_path, site, certificate) as visitor:
        until(visitor.is_served, seconds=20, what="the proxy answers")
        page = visitor.get("/")
        assert page.status == 200
        assert page.headers["Strict-Transport-Security"]  # the site knows that it is https
        assert "__Host-csrftoken" in str(visitor.get("/accounts/login/").headers["Set-Cookie"])
        # A visitor's own words about its connection and address are not believed.
        forged = {"X-Forwarded-Proto": "http", "X-Forwarded-For": "203.0.113.9"}
        assert visitor.get("/", headers=forged).status == 200
        plain = visitor.get("/help/", https=False)
        assert (plain.status, plain.headers["Location"]) == (301, f"https://{HOST}/help/")
        for path in ("/games/x/calendar.ics", "/games/x/news.atom", "/metrics"):
            assert visitor.get(path, https=False).status == 403


def test_caddy_understands_the_proxy_of_docker_compose(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "SITE_URL": f"https://{HOST}", "PATH": "/usr/bin:/bin"}
    config = ROOT / "config/Caddyfile"
    arguments: list[str | Path] = ["--config", config, "--adapter", "caddyfile"]
    output(needs.program("caddy"), "validate", *arguments, env=environment)


def test_the_examples_name_the_port_and_settings_of_the_site() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        text = example(name)
        assert "ENTENTE_TRUSTED_PROXIES=1" in text
        assert "127.0.0.1:8000" in text
