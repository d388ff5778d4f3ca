"""The forms of a game master's actions on several games."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from ...game_master import several_games
from ...game_master.several_games import Outcome
from ...models import Game
from .extension import ExtensionFields
from .game_master.action import announcement_field


class SeveralGamesForm(forms.Form):
    """An action on `games` by `person`. The page shows `title`, `text` and `action`, a button.

    `deadlines` are those of the open phases, by the game's primary key. A hidden field for each
    keeps the one that the page showed.
    """

    title: ClassVar[str | Promise]
    text: ClassVar[str | Promise]
    action: ClassVar[str | Promise]

    def __init__(
        self,
        games: Sequence[Game],
        person: User,
        data: QueryDict | None = None,
        *,
        deadlines: Mapping[int, dt.datetime],
    ) -> None:
        self.games, self.person = games, person
        super().__init__(data)
        for game in games:
            self.fields[self._seen_name(game)] = forms.DateTimeField(
                required=False,
                widget=forms.HiddenInput,
                initial=deadlines[game.pk].isoformat() if game.pk in deadlines else None,
            )

    @staticmethod
    def _seen_name(game: Game) -> str:
        return f"seen-{game.pk}"

    @property
    def seen(self) -> dict[int, dt.datetime]:
        """The deadlines that the page showed, by the game's primary key."""
        sent = {game.pk: self.cleaned_data[self._seen_name(game)] for game in self.games}
        return {pk: moment for pk, moment in sent.items() if moment is not None}

    def perform(self) -> list[Outcome]:
        """Act with valid data in each game; return the outcomes in the order of the games."""
        raise NotImplementedError


class ExtendForm(ExtensionFields, SeveralGamesForm):
    title = gettext_lazy("Extend the deadlines")
    text = gettext_lazy("Everyone in these games is notified. Orders stay as they are.")
    action = gettext_lazy("Extend deadlines")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["how"].initial, self.fields["number"].initial = "next", 1
        self.offer(
            ("next", _("To the next date of each game")),
            ("by", _("By days or hours")),
        )

    def perform(self) -> list[Outcome]:
        return several_games.extend(
            self.games,
            length=self.length,
            by=self.person,
            reason=self.cleaned_data["reason"],
            seen=self.seen,
        )


class AnnounceForm(SeveralGamesForm):
    title = gettext_lazy("Announce to several games")
    text = gettext_lazy(
        "Everyone in these games is notified, and the announcement stays on each game’s page for "
        "2 weeks."
    )
    action = gettext_lazy("Announce")

    words = announcement_field()

    def perform(self) -> list[Outcome]:
        return several_games.announce(self.games, self.cleaned_data["words"], by=self.person)


class RemindForm(SeveralGamesForm):
    title = gettext_lazy("Remind players")
    text = gettext_lazy(
        "Players whose orders are missing are reminded, by email too unless they have turned that "
        "off. Nobody is reminded twice in a day."
    )
    action = gettext_lazy("Remind")

    def perform(self) -> list[Outcome]:
        return several_games.remind(self.games, by=self.person)
