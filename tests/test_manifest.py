"""The web app manifest."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

URL = "/manifest.webmanifest"


@pytest.fixture
def manifest() -> dict[str, Any]:
    found: dict[str, Any] = Client().get(URL).json()
    return found


def file(address: str) -> Path:
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str)
    return Path(found)


def colour(token: str) -> list[str]:
    """Return the value of a CSS colour token in the light and the dark theme."""
    found = re.search(
        rf"--{token}: light-dark\((#\w+), (#\w+)\)", file("css/tokens.css").read_text()
    )
    assert found
    return list(found.groups())


def test_pages_lead_to_the_manifest_and_their_policy_lets_it_in(db: None):
    page = Client().get("/accounts/login/")
    assert f'<link rel="manifest" href="{URL}">' in page.content.decode()
    assert "manifest-src 'self'" in page["Content-Security-Policy"]
    answer = Client().get(URL)
    assert answer["Content-Type"] == "application/manifest+json"
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_it_is_the_same_for_all_and_asked_for_anew(db: None):
    answer = Client(headers={"accept-language": "es"}).get(URL)
    assert answer.json() == Client().get(URL).json()
    assert answer["Cache-Control"] == "public, no-cache"
    assert not answer.has_header("Vary")
    assert not answer.cookies


def test_a_browser_has_all_it_needs_to_install_the_site(manifest: dict[str, Any]):
    assert manifest["name"]
    assert manifest["short_name"]
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/",
        "/",
    )
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_each_icon_is_there_and_as_large_as_it_says(manifest: dict[str, Any]):
    for icon in manifest["icons"]:
        drawn = file(icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert icon["sizes"] == "any"
            assert b'viewBox="0 0 64 64"' in drawn


def test_it_has_the_colours_of_the_site(manifest: dict[str, Any], db: None):
    assert manifest["theme_color"] == colour("bar")[0]
    assert manifest["background_color"] == colour("paper")[0]
    page = Client().get("/accounts/login/").content.decode()
    assert re.findall(r'<meta name="theme-color" [^>]*content="(#\w+)"', page) == colour("bar")
