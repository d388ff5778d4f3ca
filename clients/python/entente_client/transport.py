"""Requests to the API of a site: their repetition, the pages of lists, and refusals."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from typing import IO, Any, Literal, TypeVar, cast
from urllib.parse import quote, urlencode

VERSION = "1.0"
BASE = "/api/v1"
AGAIN = (429, 503)
PAGE = 100  # items that one request of a list asks for
T = TypeVar("T")
Reader = Callable[[int, bytes], Any]  # of the status and content of an answer
Language = Literal["en", "es", "it", "bg"]


class ApiError(Exception):
    """A request that the site refused.

    `status` and `code` are for programs, `sentence` is for people. `field` names the part of the
    request that is wrong, if one is. `retry_after` is in seconds; None if no time was told.
    `problem` is the whole answer: it may have `open_phase`, `errors`, or the `lines` of a sheet.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.sentence: str = problem.get("detail", f"The site answered with status {status}.")
        self.field: str | None = problem.get("field")
        self.retry_after = retry_after
        self.problem = dict(problem)
        super().__init__(f"{status} {self.code}: {self.sentence}")


@dataclass(frozen=True)
class Answer:
    headers: Message
    body: Any  # None if it is the one that the program has already


class Requests:
    """Requests as the owner of `key`; `Client` says what the arguments mean.

    The classes of methods, one for each subject, are based on it.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        language: Language | None = None,
        timeout: float = 30,
        patience: float = 90,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not url.startswith(("https://", "http://")):
            raise ValueError(f"the address of a site begins with https://, unlike {url!r}")
        self.url = url.rstrip("/").removesuffix(BASE)
        self.timeout, self.patience, self._sleep = timeout, patience, sleep
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "User-Agent": f"entente-client/{VERSION}",
        }
        if language is not None:
            self._headers["Accept-Language"] = language
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _read(self, _kind: type[T], path: str) -> T:
        return cast("T", self._ask("GET", path).body)

    def _read_bytes(self, path: str) -> bytes:
        return cast("bytes", self._ask("GET", path, read=_as_it_is).body)

    def _write(
        self, _kind: type[T], method: str, path: str, body: Mapping[str, Any], key: str = ""
    ) -> T:
        headers = {"Idempotency-Key": key} if key else {}
        return cast("T", self._ask(method, path, body=body, headers=headers).body)

    def _act(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, **more: bool
    ) -> str:
        """Send what is answered by a sentence, and return it."""
        done = self._ask(method, path, body=None if body is None else {**body, **more}).body
        return cast("str", done["message"])

    def _list(
        self, _kind: type[T], name: str, path: str, query: Mapping[str, str] | None = None
    ) -> Iterator[T]:
        """The items of all pages of a list; `name` is the field of a page that has them."""
        asked = {"limit": str(PAGE), **(query or {})}
        while True:
            page = self._ask("GET", f"{path}?{urlencode(asked)}").body
            yield from page[name]
            if page["next_cursor"] is None:
                return
            asked["cursor"] = page["next_cursor"]

    def _ask(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        read: Reader | None = None,
    ) -> Answer:
        """Send a request. Reads that the site puts off are sent again at the time that it tells."""
        content = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, **(headers or {})}
        if content is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}{BASE}{path}", content, sent, method=method)
        patience = self.patience
        while True:
            try:
                return self._send(request, read or _json)
            except ApiError as error:
                wait = error.retry_after if method == "GET" and error.status in AGAIN else None
                if wait is None or wait > patience:
                    raise
            patience -= max(wait, 1)
            self._sleep(wait)

    def _send(self, request: urllib.request.Request, read: Reader) -> Answer:
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return Answer(answer.headers, read(answer.status, answer.read()))
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304:
                    return Answer(error.headers, None)
                raise ApiError(error.code, _problem(error), _seconds(error.headers)) from None
        except HTTPException as error:
            raise ConnectionError(f"the answer broke off: {error!r}") from error


def path_of(*parts: str) -> str:
    """The path of an address of the API, from its parts as they are."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def query_of(**values: str | None) -> str:
    """The question of an address with the values that are given."""
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would send the key to another address."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str,
        headers: Message, newurl: str,
    ) -> None:  # fmt: skip
        return None


def _as_it_is(_status: int, content: bytes) -> bytes:
    return content


def _json(status: int, content: bytes) -> Any:
    """The value of an answer. Raises `ApiError` for another page, such as one of a proxy."""
    try:
        return json.loads(content)
    except ValueError:
        raise ApiError(status, {}, None) from None


def _problem(error: urllib.error.HTTPError) -> dict[str, Any]:
    """The problem in a refusal; empty if something else answered, such as a proxy."""
    try:
        found = json.load(error)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _seconds(headers: Message) -> float | None:
    told = headers.get("Retry-After", "")
    return float(told) if told.isdecimal() else None
