"""Coarse names of devices, such as “Firefox on Android”, from what a browser says of itself.

No version and no model is kept: a person recognizes their own browsers without them, and nobody
could tell others apart by them.
"""

from django.utils.translation import gettext as _

# What the User-Agent header contains, and whose it is. The first match counts: most browsers also
# name those that they are built upon or resemble.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def parse(user_agent: str) -> tuple[str, str]:
    """Return the names of browser and system; "" for one that is not recognized."""
    return _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)


def name(browser: str, system: str) -> str:
    """Return a device's name in the active language."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown browser")


def _first(known: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((found for word, found in known if word in user_agent), "")
