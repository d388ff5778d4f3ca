"""No module, class or function has a name that the project has given up.

The names are read from the syntax trees of the source files, so that code counts that nothing
imports.
"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "adjudicator", "config", "games")
# Modules that have another name and place now.
MODULES = frozenset(
    """
    accounts.closing accounts.limits accounts.lists accounts.mail accounts.map_patterns
    accounts.patterns accounts.reading accounts.signing accounts.suspending accounts.traces
    accounts.zones adjudicator.aftermath adjudicator.bench adjudicator.choices
    adjudicator.departures adjudicator.knots adjudicator.messages adjudicator.notation.blocks
    adjudicator.notation.faults adjudicator.notation.lexicon adjudicator.notation.reading
    adjudicator.notation.writing adjudicator.plain adjudicator.routes adjudicator.sentences
    adjudicator.sheet adjudicator.supporting adjudicator.turns adjudicator.verdicts
    adjudicator.wire config.borrowed config.broker config.cache config.catalogues config.charset
    config.data config.guard config.headers config.health config.http.charset
    config.http.headers config.logs config.manifest config.metrics config.pulse config.reports
    config.smtp config.start config.static config.tallies config.views config.web
    games.access.closing games.access.game_filters games.access.parts games.access.reading
    games.access.site games.acts games.audit games.batch games.board.anchors
    games.board.build.lakes games.board.key games.board.pen games.board.signs games.board.stand
    games.board.ways games.board.words games.clock games.deadlines.excuses
    games.deadlines.heartbeat games.deadlines.holidays games.deadlines.resolving
    games.deadlines.tightness games.demo games.editions games.errors games.feeds games.forms
    games.hooks games.lifecycle.position_text.writing games.lobby games.mastering games.metrics
    games.models.beat games.models.browser games.models.complaint games.models.conduct
    games.models.extension games.models.hook games.models.letter games.models.motion
    games.models.pause games.models.record games.notifications.summaries games.orders.echo
    games.orders.options games.orders.sheets games.outcomes games.pages games.phases
    games.points games.positions games.press.complaints games.press.conversation
    games.press.display games.press.extending games.press.markup games.press.mentioned
    games.press.places games.press.proposals games.press.reports games.press.search
    games.press.threads games.report games.seats.sharing games.seats.sitting
    games.seats.succession games.seats.vacancies games.seats.volunteers games.takeover
    games.telling games.views games.votes.awaited games.votes.ballots games.votes.motions
    games.wording.markup.characters games.wording.markup.nesting games.wording.markup.quoting
    """.split()  # noqa: SIM905 - easier to read
)
# Classes and functions that have another name now, whatever their module.
NAMES = frozenset(
    """
    Act Answers Awaited Chair Change Conduct ConductForm Consent Conversation Crowd Desk Echo
    Extension Group Hook Kept Letter LetterForm LetterLine Motion MotionForm Notice OfAPhase
    OfTheClock Part Posting PushOff Shown Turn Typed Untold Way Window abandon hurry lend
    prolong_loans put_off return_lent tell tell_each tell_news tell_of_letter tell_of_turn
    teller writer
    """.split()  # noqa: SIM905 - easier to read
)
# Names that say nothing of what they return.
BARE = frozenset({"of", "page", "lines"})


def sources() -> list[Path]:
    tracked = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    names = tracked or [
        str(path.relative_to(ROOT)) for p in PACKAGES for path in (ROOT / p).rglob("*.py")
    ]
    return [Path(name) for name in names if name.endswith(".py") and (ROOT / name).exists()]


def definitions(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Yield name and line of each class and function, and whether it is at the top level."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno, node in tree.body


def given_up(path: Path) -> list[str]:
    """Return one line for each name of a file that was given up."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    old = [name for name in MODULES if f"{module}.".startswith(f"{name}.")]
    wrong = [f"{path}: the module {name}" for name in old]
    for name, line, on_top in definitions(path):
        if name == "of" or (on_top and (name in NAMES or name in BARE)):
            wrong.append(f"{path}:{line}: {name}")
    return wrong


def test_nothing_has_a_name_that_was_given_up() -> None:
    files = sources()
    assert len(files) > 300
    assert [line for path in files for line in given_up(path)] == []


@pytest.mark.parametrize(
    "written",
    ["class Letter:\n    pass\n", "def of(game):\n    pass\n", "def lines():\n    pass\n"],
)
def test_a_name_that_was_given_up_is_found(written: str, tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(written)
    assert len(given_up(file)) == 1


def test_a_module_that_was_given_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_names.MODULES", frozenset({"games.core"}))
    assert given_up(Path("games/core/links.py")) == ["games/core/links.py: the module games.core"]
