"""Digests of container images, asked of their registries (OCI distribution specification 1.1)."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from urllib.parse import urlencode, urlsplit

WITHIN = 10.0  # seconds for each answer
LONGEST_ANSWER = 1_000_000  # bytes of an answer that holds a token
# An image's name without a host means this registry.
DEFAULT_HOST = "registry-1.docker.io"
LOOPBACK = ("localhost", "127.0.0.1")
# Indexes first: a digest of one machine's manifest would shut the other machines out.
ACCEPTED = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)
REFERENCE = re.compile(
    r"""(?:(?P<host>localhost(?::\d+)?|[\w.-]+:\d+|[\w-]+(?:\.[\w-]+)+)/)?
        (?P<path>[a-z0-9]+(?:[._/-]+[a-z0-9]+)*)
        :(?P<tag>\w[\w.-]{0,127})
        (?:@(?P<digest>sha256:[0-9a-f]{64}))?""",
    re.VERBOSE | re.ASCII,
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
PARAMETER = re.compile(r'(\w+)="([^"]*)"')


class RegistryError(Exception):
    """The registry gives no digest; the message says why."""


@dataclass(frozen=True)
class Image:
    """An image's name with its tag, such as `postgres:17`."""

    host: str  # empty for the default registry
    path: str
    tag: str
    digest: str = ""

    def __str__(self) -> str:
        return "".join([f"{self.host}/" if self.host else "", self.path, ":", self.tag])

    @property
    def manifest(self) -> str:
        """The URL at which the registry has the image's index."""
        host = self.host or DEFAULT_HOST
        scheme = "http" if urlsplit(f"//{host}").hostname in LOOPBACK else "https"
        path = self.path if self.host or "/" in self.path else f"library/{self.path}"
        return f"{scheme}://{host}/v2/{path}/manifests/{self.tag}"


def parse(reference: str) -> Image | None:
    """Parse an image's name. None if it has no tag: it is built here, or is a stage of a build."""
    found = REFERENCE.fullmatch(reference)
    return found and Image(*(found[name] or "" for name in ("host", "path", "tag", "digest")))


def current_digest(image: Image) -> str:
    """Ask the registry for the digest that the tag has now. Raises `RegistryError`."""
    accept = {"Accept": ", ".join(ACCEPTED)}
    try:
        try:
            answer = _head(image.manifest, accept)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 401:
                raise
            token = _token(refusal.headers.get("WWW-Authenticate", ""))
            answer = _head(image.manifest, accept | {"Authorization": f"Bearer {token}"})
    except urllib.error.HTTPError as refusal:
        raise RegistryError(f"its registry answers {refusal.code}") from None
    except (OSError, HTTPException) as error:
        raise RegistryError("its registry does not answer") from error
    digest = answer.get("Docker-Content-Digest", "")
    if not DIGEST.fullmatch(digest):
        raise RegistryError("its registry names no digest")
    return digest


def token_url(challenge: str) -> str:
    """Return the URL that a registry's `WWW-Authenticate` names. Raises `RegistryError`."""
    scheme, _space, rest = challenge.partition(" ")
    named = dict(PARAMETER.findall(rest))
    realm = urlsplit(named.pop("realm", ""))
    if scheme.lower() != "bearer" or not _is_safe(realm.scheme, realm.hostname):
        raise RegistryError("its registry asks for a sign-in that is not supported")
    asked = {name: named[name] for name in ("service", "scope") if name in named}
    return f"{realm.geturl()}?{urlencode(asked)}"


def _is_safe(scheme: str, host: str | None) -> bool:
    return scheme == "https" or (scheme == "http" and host in LOOPBACK)


def _head(url: str, headers: Mapping[str, str]) -> HTTPMessage:
    request = urllib.request.Request(url, headers=dict(headers), method="HEAD")  # noqa: S310
    with urllib.request.urlopen(request, timeout=WITHIN) as answer:  # noqa: S310 - https, or loopback
        headers_received: HTTPMessage = answer.headers
        return headers_received


def _token(challenge: str) -> str:
    """Return a token for reading, which registries give to everybody."""
    with urllib.request.urlopen(token_url(challenge), timeout=WITHIN) as answer:  # noqa: S310
        body = answer.read(LONGEST_ANSWER)
    try:
        given = json.loads(body)
        token = given.get("token") or given["access_token"]
    except (ValueError, LookupError, AttributeError):
        raise RegistryError("its registry gives no token") from None
    if not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]+", token):
        raise RegistryError("its registry gives no token")
    return token
