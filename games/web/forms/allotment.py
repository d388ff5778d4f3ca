"""Forms about the powers that people get: wishes of a waiting person, and what the master gives."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ... import access, wording
from ...models import DeclaredPlayer, LobbyEntry

Hands = Sequence[Sequence[str]]


class _HandsForm(forms.Form):
    """A form whose fields each choose one of the hands of a set-up, or none."""

    def __init__(self, hands: Hands, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [wording.powers(hand) for hand in hands]

    def add_choice(self, key: str, *, label: str, none: str, initial: int | None) -> None:
        field = forms.ChoiceField(
            label=label,
            choices=[("", none), *((str(number), name) for number, name in enumerate(self.names))],
            required=False,
            initial="" if initial is None else str(initial),
            error_messages={
                "invalid_choice": gettext_lazy("This power can’t be played in this set-up.")
            },
        )
        field.always_answered = True  # type: ignore[attr-defined]
        self.fields[key] = field

    def chosen(self) -> dict[str, int]:
        """The numbers of the valid hands that were chosen, by the names of their fields."""
        values = ((key, self.cleaned_data.get(key)) for key in self.fields)
        return {key: int(value) for key, value in values if value}


class WishForm(_HandsForm):
    """A person's wishes: the first field is for their first choice, and so on."""

    def __init__(self, hands: Hands, wishes: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(hands, *args, **kwargs)
        for rank in range(len(hands)):
            self.add_choice(
                f"choice-{rank + 1}",
                label=_("Choice %(number)d") % {"number": rank + 1},
                none=_("No preference"),
                initial=wishes[rank] if rank < len(wishes) else None,
            )

    def clean(self) -> dict[str, Any]:
        ranks: dict[int, int] = {}
        empty = ""
        for rank, key in enumerate(self.fields, start=1):
            if key in self.errors:
                continue
            if not self.cleaned_data[key]:
                empty = empty or key
                continue
            hand = int(self.cleaned_data[key])
            if hand in ranks:
                words = {"power": self.names[hand], "number": ranks[hand]}
                self.add_error(key, _("%(power)s is already your choice %(number)d.") % words)
            ranks.setdefault(hand, rank)
            if empty and empty not in self.errors:
                self.add_error(empty, _("Choose a power here, or leave the choices below empty."))
        return self.cleaned_data

    @property
    def hands(self) -> list[int]:
        """The numbers of the chosen hands, for `lobby.wish`."""
        return list(self.chosen().values())


class PowersForm(_HandsForm):
    """The hands that a master gives, with a field for each waiting person.

    The button “begin” asks for a hand for everybody, “rest” gives those without one any other.
    """

    def __init__(
        self,
        hands: Hands,
        entries: Sequence[LobbyEntry],
        *args: Any,
        declared: Sequence[DeclaredPlayer] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(hands, *args, **kwargs)
        self.entries = {f"entry-{entry.pk}": entry for entry in entries}
        self.declared = {f"declared-{player.pk}": player for player in declared}
        none = _("no power yet")
        for key, entry in self.entries.items():
            self.add_choice(key, label=str(entry.person), none=none, initial=entry.hand)
        for key, player in self.declared.items():
            name = access.declared_name(player)
            self.add_choice(key, label=name, none=none, initial=player.hand)

    @property
    def begins(self) -> bool:
        return "begin" in self.data

    @property
    def gives_rest(self) -> bool:
        return "rest" in self.data

    def clean(self) -> dict[str, Any]:
        given: dict[int, str] = {}
        for key, hand in self.chosen().items():
            if hand in given:
                words = {"power": self.names[hand], "name": self.fields[given[hand]].label}
                self.add_error(key, _("%(name)s already has %(power)s.") % words)
            given.setdefault(hand, key)
        if self.begins:
            for key in self.fields.keys() - self.chosen().keys() - self.errors.keys():
                self.add_error(key, _("Assign a power to this person first."))
        return self.cleaned_data

    @property
    def hands(self) -> Mapping[int, int | None]:
        """Hands by entry, for `lobby.give_powers`. People who joined meanwhile keep theirs."""
        return self._hands_of(self.entries)

    @property
    def declared_hands(self) -> Mapping[int, int | None]:
        """Hands by player without an account, in the same way."""
        return self._hands_of(self.declared)

    def _hands_of(
        self, waiting: Mapping[str, LobbyEntry] | Mapping[str, DeclaredPlayer]
    ) -> dict[int, int | None]:
        chosen = self.chosen()
        return {
            each.pk: chosen.get(key) if key in self.data else each.hand
            for key, each in waiting.items()
        }
