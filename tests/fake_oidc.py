"""An OpenID Connect server on the loopback, with one person, for tests of sign-in by a provider."""

import base64
import hashlib
import json
import re
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

from django.test import Client

from tests.games.web.views.conftest import Answer

CLIENT = {"client_id": "entente", "secret": "hush"}
ID = "club"
MISSING = object()


@dataclass
class Person:
    """The person who has signed in at the server, as it describes them.

    Of the `claims` those with the value MISSING are left out.
    """

    sub: str = "4711"
    claims: dict[str, Any] = field(
        default_factory=lambda: {"preferred_username": "annika", "name": "Annika Real"}
    )


@dataclass
class FakeServer:
    """The server's address, its person and what it was asked; `broken` changes its answers."""

    url: str = ""
    person: Person = field(default_factory=Person)
    broken: str = ""
    asked: list[dict[str, str]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def providers(self, *, trusted: bool = False) -> dict[str, Any]:
        """Return SOCIALACCOUNT_PROVIDERS with this server alone."""
        options = {
            "server_url": self.url,
            "oauth_pkce_enabled": True,
            "trusted_addresses": trusted,
        }
        app = {"provider_id": ID, "name": "Club", **CLIENT, "settings": options}
        return {"openid_connect": {"APPS": [app]}}

    def description(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Exchange a code, once and only with its verifier, for an access and an id token."""
        query = self.codes.pop(form.get("code", ""), None)
        challenge = _base64(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if query is None or form.get("client_secret") != "hush":
            return 400, {"error": "invalid_grant"}
        if query.get("code_challenge") != challenge:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.url, "aud": "entente", "iat": now, "exp": now + 60}
        id_token = _unsigned_jwt({**claims, "sub": self.person.sub})
        return 200, {"access_token": "s3cret-token", "id_token": id_token, "token_type": "Bearer"}


def _unsigned_jwt(claims: dict[str, Any]) -> str:
    """Return an id token. Its signature is not read, because TLS protects the way it comes."""
    parts = (json.dumps(part).encode() for part in ({"alg": "RS256", "typ": "JWT"}, claims))
    return ".".join([*(_base64(part) for part in parts), _base64(b"signature")])


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Handler(BaseHTTPRequestHandler):
    """The answers of a server. A subclass for each server sets `fake`."""

    fake: FakeServer

    def do_GET(self) -> None:
        path, query = self._path()
        if self.fake.broken == path:
            self._send(500, {})
        elif path == "/.well-known/openid-configuration":
            self._send(200, self.fake.description())
        elif path == "/userinfo":
            known = self.headers["Authorization"] == "Bearer s3cret-token"
            given = {"sub": self.fake.person.sub, **self.fake.person.claims}
            claims = {name: value for name, value in given.items() if value is not MISSING}
            self._send(200 if known else 401, claims)
        elif path == "/authorize":
            self._ask(query)
        elif path in ("/allow", "/deny"):
            self._answer(path, query)
        else:
            self._send(404, {})

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        flat = {name: values[0] for name, values in form.items()}
        if self.fake.broken == "/token":
            self._send(500, {})
        else:
            self._send(*self.fake.token(flat))

    def log_message(self, *_words: Any) -> None:
        pass

    def _path(self) -> tuple[str, dict[str, str]]:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        return url.path, query

    def _ask(self, query: dict[str, str]) -> None:
        self.fake.asked.append(query)
        links = [f'<a href="/{word}?{urlencode(query)}">{word}</a>' for word in ("allow", "deny")]
        page = f"<!doctype html><html lang=en><title>Club</title><h1>Club</h1>{links}"
        self._send(200, page.replace("&", "&amp;"))

    def _answer(self, path: str, query: dict[str, str]) -> None:
        code = secrets.token_hex(8)
        self.fake.codes[code] = query
        word = {"code": code} if path == "/allow" else {"error": "access_denied"}
        back = urlencode({**word, "state": query["state"]})
        self.send_response(302)
        self.send_header("Location", f"{query['redirect_uri']}?{back}")
        self.end_headers()

    def _send(self, status: int, body: dict[str, Any] | str) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        kind = "text/html" if isinstance(body, str) else "application/json"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())


@contextmanager
def fake_server() -> Iterator[FakeServer]:
    server = FakeServer()
    handler = type("HandlerOfServer", (Handler,), {"fake": server})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as listener:
        server.url = f"http://127.0.0.1:{listener.server_port}"
        thread = threading.Thread(target=listener.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        listener.shutdown()
        thread.join()


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_words: Any) -> None:
        return None


def press(client: Client, process: str = "login", **fields: str) -> Answer:
    """Press the button of the provider; return the page that leads there."""
    return client.post(f"/accounts/oidc/{ID}/login/", {"process": process, **fields})


def come_back(client: Client, page: Answer, word: str = "allow") -> Answer:
    """Follow the page to the provider, answer there, and return our answer to the way back."""
    found = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page.content.decode())
    assert found, page.content.decode()
    url = found[1].replace("&amp;", "&").replace("/authorize?", f"/{word}?")
    opener = build_opener(_NoRedirects)
    try:
        opener.open(url, timeout=5)
    except OSError as redirect:  # HTTPError: the redirect itself
        location = redirect.headers["Location"]  # type: ignore[attr-defined]
    parts = urlsplit(location)
    return client.get(f"{parts.path}?{parts.query}")
