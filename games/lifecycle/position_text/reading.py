"""Reads a pasted text or JSON as a position from which a game can go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from adjudicator import LANGUAGES, AdjudicatorError, Position, Setup
from adjudicator.json_lines import read_line, read_position

from ... import wording
from ...core.errors import LineError
from . import misprints, validation
from .assembly import assemble
from .lists import read_items
from .outline import Entry, outline

LONGEST_TEXT = 20_000
MOST_LINES = 1_000
"""A whole position has about a thousand characters on thirty lines."""
MOST_ERRORS = 40
"""Errors shown for one text: with more it is probably no position at all."""


@dataclass(frozen=True)
class Pasted:
    """The result of reading a text; with errors `position` is None.

    The `key` of an error is the number of its line, empty without a line. `players` are names as
    they were typed, by power.
    """

    position: Position | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    errors: Sequence[LineError] = ()
    warnings: Sequence[str] = ()


def read(text: str, setup: Setup) -> Pasted:
    """Read a pasted position; never raises.

    A text that begins with ``{`` is JSON in the format of the rules' command line; others are read
    as docs/takeover.md describes.
    """
    if len(text) > LONGEST_TEXT or text.count("\n") >= MOST_LINES:
        message = _(
            "A position can have at most %(length)d characters on %(number)d lines. This "
            "text has more."
        )
        most = {"length": LONGEST_TEXT, "number": MOST_LINES}
        return Pasted(errors=[LineError("", "", message % most)])
    if text.lstrip().startswith("{"):
        return _read_json(text, setup)
    return _read_text(text, setup)


def _read_text(text: str, setup: Setup) -> Pasted:
    board = setup.board
    found = outline(text, setup)
    several = [read_items(found, language, board) for language in LANGUAGES]
    items = min(several, key=lambda each: each.doubt)
    assembly = assemble(found, items, setup)
    errors = [*found.errors, *assembly.errors]
    errors += [misprints.error(each, items.language, board) for each in items.slips[:MOST_ERRORS]]
    phase = found.dates[0][0] if found.dates else None
    pasted = _validated(assembly.position, found.players, errors, setup, phase)
    if assembly.position is not None and assembly.has_first_centers:
        first = _(
            "No supply centers are listed, so each power owns its home centers "
            "until the first winter."
        )
        return Pasted(pasted.position, pasted.players, pasted.errors, [first, *pasted.warnings])
    return pasted


def _read_json(text: str, setup: Setup) -> Pasted:
    board = setup.board
    try:
        body = read_line(text.encode(errors="replace"))
        body = body["next"] if isinstance(body.get("next"), dict) else body
        position = read_position(body, setup)
    except AdjudicatorError as error:
        bare = type(error)(error.code, error.params)
        return Pasted(errors=[LineError("", "", wording.refusal(bare, board))])
    players = body.get("players") or {}
    errors = []
    if not isinstance(players, dict) or not all(isinstance(name, str) for name in players.values()):
        players = {}
        wrong = _("“players” must be an object that maps powers to names.")
        errors.append(LineError("", "", wrong))
    for power in players:
        if power not in setup.powers:
            message = _("“%(text)s” is not a power in this game. The powers are %(known)s.")
            named = {"text": wording.truncated(power), "known": ", ".join(setup.powers)}
            errors.append(LineError("", "", message % named))
    return _validated(position, players, errors, setup)


def _validated(
    position: Position | None,
    players: Mapping[str, str],
    errors: list[LineError],
    setup: Setup,
    phase: Entry | None = None,
) -> Pasted:
    """The result with the errors and warnings of `validation`, if there is a position.

    Its errors are shown at `phase`, the line that names the phase.
    """
    if position is not None:
        line = ("", "") if phase is None else (str(phase.number), phase.line)
        errors = errors + [LineError(*line, why) for why in validation.errors(position, setup)]
    if position is None or errors:
        errors.sort(key=lambda each: int(each.key or 0))
        return Pasted(None, players, errors[:MOST_ERRORS])
    return Pasted(position, players, (), list(validation.warnings(position, setup)))
