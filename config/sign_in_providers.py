"""Providers of accounts elsewhere with which people may sign in: those that the variables set up.

Without any of the variables no provider is installed, so that none can be reached.
"""

from typing import Any
from urllib.parse import urlsplit

from . import env, site_address

# The last part of the names of allauth's apps, and the names that the sign-in page shows.
NAMED = {"discord": "Discord", "google": "Google"}
OPENID_CONNECT = "openid_connect"


def configured() -> dict[str, Any]:
    """Return allauth's SOCIALACCOUNT_PROVIDERS."""
    providers: dict[str, Any] = {}
    for provider, name in NAMED.items():
        if credentials := _credentials(f"ENTENTE_{provider.upper()}"):
            app = {"name": name, **credentials, "settings": _app_settings(trusted_addresses=True)}
            providers[provider] = {"APPS": [app]}
    if server := _openid_connect():
        providers[OPENID_CONNECT] = {"APPS": [server]}
    return providers


def apps(providers: dict[str, Any]) -> list[str]:
    """Return the apps of allauth that `providers` need."""
    return [f"allauth.socialaccount.providers.{provider}" for provider in providers]


def _openid_connect() -> dict[str, Any]:
    """Return the app of an OpenID Connect server, or {} without one.

    Its id is made from its address: a link to an account must not lead to the account with the same
    number on another server.
    """
    prefix = "ENTENTE_OIDC"
    url = env.text(f"{prefix}_URL").rstrip("/")
    name = env.text(f"{prefix}_NAME", "OpenID Connect")
    trusted = env.flag(f"{prefix}_TRUST_ADDRESSES", default=False)
    credentials = _credentials(prefix)
    if not url:
        if credentials:
            env.refuse(f"{prefix}_URL", f"is not set, and {prefix}_CLIENT_ID needs it")
        return {}
    if not credentials:
        env.refuse(f"{prefix}_CLIENT_ID", f"is not set, and {prefix}_URL needs it")
    if len(name) > 40:
        env.refuse(f"{prefix}_NAME", "is longer than 40 characters")
    settings = {**_app_settings(trusted_addresses=trusted), "server_url": url}
    return {"provider_id": _id_of(f"{prefix}_URL", url), "name": name, **credentials} | {
        "settings": settings
    }


def _id_of(variable: str, url: str) -> str:
    """Return host and path of a server as one part of a path: `id.example.org-realms-games`."""
    try:
        server = urlsplit(url)
        _ = server.port
    except ValueError:
        env.refuse(variable, "is not a URL")
    host = server.hostname or ""
    if server.scheme != "https" and not (
        server.scheme == "http" and host and site_address.is_loopback(host)
    ):
        env.refuse(variable, "does not begin with https://")
    if not host or server.username or server.query or server.fragment:
        env.refuse(variable, "is not of the form https://host/path")
    named = f"{server.netloc}{server.path}".replace("/.well-known/openid-configuration", "")
    provider_id = "".join(c if c.isalnum() or c in ".-_" else "-" for c in named)
    return f"{provider_id}-" if provider_id in NAMED else provider_id


def _credentials(prefix: str) -> dict[str, str]:
    """Return what identifies this site to a provider, or {} if nothing is set."""
    client_id, secret = env.text(f"{prefix}_CLIENT_ID"), env.secret(f"{prefix}_SECRET")
    if client_id and not secret:
        env.refuse(f"{prefix}_SECRET", f"is not set, and {prefix}_CLIENT_ID needs it")
    if secret and not client_id:
        env.refuse(f"{prefix}_CLIENT_ID", f"is not set, and {prefix}_SECRET needs it")
    return {"client_id": client_id, "secret": secret} if client_id else {}


def _app_settings(*, trusted_addresses: bool) -> dict[str, bool]:
    """Return allauth's settings of an app, and whether we believe its “verified” addresses."""
    return {"oauth_pkce_enabled": True, "trusted_addresses": trusted_addresses}
