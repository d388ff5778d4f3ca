"""Sections of a pasted thread: which of its lines give orders to which power in this phase.

A thread has posts or mails of several people. It is divided before any order is read: quotes and
sections of other phases or powers are left out, each with its reason and its lines, and every other
line goes to the power under whose heading, or in whose player's post, it stands. Lines keep their
numbers.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator import DEFAULT_RULES, LANGUAGES, Position, Rules
from adjudicator.notation.document import unmarked
from adjudicator.notation.doubt_words import is_remark
from adjudicator.notation.headings import key_of, powers_in
from adjudicator.notation.joint_sheets import Heading, heading_of, parts_of
from adjudicator.notation.words import lexicon, split

from . import thread_questions
from .posts import ADDRESS, Line, names_place, plain, typed_lines
from .thread_questions import YES, Question

_SENTENCE = re.compile(r"\w[.!?…]+\W*$")
_LONGEST_TITLE = 4
"""Words of the longest line that is a heading although it ends as a sentence does."""
_LONGEST_POWER = 2
"""Words of the longest name of a power."""
_POWER_AND_MORE = re.compile(
    r"(?P<mark>\*\*|__|(?:\[\w+\])+)?(?P<power>[^\W\d]+(?:\s[^\W\d]+)?)(?:\*\*|__|(?:\[/\w+\])+)?"
    r"\s*(?P<separator>[;|]|\s[-–—](?=\s))\s*(?P<more>.*)"
)
_NAME = re.compile(r"@?[^\W\d_][\w.]*(?:\s[^\W\d_][\w.]*)?(?:\s*(?:\[/\w+\])+)?")


class Reason(StrEnum):
    """Reason for which a section of a thread is not read."""

    QUOTED = "quoted"
    OTHER_PHASE = "other phase"
    OTHER_POWER = "other power"
    SEVERAL_POWERS = "several powers"
    OTHER_AUTHOR = "other author"
    NO_ORDERS = "no orders"
    STRANGER = "stranger"
    NOT_THE_PLAYER = "not the player"
    BESIDE_POSTS = "beside posts"


@dataclass(frozen=True)
class Skipped:
    """A section that is not read: its `lines` by their numbers.

    `named` is the text of the other phase's date, the codes of the powers that it is of, or the
    name of its author, who is no player.
    """

    reason: Reason
    named: str = ""
    lines: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayersHeading:
    """A line that is the heading of a power because it names the power's player."""

    power: str
    number: int
    text: str


@dataclass(frozen=True)
class Division:
    """A thread as it is divided: the part of the text for each power, and what is left out.

    The sections of `questions` without an answer are left out too.
    """

    parts: Mapping[str, str]
    skipped: Sequence[Skipped]
    headings: Sequence[PlayersHeading]
    questions: Sequence[Question] = ()


def divide(
    text: str,
    position: Position,
    powers: Sequence[str],
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
    names: Mapping[str, str] | None = None,
    masters: Collection[str] = (),
    answers: Mapping[str, str] | None = None,
) -> Division:
    """Divide a thread among `powers`, those with orders to give in `position`.

    `names` are those of the players, by power, and `masters` those of the game masters, whose posts
    may be for anybody. `answers` are those to earlier questions about it, by key. For `language`
    see `read_sheet`.
    """
    if not powers:
        return Division({}, [], [])
    answers = answers or {}
    players = _powers_by_name(names or {}, position)
    # As the head of a post such a name is clear; above orders it may begin one.
    headings = {
        name: held for name, held in players.items() if not names_place(name, position.board)
    }
    thread = _Divider(position, powers, players, headings, frozenset(map(key_of, masters)))
    lines, questions = _typed_lines(text.splitlines(), position, headings, answers)
    for line in lines:
        thread.take(line)
    questions += thread.leave_out_posts(answers)
    parts = parts_of(thread.texts, thread.owners, position, powers, language, rules)
    skipped = sorted(thread.skipped, key=lambda each: min(each.lines))
    return Division(
        parts, skipped, thread.headings, sorted(questions, key=lambda each: min(each.lines))
    )


def _typed_lines(
    texts: Sequence[str],
    position: Position,
    names: Collection[str],
    answers: Mapping[str, str],
) -> tuple[list[Line], list[Question]]:
    """The lines of a thread, and the questions about its quotes.

    Each answer may show further quotes below the one that it ends.
    """
    ends: dict[int, int] = {}
    answered: dict[int, Question] = {}
    while True:
        lines = typed_lines(texts, position.board, names, ends)
        asked = thread_questions.about_copies(lines, position.board, answers) | answered
        given = {copy: each for copy, each in asked.items() if each.answer and copy not in ends}
        if not given:
            return lines, list(asked.values())
        answered |= given
        for copy, each in given.items():
            ends[copy] = min(each.lines) + int(each.answer) - 1


def _powers_by_name(names: Mapping[str, str], position: Position) -> dict[str, frozenset[str]]:
    """The powers of each player by the folded name, without names that mean a power."""
    found: dict[str, frozenset[str]] = {}
    for power, name in names.items():
        key = key_of(name)
        if key and not powers_in(split(name), position.setup):
            found[key] = found.get(key, frozenset()) | {power}
    return found


class _Divider:
    """Goes through the lines of a thread and gives each its owner, or the reason to skip it.

    `texts` and `owners` have an entry for each line. A section is skipped for a reason and what it
    names; one of another phase that is `whole` has sections of powers in it.
    """

    def __init__(
        self,
        position: Position,
        powers: Sequence[str],
        names: Mapping[str, frozenset[str]],
        headings: Mapping[str, frozenset[str]],
        masters: Collection[str],
    ) -> None:
        self.position, self.powers = position, powers
        self.names, self.names_as_headings, self.masters = names, headings, masters
        self.texts: list[str] = []
        self.owners: list[str | None] = []
        self.skipped: list[Skipped] = []
        self.headings: list[PlayersHeading] = []
        self._authors: frozenset[str] = frozenset()
        self._owner: str | None = None
        self._why: tuple[Reason, str] | None = None
        self._is_whole = False
        self._posts: list[tuple[str, list[int]]] = [("", [])]

    def take(self, line: Line) -> None:
        self.texts.append("")
        self.owners.append(None)
        if line.author is not None:
            self._begin_post(line)
        if line.beside:
            self._skip(line.number, line.beside, (Reason.BESIDE_POSTS, ""))
        if line.quoted.strip():
            self._skip(line.number, line.quoted, (Reason.QUOTED, ""))
        if line.is_subject:
            self._take_subject(line.text)
        elif line.text.strip():
            self._take_text(line)

    def _begin_post(self, line: Line) -> None:
        author = line.author or ""
        words = f" {key_of(ADDRESS.sub('', author))} "
        named = (powers for name, powers in self.names.items() if f" {name} " in words)
        self._authors = frozenset().union(*named)
        self._owner, self._why, self._is_whole = None, None, False
        is_known = self._authors or any(f" {name} " in words for name in self.masters if name)
        is_stranger = line.is_post and self.names and not is_known
        self._posts.append((author if is_stranger else "", []))
        if len(self._authors) == 1:
            self._begin_power(self._authors)
            self.headings.append(PlayersHeading(min(self._authors), line.number, author.strip()))

    def _take_subject(self, text: str) -> None:
        heading = heading_of(text, self.position, self.powers[0])
        if heading.other_phase:
            self._begin_other_phase(heading.other_phase, whole=True)
        elif not self._authors and len(heading.powers) == 1 and heading.powers <= {*self.powers}:
            self._begin_power(heading.powers)

    def _take_text(self, line: Line) -> None:
        text, named = self._without_name(_with_colon(line.text, self.position))
        heading = Heading(named) if named else heading_of(text, self.position, self.powers[0])
        self._begin_section(heading, text)
        if named and self._why is None and self._owner:
            self.headings.append(PlayersHeading(self._owner, line.number, line.text.strip()))
        if self._why is not None:
            self._skip(line.number, line.text, self._why)
            return
        self.texts[-1], self.owners[-1] = text, self._owner
        self._posts[-1][1].append(len(self.texts) - 1)

    def _without_name(self, text: str) -> tuple[str, frozenset[str]]:
        """The text without the name of a player that is its heading, and the player's powers."""
        bare = next(bare for _number, bare in unmarked(text))
        name, colon, rest = bare.partition(":")
        is_called = text.lstrip().startswith("@") and not self._authors
        is_heading = bool(colon) or plain(text) != text.strip() or is_called
        if not is_heading or (rest.strip(" *_") and not names_place(rest, self.position.board)):
            return text, frozenset()  # “Hans: thanks for the talk”
        key = key_of(name)
        if key in self.names_as_headings:
            return rest, self.names_as_headings[key]
        for known in self.names_as_headings:
            left = f" {key} ".replace(f" {known} ", " ").strip()
            if left != key and left and _only_power(left):
                return f"{left}:{rest}", frozenset()
        return text, frozenset()

    def _begin_section(self, heading: Heading, text: str) -> None:
        if heading.other_phase:
            self._begin_other_phase(heading.other_phase, whole=not _is_sentence(text))
            return
        if self._why is not None and self._why[0] is Reason.OTHER_PHASE:
            if heading.is_dated:
                self._why, self._owner = None, None
                if len(self._authors) == 1:
                    self._begin_power(self._authors)
            elif self._is_whole:
                return
        if heading.powers:
            self._begin_power(heading.powers)

    def _begin_other_phase(self, date: str, *, whole: bool) -> None:
        if not (self._is_whole and self._why and self._why[0] is Reason.OTHER_PHASE):
            self._is_whole = whole
        self._why = (Reason.OTHER_PHASE, date)

    def _begin_power(self, named: frozenset[str]) -> None:
        self._owner = None
        if self._authors and not named <= self._authors:
            self._why = (Reason.OTHER_AUTHOR, " ".join(sorted(named)))
        elif len(named) > 1 and named != self._authors:
            self._why = (Reason.SEVERAL_POWERS, " ".join(sorted(named)))
        elif len(named) == 1 and not named <= {*self.powers}:
            self._why = (Reason.OTHER_POWER, min(named))
        else:
            self._why = None
            self._owner = min(named) if len(named) == 1 else None

    def _skip(self, number: int, text: str, why: tuple[Reason, str]) -> None:
        last = self.skipped[-1] if self.skipped else None
        follows = last is not None and not any(
            map(str.strip, self.texts[max(last.lines) : number - 1])
        )
        if last is None or (last.reason, last.named) != why or not follows:
            last = Skipped(*why)
            self.skipped.append(last)
        last.lines[number] = text.strip()

    def leave_out_posts(self, answers: Mapping[str, str]) -> list[Question]:
        """Skip the posts without a power: those that name no province, and those of strangers.

        A stranger is somebody who is no player, as far as the names tell. Return the questions
        about the strangers who write for a power; what they write is skipped if it is not theirs.
        """
        claimed: dict[str, list[int]] = {}
        for stranger, post in self._posts[1:]:
            if any(self.owners[place] for place in post):
                if stranger:
                    claimed.setdefault(stranger, []).extend(post)
            elif not names_place(self._text_of(post), self.position.board):
                self._leave_out(post, (Reason.NO_ORDERS, ""))
            elif stranger:
                self._leave_out(post, (Reason.STRANGER, stranger))
        questions = [
            self._question(stranger, post, answers)
            for stranger, post in claimed.items()
            if names_place(self._text_of(post), self.position.board)
        ]
        for question in questions:
            if question.answer != YES:
                places = [number - 1 for number in question.lines]
                self._leave_out(places, (Reason.NOT_THE_PLAYER, question.named))
        return questions

    def _text_of(self, places: Sequence[int]) -> str:
        return "\n".join(self.texts[place] for place in places)

    def _question(self, stranger: str, post: Sequence[int], answers: Mapping[str, str]) -> Question:
        powers = sorted({owner for place in post if (owner := self.owners[place])})
        lines = {place + 1: self.texts[place].strip() for place in post}
        return thread_questions.about_stranger(stranger, powers, lines, answers)

    def _leave_out(self, places: Sequence[int], why: tuple[Reason, str]) -> None:
        texts = [self.texts[place] for place in places]
        for place in places:
            self.texts[place] = ""
        for place, text in zip(places, texts, strict=True):
            self._skip(place + 1, text, why)


def _with_colon(text: str, position: Position) -> str:
    """The text with a colon behind the power that it begins with: *ITALY | A Ven H*.

    Behind a dash may stand an order, or the name of a player if the power is marked.
    """
    found = _POWER_AND_MORE.fullmatch(text.strip())
    if found is None or not _only_power(key_of(found["power"])):
        return text
    power, more = found["power"], found["more"]
    is_order = any(lexicon(code, position.board).begins_order(more) for code in LANGUAGES)
    if is_order or found["separator"] in ";|":
        return f"{power}: {more}"
    is_marked = bool(found["mark"]) or power.isupper()
    is_name = _NAME.fullmatch(more) is not None and more.lstrip("@")[0].isupper()
    return f"{power}:" if is_marked and is_name else text


def _only_power(key: str) -> bool:
    """Whether a folded text is only the name of a power."""
    return len(powers_in(key.split())) == 1 and len(key.split()) <= _LONGEST_POWER


def _is_sentence(text: str) -> bool:
    """Whether a text with a date is a sentence that mentions it, and no heading."""
    return len(split(text)) > _LONGEST_TITLE and bool(is_remark(text) or _SENTENCE.search(text))
