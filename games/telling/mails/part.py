"""What one notice has to say in a mail: to be called with the reader's words and times."""

from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from ... import access
from ...models import MailChoice, Notice
from . import choices, words

OF_ADMINISTRATORS = (Notice.Kind.SET_ASIDE, Notice.Kind.COMPLAINT)


@dataclass(frozen=True)
class Part:
    """A subject in one line, whatever the maker of a title typed, and what it tells."""

    subject: str
    template: str
    context: dict[str, Any]

    @property
    def text(self) -> str:
        """What it tells, without what stands below a mail."""
        context = {**self.context, "is_part": True}
        return render_to_string(f"games/mail/{self.template}.txt", context).strip()


def part_of(notice: Notice) -> Part | None:
    """None where there is nothing left to tell: also a kind that was switched off stays unsent."""
    how = choices.how(notice.person, notice.kind)
    return None if how == MailChoice.How.OFF else told(notice, how)


def told(notice: Notice, how: str) -> Part | None:
    """What it has to say to whoever wants such mail as `how` says, by whatever channel.

    None where there is nothing left to tell. What has changed since counts: a phase that is over
    needs no reminder, and whoever left a seat reads none of its letters.
    """
    if not notice.person.is_active or notice.person.closed_at or not _may_know(notice):
        return None
    written = words.WORDS[Notice.Kind(notice.kind)](notice, how)
    if written is None:
        return None
    return Part(" ".join(written.subject.split()), written.template, written.context)


def _may_know(notice: Notice) -> bool:
    """Whether the game is no secret to its reader now."""
    if notice.kind == Notice.Kind.REMOVED:
        return True  # says the title alone, which they knew
    if notice.kind in OF_ADMINISTRATORS and notice.person.is_superuser:
        return True  # whoever mends it is told of every game
    return access.sees(notice.person, notice.game)
