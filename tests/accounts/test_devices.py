"""Names of devices, from what real browsers say of themselves."""

import pytest
from django.utils import translation

from accounts.devices import device_names

WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0",
            "Firefox on Android",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0",
            "Firefox on Linux",
        ),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {CHROME} Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {CHROME} Safari/537.36", "Chrome on ChromeOS"),
        (f"Mozilla/5.0 (Windows NT 10.0) {CHROME} Safari/537.36 Edg/142.0.0.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {CHROME} Safari/537.36 OPR/124.0", "Opera on Windows"),
        (
            f"Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 {CHROME} Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        (
            f"Mozilla/5.0 (Macintosh; Intel) {WEBKIT} Safari/605.1.15",
            "Safari on macOS",
        ),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS) {WEBKIT} Mobile Safari/604.1", "Safari on iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS) {WEBKIT} CriOS/142.0 Mobile Safari/604.1", "Chrome on iPad"),
        (f"Mozilla/5.0 (iPhone; CPU OS) {WEBKIT} FxiOS/145.0 Safari/605.1", "Firefox on iPhone"),
        ("Something (Windows NT 10.0)", "Windows"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
        ("<script>alert(1)</script>", "Unknown browser"),
    ],
)
def test_a_browser_is_named_as_its_owner_would(user_agent: str, name: str):
    with translation.override("en"):
        assert device_names.name(*device_names.parse(user_agent)) == name
