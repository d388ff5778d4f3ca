"""Client of the API for game masters: the methods of `entente_client`, and those to run a game.

    client = MasterClient("https://entente.example", key)
    read = client.master("the-balkan-table")
    client.extend("the-balkan-table", seen=read["time"]["deadline"], days=2)

The key needs the scope `master`. Moments are texts with a zone, such as `2027-03-01T18:00:00Z`.
`seen` is the deadline that the program knows: an act that is sent twice is refused. Acts on the
clock return the new one, whose `deadline` is the next `seen`.

Acts that the site asks about need `confirmed=True`. Without it, they raise `ApiError` with the code
`needs_confirmation`, whose sentence has the consequences. Those that end a game, or undo its end,
also need the `phase` of that problem. Methods without an answer of their own return a sentence.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import entente_types as types
from entente_client import Client, _path


class MasterClient(Client):
    """The API as a game master, the owner of `key`."""

    def master(self, slug: str) -> types.Master:
        """The clock of a game, each power and its player, and what can be done now."""
        return self._read(types.Master, _path("games", slug, "master"))

    def open_game(
        self,
        title: str,
        *,
        role: Literal["master", "player"] = "master",
        pace: Literal["weekly", "two_days", "daily", "live"] = "weekly",
        idempotency_key: str | None = None,
        **terms: Any,
    ) -> types.Game:
        """Open a game. `terms` are the other fields of `NewGame` in the description of the API.

        With `deadlines` among them, `pace` does not count. Sent again with the same
        `idempotency_key` it is one game. The role `player` also needs a key with the scope
        `account`.
        """
        wanted = {"title": title, "role": role, "pace": pace, **terms}
        if wanted.get("deadlines") is not None:
            del wanted["pace"]
        key = idempotency_key or str(uuid.uuid4())
        return self._write(types.Game, "POST", "/games", wanted, key)

    def take_over(
        self,
        title: str,
        position: str,
        *,
        check: bool = False,
        idempotency_key: str | None = None,
        **terms: Any,
    ) -> types.TakenOver:
        """Go on with a game from elsewhere. `terms` are as for `open_game`, but for its lobby.

        With `check` the position is only read. Raises `ApiError` for lines that can't be read; its
        `problem["lines"]` has them.
        """
        wanted = {"position": position, "check": check, "game": {"title": title, **terms}}
        key = idempotency_key or str(uuid.uuid4())
        return self._write(types.TakenOver, "POST", "/take-over", wanted, key)

    # The clock

    def extend(
        self,
        slug: str,
        *,
        seen: str,
        to: str | None = None,
        days: int | None = None,
        hours: int | None = None,
        reason: str = "",
    ) -> types.Clock:
        """Extend the deadline to a moment or by a length; without either, to the next date."""
        wanted = {"to": to, "days": days, "hours": hours}
        return self._set_clock(slug, "extend", seen=seen, reason=reason, **wanted)

    def shorten(self, slug: str, *, seen: str, to: str, reason: str = "") -> types.Clock:
        """Undo an extension, or a part of it: not before `earliest_deadline` of `master`."""
        return self._set_clock(slug, "shorten", seen=seen, to=to, reason=reason)

    def pause(self, slug: str, *, seen: str, until: str, reason: str = "") -> types.Clock:
        """Stop the clock until a moment."""
        return self._set_clock(slug, "pause", seen=seen, until=until, reason=reason)

    def resume(self, slug: str) -> types.Clock:
        """Start the clock of a paused game."""
        return self._set_clock(slug, "resume")

    def process(
        self, slug: str, *, seen: str, confirmed: Sequence[str] | None = None, reason: str = ""
    ) -> str:
        """End the phase at once.

        `confirmed` are the codes of the `consequences` in the problem that comes without it.
        """
        codes = None if confirmed is None else list(confirmed)
        return self._run(slug, "process", seen=seen, confirmed=codes, reason=reason)

    def restart(self, slug: str) -> str:
        """Start the clock of a game that was stopped by an error."""
        return self._run(slug, "restart")

    # The lobby

    def give_powers(
        self,
        slug: str,
        powers: Mapping[str, str | None] | None = None,
        *,
        declared: Mapping[str, str | None] | None = None,
        rest_at_random: bool = False,
        begin: bool = False,
    ) -> str:
        """Give powers by the names of their players, and begin the game.

        `declared` are those of players without an account.
        """
        given = {"powers": dict(powers or {}), "declared": dict(declared or {})}
        return self._run(slug, "powers", **given, rest_at_random=rest_at_random, begin=begin)

    def remove_from_lobby(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Take a person out of the lobby."""
        return self._run(slug, "remove", name=name, confirmed=confirmed)

    def renew_invitation(self, slug: str, *, confirmed: bool = False) -> str:
        """Make a new invitation link. The earlier one stops working."""
        return self._run(slug, "invitation", confirmed=confirmed)

    def delete_game(self, slug: str, *, reason: str = "", confirmed: bool = False) -> str:
        """Cancel a game that has not begun."""
        return self._run(slug, "delete", reason=reason, confirmed=confirmed)

    def assign_powers(self, slug: str, *, confirmed: bool = False) -> str:
        """Assign the powers yourself, instead of chance or wishes."""
        return self._run(slug, "assign", confirmed=confirmed)

    def withdraw_from_lobby(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Withdraw the invitation of a person to a lobby, whoever sent it."""
        return self._run(slug, "invitations", "withdraw", name=name, confirmed=confirmed)

    # Players without an account

    def declare_in_lobby(
        self, slug: str, name: str, *, email: str = "", confirmed: bool = False
    ) -> str:
        """Give a place in a lobby to a player without an account."""
        return self._run(slug, "declare", name=name, email=email, confirmed=confirmed)

    def remove_declared(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Take a player without an account out of a lobby."""
        return self._run(slug, "declare", "remove", name=name, confirmed=confirmed)

    def declared(self, slug: str, power: str) -> types.Declared:
        """The name and the address of the player without an account who plays a power."""
        path = _path("games", slug, "master", "seats", power, "declared")
        return self._read(types.Declared, path)

    def declare(
        self, slug: str, power: str, name: str, *, email: str = "", confirmed: bool = False
    ) -> str:
        """Give an open seat to a player without an account."""
        wanted = {"name": name, "email": email}
        return self._run(slug, "seats", power, "declare", **wanted, confirmed=confirmed)

    def change_declared(self, slug: str, power: str, *, name: str, email: str) -> str:
        """Change name and address of a player without an account."""
        return self._run(slug, "seats", power, "declared", name=name, email=email)

    def undeclare(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Take the seat from a player without an account: it is in civil disorder then."""
        return self._run(slug, "seats", power, "undeclare", confirmed=confirmed)

    def link_to_account(
        self, slug: str, power: str, *, confirmed: bool = False
    ) -> types.DeclaredLink:
        """Make the link by which a player without an account takes the seat with one."""
        path = _path("games", slug, "master", "seats", power, "account")
        return self._write(types.DeclaredLink, "POST", path, {"confirmed": confirmed})

    # Seats

    def volunteers(self, slug: str, power: str) -> list[types.Volunteer]:
        """The people on the waiting list, and who of them can take a seat."""
        path = _path("games", slug, "master", "seats", power, "waiting-list")
        return self._read(types.VolunteerList, path)["volunteers"]

    def declare_disorder(
        self, slug: str, power: str, *, reason: str, confirmed: bool = False
    ) -> str:
        """Put a power whose player has vanished in civil disorder."""
        wanted = {"reason": reason, "confirmed": confirmed}
        return self._run(slug, "seats", power, "disorder", **wanted)

    def remind(self, slug: str, power: str) -> str:
        """Remind the player of missing orders."""
        return self._run(slug, "seats", power, "remind")

    def replace(
        self,
        slug: str,
        power: str,
        name: str,
        *,
        reason: str,
        phases: int | None = None,
        waiting_list: bool = False,
        confirmed: bool = False,
    ) -> str:
        """Invite a person to a seat, or give it to one on the waiting list.

        With `phases` they are a substitute for so many phases.
        """
        wanted = {"name": name, "phases": phases, "waiting_list": waiting_list}
        return self._run(
            slug, "seats", power, "replace", **wanted, reason=reason, confirmed=confirmed
        )

    def withdraw_invitation(self, slug: str, power: str) -> str:
        """Withdraw the invitation to a seat."""
        return self._run(slug, "seats", power, "withdraw")

    def undo_replacement(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Give a seat back to the player who was replaced."""
        return self._run(slug, "seats", power, "undo", confirmed=confirmed)

    def return_seat(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """End a substitution early."""
        return self._run(slug, "seats", power, "return", confirmed=confirmed)

    # Orders that you enter for players who agreed to it

    def entered_orders(self, slug: str) -> types.EnteredList:
        """The stored orders of the powers whose orders you enter."""
        return self._read(types.EnteredList, _path("games", slug, "master", "orders"))

    def enter_orders(self, slug: str, text: str, **more: Any) -> types.EnteredOrders:
        """Enter the orders of several players from one text: all of them, or none.

        `more` are the other fields of `EnteredText` in the description of the API. Raises
        `ApiError` for wrong lines and open questions; its `problem` has what was read.
        """
        path = _path("games", slug, "master", "orders")
        return self._write(types.EnteredOrders, "POST", path, {"text": text, **more})

    # Results that wait to be published

    def preview_results(self, slug: str) -> types.Preview:
        """The results of a closed phase. The log tells everyone when you first look."""
        path = _path("games", slug, "master", "results", "preview")
        return self._write(types.Preview, "POST", path, {})

    def publish_results(self, slug: str, *, seen: str) -> str:
        """Publish the results; `seen` is from their preview."""
        return self._run(slug, "results", "publish", seen=seen)

    def correct_reading(self, slug: str, province: str, reading: str, *, reason: str) -> str:
        """Let a doubtful order of the preview count as another of its readings."""
        return self._run(slug, "results", "readings", province, reading=reading, reason=reason)

    # The settings

    def game_settings(self, slug: str) -> types.GameSettingsValues:
        """The newest settings, under the names by which they are changed."""
        return self._read(types.GameSettingsValues, _path("games", slug, "master", "settings"))

    def change_game_settings(self, slug: str, **change: Any) -> types.GameSettingsValues:
        """Change settings; they apply from the next phase on. `change` may have a `reason`."""
        path = _path("games", slug, "master", "settings")
        return self._write(types.GameSettingsValues, "PATCH", path, change)

    # Corrections

    def position(self, slug: str) -> types.PositionAsText:
        """The position of the open phase as a text, to be corrected."""
        return self._read(types.PositionAsText, _path("games", slug, "master", "position"))

    def roll_back(
        self, slug: str, to: str, *, reason: str, phase: str = "", confirmed: bool = False
    ) -> str:
        """Play a resolved phase again.

        The problem without `confirmed` has the `position` and the phases that would be
        `superseded`.
        """
        return self._run(slug, "back", to=to, reason=reason, phase=phase, confirmed=confirmed)

    def correct_position(
        self, slug: str, position: str, *, reason: str, phase: str = "", confirmed: bool = False
    ) -> str:
        """Let the open phase begin again with the position of a text: see `position`."""
        wanted = {"position": position, "reason": reason}
        return self._run(slug, "correct", **wanted, phase=phase, confirmed=confirmed)

    # Several games

    def extend_several(
        self,
        games: Mapping[str, str],
        *,
        days: int | None = None,
        hours: int | None = None,
        reason: str = "",
    ) -> list[types.Outcome]:
        """Extend the deadlines of games; `games` are those that the program knows, by slug."""
        wanted = {"games": dict(games), "days": days, "hours": hours, "reason": reason}
        return self._run_several("extend", wanted)

    def announce_to_several(self, games: Sequence[str], text: str) -> list[types.Outcome]:
        """Publish the same announcement in several games."""
        return self._run_several("announce", {"games": list(games), "text": text})

    def remind_several(self, games: Sequence[str]) -> list[types.Outcome]:
        """Remind the players of several games whose orders are missing."""
        return self._run_several("remind", {"games": list(games)})

    # Webhooks

    def webhooks(self, slug: str) -> list[types.Webhook]:
        """The places that get the news of a game."""
        path = _path("games", slug, "master", "webhooks")
        return self._read(types.WebhookList, path)["webhooks"]

    def add_webhook(self, slug: str, kind: str, url: str, **more: Any) -> list[types.Webhook]:
        """Send the news of a game to another place too; all places are the answer.

        `more` are the other fields of `NewWebhook` in the description of the API.
        """
        path, wanted = _path("games", slug, "master", "webhooks"), {"kind": kind, "url": url}
        return self._write(types.WebhookList, "POST", path, wanted | more)["webhooks"]

    def try_webhook(self, slug: str, webhook: str) -> str:
        """Send a test; `webhook` is an `id` of `webhooks`."""
        return self._run(slug, "webhooks", webhook, "test")

    def switch_webhook_off(self, slug: str, webhook: str, *, confirmed: bool = False) -> str:
        """Stop sending news to a place, for good."""
        return self._run(slug, "webhooks", webhook, "off", confirmed=confirmed)

    # The game

    def announce(self, slug: str, text: str) -> str:
        """Publish an announcement, and notify everyone in the game."""
        return self._run(slug, "announce", text=text)

    def comment(self, slug: str, phase: str, text: str) -> str:
        """Write, change or remove the comment on the phase that was resolved last."""
        return self._run(slug, "comment", phase=phase, text=text)

    def rename(self, slug: str, title: str, *, reason: str = "") -> str:
        """Give the game another title."""
        return self._run(slug, "rename", title=title, reason=reason)

    def hide_message(self, slug: str, key: str, *, reason: str, confirmed: bool = False) -> str:
        """Hide a public message."""
        return self._run(slug, "messages", key, "hide", reason=reason, confirmed=confirmed)

    def show_message(self, slug: str, key: str) -> str:
        """Show a hidden message again."""
        return self._run(slug, "messages", key, "show")

    def end_as_draw(
        self,
        slug: str,
        powers: Sequence[str],
        *,
        reason: str = "",
        phase: str = "",
        confirmed: bool = False,
    ) -> str:
        """End the game as a draw among surviving powers."""
        wanted = {"powers": list(powers), "reason": reason}
        return self._run(slug, "draw", **wanted, phase=phase, confirmed=confirmed)

    def close(self, slug: str, *, reason: str, phase: str = "", confirmed: bool = False) -> str:
        """End the game without a result."""
        return self._run(slug, "close", reason=reason, phase=phase, confirmed=confirmed)

    def reopen(self, slug: str, *, reason: str, phase: str = "", confirmed: bool = False) -> str:
        """Undo the end of the game."""
        return self._run(slug, "reopen", reason=reason, phase=phase, confirmed=confirmed)

    def open_maps(self, slug: str, *, confirmed: bool = False) -> str:
        """Give the maps of a private game secret addresses, which reports contain."""
        return self._run(slug, "maps", "open", confirmed=confirmed)

    def close_maps(self, slug: str, *, confirmed: bool = False) -> str:
        """Revoke the secret addresses of the maps."""
        return self._run(slug, "maps", "close", confirmed=confirmed)

    def add_master(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Add a game master. You can't remove them."""
        return self._run(slug, "masters", name=name, confirmed=confirmed)

    def step_down(self, slug: str, *, confirmed: bool = False) -> str:
        """Step down as game master."""
        return self._run(slug, "leave", confirmed=confirmed)

    def propose_rules(
        self,
        slug: str,
        *,
        house_rules: str | None = None,
        rules: Mapping[str, str] | None = None,
    ) -> str:
        """Put new house rules, or answers to single points of the rules, to the vote."""
        return self._run(slug, "amendment", house_rules=house_rules, rules=dict(rules or {}))

    def withdraw_rules(self, slug: str) -> str:
        """Withdraw the proposal of new rules."""
        return self._run(slug, "amendment", "withdraw")

    def _set_clock(self, slug: str, act: str, **body: Any) -> types.Clock:
        return self._write(types.Clock, "POST", _path("games", slug, "master", act), body)

    def _run(self, slug: str, *path: str, **body: Any) -> str:
        address = _path("games", slug, "master", *path)
        return self._write(types.Done, "POST", address, body)["message"]

    def _run_several(self, act: str, body: dict[str, Any]) -> list[types.Outcome]:
        path = _path("mastered-games", act)
        return self._write(types.Outcomes, "POST", path, body)["outcomes"]
