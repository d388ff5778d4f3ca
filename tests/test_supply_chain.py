"""Images are pinned, locks audited, and a bill of materials is printed."""

import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from config.supply_chain import audit, images, registry

ROOT = Path(__file__).parents[1]
DIGEST = f"sha256:{'a1' * 32}"
OLD = f"sha256:{'0b' * 32}"


class Registry(BaseHTTPRequestHandler):
    """A registry that asks for a token, as the default one does, and knows `team/app:2`."""

    server: "Server"

    def do_HEAD(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        if self.headers.get("Authorization") != "Bearer let-me-read":
            self.send_response(401)
            self.send_header("WWW-Authenticate", self.server.challenge)
        elif self.path == "/v2/team/app/manifests/2":
            self.send_response(200)
            if self.server.digest:
                self.send_header("Docker-Content-Digest", self.server.digest)
        else:
            self.send_response(404)
        self.end_headers()

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.token)

    def log_message(self, *_args: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    digest = DIGEST
    token = b'{"token": "let-me-read"}'

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Registry)
        self.host = f"127.0.0.1:{self.server_address[1]}"
        self.challenge = (
            f'Bearer realm="http://{self.host}/token",service="fake",'
            'scope="repository:team/app:pull"'
        )
        self.asked: list[tuple[str, dict[str, str]]] = []


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def app(server: Server, tag: str = "2") -> registry.Image:
    return registry.Image(server.host, "team/app", tag)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("postgres:17", f"https://{registry.DEFAULT_HOST}/v2/library/postgres/manifests/17"),
        ("valkey/valkey:8", f"https://{registry.DEFAULT_HOST}/v2/valkey/valkey/manifests/8"),
        ("images.example.org/a/b:1.2-x", "https://images.example.org/v2/a/b/manifests/1.2-x"),
        ("localhost:5000/a:1", "http://localhost:5000/v2/a/manifests/1"),
        ("example.org:5000/a:1", "https://example.org:5000/v2/a/manifests/1"),
        (f"caddy:2@{OLD}", f"https://{registry.DEFAULT_HOST}/v2/library/caddy/manifests/2"),
    ],
)
def test_a_name_says_where_its_registry_has_the_image(name: str, url: str) -> None:
    image = registry.parse(name)
    assert image
    assert image.manifest == url
    assert str(image) == name.partition("@")[0]


@pytest.mark.parametrize(
    "name", ["entente", "build", "${BASE}", "a:", ":1", "a b:1", "../a:1", f"caddy@{OLD}", "a:1@x"]
)
def test_what_has_no_tag_is_no_image_to_pin(name: str) -> None:
    assert registry.parse(name) is None


def test_the_images_of_this_repository_are_found() -> None:
    named = {
        name: [str(image) for image in images.images((ROOT / name).read_text("utf-8"))]
        for name in images.FILES
    }
    assert named == {
        "Dockerfile": ["python:3.13-slim"],
        "docker-compose.yml": ["postgres:17", "valkey/valkey:8", "caddy:2"],
    }


def test_digests_are_written_behind_tags_and_nothing_else_changes() -> None:
    text = (
        "FROM --platform=linux/amd64 python:3.13-slim AS build # slim\n"
        "FROM build\n"
        f"    image: 'postgres:17@{OLD}'  # kept\n"
        "    image: entente\n"
        "    image: caddy:2\n"
        "    command: [image: caddy:2]\n"
    )
    assert images.pinned(text, {"python:3.13-slim": DIGEST, "postgres:17": DIGEST}) == (
        f"FROM --platform=linux/amd64 python:3.13-slim@{DIGEST} AS build # slim\n"
        "FROM build\n"
        f"    image: 'postgres:17@{DIGEST}'  # kept\n"
        "    image: entente\n"
        "    image: caddy:2\n"
        "    command: [image: caddy:2]\n"
    )


def test_a_registry_is_asked_with_the_token_it_gives_for_the_index(server: Server) -> None:
    assert registry.current_digest(app(server)) == DIGEST
    (first, asked), (token, _headers), (again, headers) = server.asked
    assert first == again == "/v2/team/app/manifests/2"
    assert "Authorization" not in asked
    assert parse_qs(urlsplit(token).query) == {
        "service": ["fake"],
        "scope": ["repository:team/app:pull"],
    }
    assert headers["Accept"].startswith("application/vnd.oci.image.index.v1+json, ")


@pytest.mark.parametrize("digest", ["", "sha256:short", f"md5:{'a' * 32}", f"{DIGEST}\tx"])
def test_only_a_digest_counts_as_one(server: Server, digest: str) -> None:
    server.digest = digest
    with pytest.raises(registry.RegistryError, match="names no digest"):
        registry.current_digest(app(server))


@pytest.mark.parametrize("token", [b"", b"[]", b"{}", b'{"token": 1}', b'{"token": "a\\nb"}'])
def test_a_token_that_is_none_ends_with_a_sentence(server: Server, token: bytes) -> None:
    server.token = token
    with pytest.raises(registry.RegistryError, match="gives no token"):
        registry.current_digest(app(server))


def test_tokens_are_asked_for_over_https_only() -> None:
    challenge = 'Bearer realm="https://auth.example.org/token",service="a b",scope="x:y:pull"'
    assert registry.token_url(challenge) == (
        "https://auth.example.org/token?service=a+b&scope=x%3Ay%3Apull"
    )
    for refused in ('Bearer realm="http://auth.example.org/token"', 'Basic realm="x"', ""):
        with pytest.raises(registry.RegistryError):
            registry.token_url(refused)


def test_a_tag_stays_until_its_registry_answers(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "docker-compose.yml"
    file.write_text(f"image: {server.host}/team/app:2\nimage: {server.host}/team/app:3\n")
    assert images.main([str(file)]) == 3
    pinned = f"image: {server.host}/team/app:2@{DIGEST}\nimage: {server.host}/team/app:3\n"
    assert file.read_text() == pinned
    said = capsys.readouterr().err
    assert said == f"entente: {server.host}/team/app:3 keeps its tag: its registry answers 404\n"
    file.write_text(f"image: {server.host}/team/app:2@{OLD}\n")
    assert images.main([str(file)]) == 0
    assert file.read_text() == f"image: {server.host}/team/app:2@{DIGEST}\n"


def test_a_registry_that_is_away_leaves_the_file_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server() as server:  # nobody listens any more
        name = f"{server.host}/team/app:2"
    file = tmp_path / "Dockerfile"
    file.write_text(f"FROM {name}@{OLD}\n")
    assert images.main([str(file)]) == 3
    assert file.read_text() == f"FROM {name}@{OLD}\n"
    said = capsys.readouterr().err
    assert said == f"entente: {name} keeps its digest: its registry does not answer\n"


GOOD = {"name": "django", "version": "5.2.9", "vulns": []}
BAD = {
    "name": "redis",
    "version": "5.2.0",
    "vulns": [
        {"id": "PYSEC-1", "fix_versions": ["5.2.1", "6.0.0"]},
        {"id": "PYSEC-2", "fix_versions": []},
    ],
}
UNKNOWN = {"name": "kombu", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("packages", "status", "last"),
    [
        ([GOOD], 0, "no known advisory for 1 packages"),
        ([GOOD, BAD], 1, "redis 5.2.0: PYSEC-2, not fixed yet"),
        ([GOOD, UNKNOWN], 3, "the index does not know these packages: kombu"),
        ([BAD, UNKNOWN], 1, "the index does not know these packages: kombu"),
        ([UNKNOWN], 3, "the index gives no advisories: nothing was checked"),
        ([], 3, "the index gives no advisories: nothing was checked"),
    ],
)
def test_an_audit_says_what_it_knows(
    packages: list[dict[str, Any]], status: int, last: str
) -> None:
    judged, lines = audit.judge({"dependencies": packages, "fixes": []})
    assert (judged, lines[-1]) == (status, last)
    if BAD in packages:
        assert lines[0] == "redis 5.2.0: PYSEC-1, fixed in 5.2.1, 6.0.0"


def program(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines]))
    path.chmod(0o755)
    return path


def test_every_lock_is_audited_with_its_hashes(tmp_path: Path) -> None:
    report = json.dumps({"dependencies": [GOOD]})
    asked = program(tmp_path / "audit", f'echo "$@" >{tmp_path}/asked', f"echo '{report}'")
    locks = [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert audit.audit(asked, locks, ["--service=osv"])[0] == 0
    words = (tmp_path / "asked").read_text().split()
    assert "--require-hashes" in words
    assert words[-5:] == ["--service=osv", *(w for f in locks for w in ("--requirement", str(f)))]


def test_a_service_that_does_not_answer_is_no_advisory(tmp_path: Path) -> None:
    away = program(tmp_path / "audit", "echo Traceback >&2", "echo no route to it >&2", "exit 1")
    assert audit.audit(away, [], []) == (3, ["no advisories could be read: no route to it"])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with `run` and the locks, whose environments only print what they are asked."""
    for file in [ROOT / "run", *ROOT.glob("requirements*.txt")]:
        shutil.copy(file, tmp_path)
    for name in (".venv", ".venv-audit"):
        program(tmp_path / name / "bin" / "python", 'test "$1" = -c || echo "$0" "$@"')
        for lock in ("requirements.txt", "requirements-audit.txt"):
            shutil.copy(ROOT / lock, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["audit", "-s", "osv"], ".venv/bin/python -m config.supply_chain.audit -s osv"),
        (["pin-images", "x"], ".venv/bin/python -m config.supply_chain.images x"),
        (
            ["sbom"],
            (
                ".venv-audit/bin/python -W ignore -m cyclonedx_py requirements"
                " --output-reproducible --pyproject pyproject.toml requirements.txt"
            ),
        ),
    ],
)
def test_run_starts_each_in_its_environment(checkout: Path, words: list[str], command: str) -> None:
    done = subprocess.run([checkout / "run", *words], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{command}\n", "")


def test_neither_the_site_nor_its_tests_install_what_audits_it() -> None:
    group = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["audit"]
    names = {entry.partition("~")[0] for entry in group}
    assert names == {"cyclonedx-bom", "pip-audit"}
    locked = {
        file.name: {line.partition("==")[0] for line in file.read_text().splitlines()}
        for file in ROOT.glob("requirements*.txt")
    }
    assert names <= locked["requirements-audit.txt"]
    for name in ("requirements.txt", "requirements-test.txt"):
        assert not names & locked[name]
