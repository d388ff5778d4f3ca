"""Sentences about sections of a pasted thread: the reason to skip one, and the questions."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ... import wording
from ...orders.thread_questions import YES, Doubt, Question
from ...orders.threads import Reason, Skipped
from ..forms.orders_on_behalf import SECTION_PREFIX


@dataclass(frozen=True)
class SkippedSection:
    """A section of a text that was not read: a sentence that says why, and its lines."""

    title: str
    lines: list[tuple[int, str]]


@dataclass(frozen=True)
class SectionQuestion:
    """A question about a section, with the `name` of its field and its answers."""

    name: str
    title: str
    question: str
    choices: list[tuple[str, str]]
    answer: str
    lines: list[tuple[int, str]]


def skipped_sections(sections: Iterable[Skipped]) -> list[SkippedSection]:
    """Return sections that were not read as the page shows them."""
    return [SkippedSection(_why_skipped(each), sorted(each.lines.items())) for each in sections]


def section_question(question: Question) -> SectionQuestion:
    """Return a question as the page shows it."""
    if question.doubt is Doubt.STRANGER:
        title = _("%(name)s is not known as a player") % {"name": wording.truncated(question.named)}
        asked = _("Did the player of %(powers)s write this?") % {
            "powers": wording.listed([wording.power(power) for power in question.powers])
        }
    else:
        title = _("Nothing shows where this quote ends")
        asked = _("Which of these lines are quoted?")
    return SectionQuestion(
        name=f"{SECTION_PREFIX}{question.key}",
        title=title,
        question=asked,
        choices=[(value, _choice(question, value)) for value in question.choices],
        answer=question.answer,
        lines=sorted(question.lines.items()),
    )


def to_do(questions: int, wrong: int) -> str:
    """Return the numbers of open questions and of lines not accepted, in words; empty without."""
    parts = []
    if questions:
        more = ngettext("%(count)d question left", "%(count)d questions left", questions)
        parts.append(more % {"count": questions})
    if wrong:
        more = ngettext("%(count)d line not accepted", "%(count)d lines not accepted", wrong)
        parts.append(more % {"count": wrong})
    return ", ".join(parts)


def _choice(question: Question, value: str) -> str:
    if question.doubt is Doubt.STRANGER:
        return _("Yes: read it") if value == YES else _("No: leave it out")
    if value == "0":
        return _("None: all of it is new")
    if value == question.choices[-1]:
        return _("All of them")
    number = min(question.lines) + int(value) - 1
    return _("Up to line %(number)d, “%(text)s”") % {
        "number": number,
        "text": wording.truncated(question.lines[number]),
    }


def _why_skipped(section: Skipped) -> str:
    """Sentence that says why a section of a text was not read."""
    named = section.named
    if section.reason is Reason.OTHER_PHASE:
        return _("Skipped: it is of another phase (%(text)s)") % {"text": wording.truncated(named)}
    if section.reason is Reason.QUOTED:
        return _("Skipped: quoted from another message")
    if section.reason is Reason.BESIDE_POSTS:
        return _("Skipped: what the forum’s page shows beside the posts")
    if section.reason is Reason.NO_ORDERS:
        return _("Skipped: a message without orders")
    if section.reason is Reason.STRANGER:
        return _("Skipped: it names no power, and %(name)s is not known as a player") % {
            "name": wording.truncated(named)
        }
    if section.reason is Reason.NOT_THE_PLAYER:
        return _("Skipped: %(name)s is not the player") % {"name": wording.truncated(named)}
    powers = wording.listed([wording.power(power) for power in named.split()])
    if section.reason is Reason.OTHER_POWER:
        return _("Skipped: %(power)s has no orders to give") % {"power": powers}
    if section.reason is Reason.SEVERAL_POWERS:
        return _("Skipped: its heading names several powers (%(powers)s)") % {"powers": powers}
    return _("Skipped: it is for %(powers)s, but another player wrote it") % {"powers": powers}
