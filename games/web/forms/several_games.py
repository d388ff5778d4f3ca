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
from .game_master.action import reason_field
from .game_master.clock import UNITS


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


class ExtendForm(SeveralGamesForm):
    title = gettext_lazy("Extend the deadlines")
    text = gettext_lazy("Everyone in these games is notified. Orders stay as they are.")
    action = gettext_lazy("Extend deadlines")

    how = forms.ChoiceField(
        label=gettext_lazy("Extension"),
        choices=[
            ("next", gettext_lazy("To the next date of each game")),
            ("by", gettext_lazy("By days or hours")),
        ],
        initial="next",
        widget=forms.RadioSelect,
    )
    number = forms.IntegerField(
        label=gettext_lazy("Length of the extension"),
        required=False,
        initial=1,
        min_value=1,
        max_value=1440,
    )
    unit = forms.ChoiceField(
        label=gettext_lazy("Unit of time"),
        required=False,
        choices=[("days", gettext_lazy("days")), ("hours", gettext_lazy("hours"))],
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("number", "unit"):  # `how` decides whether they are needed
            self.fields[name].always_answered = True  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("how") == "by" and not data.get("number") and "number" not in self.errors:
            self.add_error("number", _("Fill this in for the choice above."))
        return data

    def perform(self) -> list[Outcome]:
        data = self.cleaned_data
        by_length = data["how"] == "by"
        return several_games.extend(
            self.games,
            length=data["number"] * UNITS[data["unit"] or "days"] if by_length else None,
            by=self.person,
            reason=data["reason"],
            seen=self.seen,
        )


class AnnounceForm(SeveralGamesForm):
    title = gettext_lazy("Announce to several games")
    text = gettext_lazy(
        "Everyone in these games is notified, and the announcement stays on each game’s page for "
        "2 weeks."
    )
    action = gettext_lazy("Announce")

    words = forms.CharField(
        label=gettext_lazy("Announcement"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

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
