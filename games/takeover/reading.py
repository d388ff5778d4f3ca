"""A pasted text or JSON as a position from which a game can go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from adjudicator import LANGUAGES, AdjudicatorError, Position, Setup, load_board
from adjudicator.wire import read_line, read_position

from .. import wording
from ..errors import LineError
from . import judgement, slips
from .assembly import assemble
from .lists import read_items
from .outline import Entry, outline

LONGEST_TEXT = 20_000
MOST_LINES = 1_000
"""A whole position has about a thousand characters on thirty lines."""
MOST_ERRORS = 40
"""Errors that are told of one text: who has more has pasted something else."""


@dataclass(frozen=True)
class Pasted:
    """What a text was read as. Of errors, `key` is the number of the line, or empty where there is
    no line; `players` are names as they were typed, by power."""

    position: Position | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    errors: Sequence[LineError] = ()
    warnings: Sequence[str] = ()


def read(text: str, setup: Setup) -> Pasted:
    """Read a text that begins with ``{`` as the JSON of the rules' command line, others as people
    write positions down (docs/takeover.md). Nothing is raised; with errors there is no position."""
    if len(text) > LONGEST_TEXT or text.count("\n") >= MOST_LINES:
        message = _(
            "A position has at most %(length)d characters on %(number)d lines; this text has more."
        )
        most = {"length": LONGEST_TEXT, "number": MOST_LINES}
        return Pasted(errors=[LineError("", "", message % most)])
    if text.lstrip().startswith("{"):
        return _read_json(text, setup)
    return _read_text(text, setup)


def _read_text(text: str, setup: Setup) -> Pasted:
    found = outline(text, setup.powers)
    board = load_board(setup.map)
    several = [read_items(found, language, board) for language in LANGUAGES]
    items = min(several, key=lambda each: each.doubt)
    assembly = assemble(found, items, setup)
    errors = [*found.errors, *assembly.errors]
    errors += [slips.error(each, items.language) for each in items.slips[:MOST_ERRORS]]
    phase = found.dates[0][0] if found.dates else None
    pasted = _judged(assembly.position, found.players, errors, setup, phase)
    if assembly.position is not None and assembly.has_first_centers:
        first = _("No centers are listed: until the first winter each power owns its home centers.")
        return Pasted(pasted.position, pasted.players, pasted.errors, [first, *pasted.warnings])
    return pasted


def _read_json(text: str, setup: Setup) -> Pasted:
    try:
        body = read_line(text.encode(errors="replace"))
        body = body["next"] if isinstance(body.get("next"), dict) else body
        position = read_position(body)
    except AdjudicatorError as error:
        bare = type(error)(error.code, error.params)
        return Pasted(errors=[LineError("", "", wording.refusal(bare))])
    players = body.get("players") or {}
    errors = []
    if not isinstance(players, dict) or not all(isinstance(name, str) for name in players.values()):
        players = {}
        wrong = _("“players” has to be an object: each power with a name.")
        errors.append(LineError("", "", wrong))
    for power in players:
        if power not in setup.powers:
            message = _("“%(text)s” is no power of this game. The powers are %(known)s.")
            named = {"text": wording.shortened(power), "known": ", ".join(setup.powers)}
            errors.append(LineError("", "", message % named))
    return _judged(position, players, errors, setup)


def _judged(
    position: Position | None,
    players: Mapping[str, str],
    errors: list[LineError],
    setup: Setup,
    phase: Entry | None = None,
) -> Pasted:
    """What was read, if a game can go on from there. If it cannot, that is said of `phase`, the
    line that names it."""
    if position is not None:
        line = ("", "") if phase is None else (str(phase.number), phase.line)
        errors = errors + [LineError(*line, why) for why in judgement.errors(position, setup)]
    if position is None or errors:
        errors.sort(key=lambda each: int(each.key or 0))
        return Pasted(None, players, errors[:MOST_ERRORS])
    return Pasted(position, players, (), list(judgement.warnings(position, setup)))
