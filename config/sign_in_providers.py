"""Providers of accounts elsewhere with which people may sign in: those that the variables set up.

Without any of the variables no provider is installed, so that none can be reached.
"""

from typing import Any
from urllib.parse import urlsplit

from . import env, site_address

OPENID_CONNECT = "openid_connect"
OTHERS = ("discord", "google")
LONGEST_NAME = 40  # of a button


def configured() -> dict[str, Any]:
    """Return allauth's SOCIALACCOUNT_PROVIDERS."""
    providers: dict[str, Any] = {}
    discord = _credentials(
        "ENTENTE_DISCORD",
        env.text("ENTENTE_DISCORD_CLIENT_ID"),
        env.secret("ENTENTE_DISCORD_SECRET"),
    )
    google = _credentials(
        "ENTENTE_GOOGLE",
        env.text("ENTENTE_GOOGLE_CLIENT_ID"),
        env.secret("ENTENTE_GOOGLE_SECRET"),
    )
    settings = _app_settings(trusted_addresses=True)
    if discord:
        providers["discord"] = {"APPS": [{"name": "Discord", **discord, "settings": settings}]}
    if google:
        providers["google"] = {"APPS": [{"name": "Google", **google, "settings": settings}]}
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
    issuer = env.text("ENTENTE_OIDC_URL").removesuffix("/.well-known/openid-configuration")
    url = issuer.rstrip("/")
    name = env.text("ENTENTE_OIDC_NAME", "OpenID Connect")
    trusted = env.flag("ENTENTE_OIDC_TRUST_ADDRESSES", default=False)
    credentials = _credentials(
        "ENTENTE_OIDC", env.text("ENTENTE_OIDC_CLIENT_ID"), env.secret("ENTENTE_OIDC_SECRET")
    )
    if not url:
        if credentials:
            env.refuse("ENTENTE_OIDC_URL", "is not set, and ENTENTE_OIDC_CLIENT_ID needs it")
        return {}
    if not credentials:
        env.refuse("ENTENTE_OIDC_CLIENT_ID", "is not set, and ENTENTE_OIDC_URL needs it")
    if len(name) > LONGEST_NAME:
        env.refuse("ENTENTE_OIDC_NAME", f"is longer than {LONGEST_NAME} characters")
    provider_id = _id_of("ENTENTE_OIDC_URL", url)
    settings = {
        **_app_settings(trusted_addresses=trusted),
        "server_url": url,
        # A token must name the server that was set up, whatever the server's description says.
        "openid_configuration_overrides": {"issuer": issuer},
    }
    return {"provider_id": provider_id, "name": name, **credentials, "settings": settings}


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
    named = f"{server.netloc}{server.path}"
    provider_id = "".join(c if c.isalnum() or c in ".-_" else "-" for c in named)
    return f"{provider_id}-" if provider_id in OTHERS else provider_id


def _credentials(prefix: str, client_id: str, secret: str) -> dict[str, str]:
    """Return what identifies this site to a provider, or {} if nothing is set."""
    if client_id and not secret:
        env.refuse(f"{prefix}_SECRET", f"is not set, and {prefix}_CLIENT_ID needs it")
    if secret and not client_id:
        env.refuse(f"{prefix}_CLIENT_ID", f"is not set, and {prefix}_SECRET needs it")
    return {"client_id": client_id, "secret": secret} if client_id else {}


def _app_settings(*, trusted_addresses: bool) -> dict[str, bool]:
    """Return allauth's settings of an app, and whether we believe its “verified” addresses."""
    return {"oauth_pkce_enabled": True, "trusted_addresses": trusted_addresses}
