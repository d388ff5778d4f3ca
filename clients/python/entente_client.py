"""Client of the API of an Entente site, for Python 3.11 and later; needs nothing else.

    client = Client("https://entente.example", key)
    for game in client.games(mine=True):
        print(game["title"], game["phase"], game["due_at"])

Answers are dictionaries, whose fields are in `entente_types.py`. Moments in them are texts such as
`2027-03-01T18:00:00Z`, which `datetime.fromisoformat` reads.

Each method raises `ApiError` if the site refuses the request, and `OSError` if it does not answer.
"""

import datetime as dt
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import IO, Any, Literal, cast
from urllib.parse import urlencode

import entente_types as types
from entente_community import CommunityMethods
from entente_lobby import LobbyMethods, T, path_of

VERSION = "1.0"
AGAIN = (429, 503)
PAGE = 100  # items that one request of a list asks for
SHORTEST, LONGEST = 5.0, 60.0  # seconds from one look at the news to the next
_path = path_of
Reader = Callable[[int, bytes], Any]  # of the status and content of an answer
Language = Literal["en", "es", "it", "bg"]
ListedStatus = Literal["lobby", "running", "playing", "paused", "aside", "finished", "expired"]


@dataclass(frozen=True)
class News:
    """News of your unfinished games. `games` is None if the answer is a 304.

    Ask again after `wait` seconds.
    """

    games: list[types.GameNews] | None
    etag: str
    wait: float


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


class Client(LobbyMethods, CommunityMethods):
    """The API as the owner of `key`.

    `url` is the address of the site, without a path. Sentences come in `language`; without one, in
    that of the owner. Reads that the site puts off are sent again at the time that it tells, if
    this is at most `patience` seconds away; writes never are. `timeout` is in seconds.
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
        self.url = url.rstrip("/")
        self.timeout, self.patience, self._sleep = timeout, patience, sleep
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "User-Agent": f"entente-client/{VERSION}",
        }
        if language is not None:
            self._headers["Accept-Language"] = language
        self._pause = LONGEST
        self._opener = urllib.request.build_opener(_NoRedirects)

    # The owner of the key

    def me(self) -> types.Me:
        """Your name and preferences, and what the key may do."""
        return self._read(types.Me, "/me")

    def settings(self) -> types.Settings:
        """Your settings and your choices of notifications."""
        return self._read(types.Settings, "/me/settings")

    def change_settings(self, **changes: Any) -> types.Settings:
        """Change the given fields of your settings, such as `language="es"`. Returns all."""
        return self._write(types.Settings, "PATCH", "/me/settings", changes)

    def profile(self) -> types.OwnProfile:
        """Your own profile, and who can see it."""
        return self._read(types.OwnProfile, "/me/profile")

    def change_profile(self, **changes: Any) -> types.OwnProfile:
        """Change the given fields of your profile, such as `about="…"`. Returns all."""
        return self._write(types.OwnProfile, "PATCH", "/me/profile", changes)

    def person(self, name: str, *, cursor: str | None = None) -> types.Person:
        """The profile of somebody as you may see it; `cursor` leads to earlier games."""
        query = f"?{urlencode({'cursor': cursor})}" if cursor else ""
        return self._read(types.Person, _path("people", name) + query)

    def notifications(self) -> list[types.Notification]:
        """Your newest notifications, the newest first."""
        return self._read(types.NotificationList, "/me/notifications")["notifications"]

    def news(self, etag: str | None = None) -> News:
        """A state for each of your games, which changes when you can see more.

        `etag` comes from the last answer; if it still matches, `games` is None. Ask again
        after `wait` seconds, not sooner.
        """
        answer = self._ask("GET", "/news", headers={"If-None-Match": etag} if etag else {})
        found = cast("types.News | None", answer.body)
        if found is not None:
            self._pause = _seconds_until(found["next_look_at"], answer.headers)
        return News(found and found["games"], answer.headers["ETag"], self._pause)

    # Games and phases

    def games(
        self,
        *,
        status: ListedStatus | None = None,
        press: Literal["full", "rulebook", "public", "none"] | None = None,
        language: Language | None = None,
        mine: bool = False,
        free_seats: bool = False,
    ) -> Iterator[types.GameLine]:
        """The games that you may see, the newest first. Further pages are read when needed.

        `mine` leaves only games that you play or master, `free_seats` those with a seat for you.
        The status `running` is `playing`, `paused` or `aside`.
        """
        wanted: dict[str, str | None] = {"status": status, "press": press, "language": language}
        flags = {"mine": mine, "free_seats": free_seats}
        query: dict[str, str] = {name: value for name, value in wanted.items() if value is not None}
        query |= {name: "true" for name, value in flags.items() if value}
        yield from self._list(types.GameLine, "games", "/games", query)

    def game(self, slug: str) -> types.Game:
        """A game with its settings, powers and clock."""
        return self._read(types.Game, _path("games", slug))

    def map(self, slug: str) -> list[types.Province]:
        """The provinces of the board of a game, and where units may move."""
        return self._read(types.Map, _path("games", slug, "map"))["provinces"]

    def phases(self, slug: str) -> list[types.PhaseLine]:
        """The phases of a game, in the order of play."""
        return self._read(types.PhaseList, _path("games", slug, "phases"))["phases"]

    def phase(self, slug: str, code: str) -> types.Phase:
        """The position of a phase such as `F1901M` and, once it is resolved, its results."""
        return self._read(types.Phase, _path("games", slug, "phases", code))

    def picture(
        self,
        slug: str,
        code: str,
        kind: Literal["svg", "png"] = "svg",
        *,
        theme: Literal["light", "dark", "contrast"] = "light",
        orders: bool = True,
    ) -> bytes:
        """The map of a phase as a picture, with its orders once everyone may read them."""
        query = urlencode({"theme": theme, "orders": str(orders).lower()})
        path = _path("games", slug, "phases", code, f"map.{kind}")
        return cast("bytes", self._ask("GET", f"{path}?{query}", read=_as_it_is).body)

    def make_animation(self, slug: str) -> str:
        """Have the moving picture of a finished game drawn. Returns a sentence."""
        return self._act("POST", _path("games", slug, "animation"), {})

    def animation(self, slug: str) -> bytes:
        """The moving picture of a finished game, as WebP. 404 before it is drawn."""
        path = _path("games", slug, "animation")
        return cast("bytes", self._ask("GET", path, read=_as_it_is).body)

    def archive(self, slug: str) -> bytes:
        """The ZIP of a game that has begun: a document, pages and maps."""
        content = self._ask("GET", _path("games", slug, "archive"), read=_as_it_is).body
        return cast("bytes", content)

    # Orders of your powers: 404 for the power of somebody else

    def legal_orders(self, slug: str, power: str) -> types.LegalOrders:
        """Each unit of a power of yours with all orders that it may get in the open phase."""
        return self._read(types.LegalOrders, _path("games", slug, "seats", power, "legal-orders"))

    def orders(self, slug: str, power: str) -> types.Orders:
        """The stored orders of a power of yours in the open phase."""
        return self._read(types.Orders, _path("games", slug, "seats", power, "orders"))

    def save_orders(
        self,
        slug: str,
        power: str,
        phase: str,
        orders: list[str] | str,
        *,
        language: Language | None = None,
        answers: Mapping[str, str] | None = None,
        seen: str | None = None,
        check: bool = False,
    ) -> types.Saved:
        """Replace the orders of a power of yours. They count: there are no drafts.

        `orders` is a list of canonical orders, of which all or none are saved, or a text in the
        notation of `language`, whose good lines are saved in any case. `answers` has the order
        that is meant in each province where a line was doubtful. With `seen`, a receipt, orders
        that were saved since are not overwritten. With `check` nothing is saved.

        Raises `ApiError`: 409 if `phase` is over, its `problem["open_phase"]` takes orders now; 422
        for orders that can't be taken, explained in its `problem["lines"]`.
        """
        sheet: dict[str, Any] = {"phase": phase, "check": check, "answers": dict(answers or {})}
        sheet["text" if isinstance(orders, str) else "orders"] = orders
        sheet |= {"language": language, "seen": seen}
        return self._write(
            types.Saved, "PUT", _path("games", slug, "seats", power, "orders"), sheet
        )

    def set_ready(
        self, slug: str, power: str, phase: str, *, ready: bool = True
    ) -> types.ReadySeat:
        """Say that a power of yours is ready, or no longer is: `phase` ends once all are."""
        said = {"phase": phase, "ready": ready}
        return self._write(
            types.ReadySeat, "PUT", _path("games", slug, "seats", power, "ready"), said
        )

    # Votes

    def votes(self, slug: str) -> types.VoteList:
        """The undecided votes of the open phase, and what can be proposed."""
        return self._read(types.VoteList, _path("games", slug, "votes"))

    def propose_vote(
        self,
        slug: str,
        power: str,
        kind: Literal["extend", "pause", "resume", "draw", "concede"],
        *,
        days: int | None = None,
        winner: str | None = None,
        sharers: list[str] | None = None,
        confirmed: bool = False,
    ) -> types.Vote:
        """Propose a vote; `power` votes for it at once. The same proposal twice makes one vote.

        `days` are needed to extend or pause, `winner` to concede. Without `sharers` all survivors
        share a draw. `confirmed` agrees that your vote may end the game at once.
        """
        proposal: dict[str, Any] = {"power": power, "kind": kind, "days": days, "winner": winner}
        proposal |= {"sharers": sharers or [], "confirmed": confirmed}
        return self._write(types.Vote, "POST", _path("games", slug, "votes"), proposal)

    def cast_vote(
        self, slug: str, vote: str, power: str, *, in_favour: bool, confirmed: bool = False
    ) -> str:
        """Vote, or change your vote. Returns a sentence."""
        ballot = {"power": power, "in_favour": in_favour, "confirmed": confirmed}
        return self._write(types.Done, "PUT", _path("games", slug, "votes", vote), ballot)[
            "message"
        ]

    def withdraw_vote(self, slug: str, vote: str, power: str) -> str:
        """Withdraw a proposal of `power`. Returns a sentence."""
        path = _path("games", slug, "votes", vote, "withdraw")
        return self._write(types.Done, "POST", path, {"power": power})["message"]

    def propose_house_rules(
        self, slug: str, *, house_rules: str | None = None, rules: Mapping[str, str] | None = None
    ) -> str:
        """Propose new house rules as a player, while no game master can act."""
        wanted = {"house_rules": house_rules, "rules": dict(rules or {})}
        return self._act("POST", _path("games", slug, "amendment"), wanted)

    # Press

    def threads(self, slug: str) -> list[types.Thread]:
        """The threads in which you may read a message."""
        return self._read(types.ThreadList, _path("games", slug, "threads"))["threads"]

    def messages(self, slug: str, thread: str) -> Iterator[types.Message]:
        """The messages of a thread such as `public` or `FRANCE.GERMANY`, the newest first.

        Further pages are read when needed. Nothing is marked as read.
        """
        yield from self._list(
            types.Message, "messages", _path("games", slug, "threads", thread, "messages")
        )

    def send_message(
        self,
        slug: str,
        thread: str,
        text: str,
        *,
        sender: str | None = None,
        unsigned: bool = False,
        title: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.Sent:
        """Send a message. `sender` is one of your powers or `master`, needed if you have several.

        Sent again with the same `idempotency_key` it is one message. Give one of your own if you
        repeat the call after a failure; otherwise each call has a new one.
        """
        sent = {"text": text, "sender": sender, "unsigned": unsigned, "title": title}
        path = _path("games", slug, "threads", thread, "messages")
        return self._write(types.Sent, "POST", path, sent, idempotency_key or str(uuid.uuid4()))

    def member_proposals(self, slug: str, thread: str) -> types.MemberProposals:
        """Proposals to add a power to a thread with a title, and the powers that you could add."""
        return self._read(types.MemberProposals, _path("games", slug, "threads", thread, "members"))

    def propose_member(
        self,
        slug: str,
        thread: str,
        newcomer: str,
        text: str,
        *,
        power: str | None = None,
        with_past: bool = False,
    ) -> types.MemberProposal:
        """Propose to add a power; `text` is what it reads first, once everyone accepts."""
        wanted = {"newcomer": newcomer, "text": text, "power": power, "with_past": with_past}
        path = _path("games", slug, "threads", thread, "members")
        return self._write(types.MemberProposal, "POST", path, wanted)

    def answer_member_proposal(
        self, slug: str, thread: str, key: str, power: str, *, agrees: bool
    ) -> str:
        """Accept or decline a proposal for a power of yours. Returns a sentence."""
        path = _path("games", slug, "threads", thread, "members", key)
        return self._act("PUT", path, {"power": power}, agrees=agrees)

    def bot_proposals(self, slug: str, thread: str) -> types.BotProposals:
        """Proposals that you can make to the bot of a thread in a practice game with press."""
        return self._read(
            types.BotProposals, _path("games", slug, "threads", thread, "bot-proposals")
        )

    def propose_to_bot(
        self,
        slug: str,
        thread: str,
        kind: Literal["peace", "support", "demilitarise"],
        *,
        order: str | None = None,
        province: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.Sent:
        """Propose something to a bot. `order` is its support, `province` the one to keep free."""
        wanted = {"kind": kind, "order": order, "province": province}
        path = _path("games", slug, "threads", thread, "bot-proposals")
        return self._write(types.Sent, "POST", path, wanted, idempotency_key or str(uuid.uuid4()))

    def drafts(self, slug: str) -> list[types.Draft]:
        """Your unsent messages in a game, the newest first."""
        return self._read(types.DraftList, _path("games", slug, "drafts"))["drafts"]

    def save_draft(
        self,
        slug: str,
        thread: str,
        text: str,
        *,
        sender: str | None = None,
        unsigned: bool = False,
        title: str | None = None,
        seen: str = "",
    ) -> types.SavedDraft:
        """Replace your draft in a thread; without text it is deleted. Nothing is sent.

        With a `title`, which may be empty, it is that of the first message of a new thread. `seen`
        is the version that you know: another text is returned as `replaced`. A draft of the game
        master also needs a key with the scope `master`.
        """
        typed = {"text": text, "sender": sender, "unsigned": unsigned, "title": title, "seen": seen}
        path = _path("games", slug, "threads", thread, "draft")
        return self._write(types.SavedDraft, "PUT", path, typed)

    def delete_draft(self, slug: str, thread: str, *, titled: bool = False) -> str:
        """Delete your draft in a thread, or that for a new thread. Returns a sentence."""
        query = "?titled=true" if titled else ""
        return self._act("DELETE", _path("games", slug, "threads", thread, "draft") + query)

    def mark_read(self, slug: str, thread: str, message: str) -> str:
        """Say that you have read a thread up to the message with this key. Returns a sentence."""
        path = _path("games", slug, "threads", thread, "read")
        return self._act("PUT", path, {"message": message})

    def mute(self, slug: str, message: str, *, muted: bool = True) -> str:
        """Mute the power that signed a message, or unmute it. Returns a sentence."""
        return self._act("PUT", _path("games", slug, "messages", message, "mute"), {}, muted=muted)

    def report_message(
        self, slug: str, message: str, reason: str, *, confirmed: bool = False
    ) -> str:
        """Report a message. Without `confirmed`, who is told of it is refused first."""
        path = _path("games", slug, "messages", message, "report")
        return self._act("POST", path, {"reason": reason}, confirmed=confirmed)

    # Requests

    def _read(self, _kind: type[T], path: str) -> T:
        return cast("T", self._ask("GET", path).body)

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
        return cast("types.Done", done)["message"]

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
    ) -> "_Answer":
        content = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, **(headers or {})}
        if content is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}/api/v1{path}", content, sent, method=method)
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

    def _send(self, request: urllib.request.Request, read: Reader) -> "_Answer":
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return _Answer(answer.headers, read(answer.status, answer.read()))
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304:
                    return _Answer(error.headers, None)
                raise ApiError(error.code, _problem(error), _seconds(error.headers)) from None
        except HTTPException as error:
            raise ConnectionError(f"the answer broke off: {error!r}") from error


@dataclass(frozen=True)
class _Answer:
    headers: Message
    body: Any  # None if it is the one that the program has already


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


def _seconds_until(moment: str, headers: Message) -> float:
    """The seconds from the answer to `moment`, by the clock of the site."""
    answered = parsedate_to_datetime(headers["Date"])
    told = (dt.datetime.fromisoformat(moment) - answered).total_seconds()
    return min(max(told, SHORTEST), LONGEST)
