"""Question to a service of breached passwords whether it knows a password.

It is the range query of Have I Been Pwned: the service gets five digits of the SHA-1, and answers
with all endings that it knows, padded so that the length of the answer says nothing. If it does
not answer in time, the password counts as unknown. No log line has any part of the hash.
"""

import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

import structlog

from accounts.passwords import folding

URL = "https://api.pwnedpasswords.com/range/"
SECONDS = 1.5  # for the whole answer, with the search for the host's address
LONGEST = 1_000_000  # bytes; answers have about 40,000
HEADERS = {"User-Agent": "Entente", "Add-Padding": "true"}

log = structlog.get_logger(__name__)


def is_breached(password: str, *, url: str = URL, seconds: float = SECONDS) -> bool:
    """Whether the service at `url` knows the password. False if it does not say so in time."""
    data = folding.normalize(password).encode()
    digest = hashlib.sha1(data, usedforsecurity=False).hexdigest().upper()
    # The timeout of a socket starts again with each byte, and looking up a name has none.
    question = _threads().submit(_endings, url, digest[:5], time.monotonic() + seconds)
    try:
        return digest[5:] in question.result(timeout=seconds)
    except (OSError, HTTPException, ValueError) as error:  # TimeoutError is an OSError
        question.cancel()
        log.warning("breached_passwords_unavailable", error=type(error).__name__)
        return False


@cache
def _threads() -> ThreadPoolExecutor:
    """Few threads: if the service hangs, further questions give up without being sent."""
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="breached-passwords")


def _endings(url: str, prefix: str, until: float) -> set[str]:
    """Return the endings of the known hashes that begin with `prefix`. Padding counts 0."""
    parts = urlsplit(url)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.netloc, timeout=max(0.05, until - time.monotonic()))
    try:
        connection.request("GET", parts.path + prefix, headers=HEADERS)
        with connection.getresponse() as response:
            if response.status != 200:
                raise ValueError(f"status {response.status}")
            text = b""
            while chunk := response.read1(65_536):
                text += chunk
                if len(text) > LONGEST or time.monotonic() > until:
                    raise TimeoutError
    finally:
        connection.close()
    lines = (line.partition(":") for line in text.decode("ascii").splitlines())
    return {ending.strip().upper() for ending, _colon, count in lines if int(count) > 0}
