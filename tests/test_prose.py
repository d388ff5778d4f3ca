"""Docstrings, comments and documents are plain English, as docs/contributing.md describes.

A docstring begins with a noun phrase or an imperative, and its first line is a sentence of its own.
Phrases that puzzled readers are banned. Style beyond that is left to reviews.
"""

import ast
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("accounts", "adjudicator", "clients", "config", "games", "tests")
# First word of a docstring -> advice. A clause with such a word leaves out what the thing is.
OPENERS = {
    "What": "name the thing: “Error text …”, “Data of …”, “Units that …”",
    "Who": "name the person or unit: “The author …”, “Powers that …”",
    "Whom": "name the people: “People to notify …”",
    "Whose": "name the owner: “The power that owns …”",
    "Where": "name the place: “Point at which …”, “URL of …”",
    "When": "name the time: “Time of …”, “Moment at which …”",
    "Which": "name the choice: “The routes that …”",
    "Those": "repeat the noun: “Fleets that …”",
    "That": "state the fact, or begin with “Whether” or “Check that”",
    "As": "use a verb: “Notify as `notify` does, …”",
    "If": "begin with “Whether”, or put the condition after the verb",
    "Of": "put the noun first: “The first of …”",
    "To be": "use an imperative, or “Expects …” below the first line",
    "Not": "say what it is or does: “Refuse …”, “Without …”",
    "From": "put the noun first: “Attacks from …”",
    "How": "name it: “Number of …”, “Way in which …”, “Choices of …”",
    "Why": "name it: “Reason for …”",
}
OPENER = re.compile(rf"(?:{'|'.join(OPENERS)})\b")
# A sentence may end within quotation marks or brackets.
SENTENCE_END = re.compile(r"[.:!?…][)\]”’\"'`*]*$")
# Phrase (a regular expression, in any case of letters) -> advice.
BANNED = {
    "(?:that|which|it|they) (?:is|are) (?-i:none)": "the noun: “is not an order”, “is invalid”",
    "whom? (?:it|he|she|they) (?:is|are|was|were) told": "“the message shown to …”",
    "(?:is|are) told now": "“is notified”, “valid”",
    "who is believed": "“trusted”: “CAs that the system trusts”",
    "one hopes": "the fact, or the expectation and its reason",
    "thinks? better of (?:it|that)": "“cancels”, “changes their mind”",
    "left to (?:itself|himself|herself|themselves)": "“without intervention”, “unattended”",
    "those whom": "“the people whom”, “the powers that”",
    "(?:what|where|when|how) who": "the person first: “a person who …”",
    "none but": "“only”",
}
# Comments may break a phrase over two lines.
GAP = r"[\s#]+"
PHRASES = {
    phrase: re.compile(rf"\b{phrase.replace(' ', GAP)}\b", re.IGNORECASE) for phrase in BANNED
}
ANY_PHRASE = re.compile("|".join(each.pattern for each in PHRASES.values()), re.IGNORECASE)
# The tables of docs/contributing.md quote what not to write.
EXAMPLES = re.compile(r"^\| instead of .*\n(?:\|.*\n?)*", re.MULTILINE)
Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Text(NamedTuple):
    """A docstring, a block of comments or a document, from `line` (from 1) of its file.

    `kind` is “docstring”, “attribute” (a string below an assignment), “comment” or “document”.
    """

    kind: str
    line: int
    text: str


@cache
def sources() -> list[Path]:
    """The tracked Python files and documents, by their path in the project."""
    tracked = subprocess.run(
        ["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    names = [Path(name) for name in tracked] or [
        *(path.relative_to(ROOT) for path in ROOT.glob("*.md")),
        *(path.relative_to(ROOT) for path in (ROOT / "docs").glob("*.md")),
        *(path.relative_to(ROOT) for room in FOLDERS for path in (ROOT / room).rglob("*.py")),
    ]
    return [name for name in names if (ROOT / name).exists()]


def string_in(node: ast.stmt) -> str | None:
    """The text of a statement that is only a string, otherwise None."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        value = node.value.value
        return value if isinstance(value, str) else None
    return None


def definitions(module: ast.Module) -> Iterator[Definition]:
    """Yield a module, its classes and its functions, also nested ones.

    Only statements are visited: that is much faster than `ast.walk`, which visits expressions too.
    """
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Definition):
            yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, name, ())
            waiting += below if isinstance(below, list) else ()


def docstrings(source: str) -> Iterator[Text]:
    """Yield the docstrings of modules, classes and functions, and the strings below assignments."""
    for node in definitions(ast.parse(source)):
        first = string_in(node.body[0]) if node.body else None
        if first is not None:
            yield Text("docstring", node.body[0].lineno, first.strip())
        for before, statement in pairwise(node.body):
            below = string_in(statement)
            if below is not None and isinstance(before, ast.Assign | ast.AnnAssign):
                yield Text("attribute", statement.lineno, below.strip())


def comments(source: str) -> Iterator[Text]:
    """Yield the comments; those on neighbouring lines are one text."""
    start, lines = 0, list[str]()
    for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__):
        if token.type != tokenize.COMMENT:
            continue
        if lines and token.start[0] != start + len(lines):
            yield Text("comment", start, "\n".join(lines))
            lines = []
        if not lines:
            start = token.start[0]
        lines.append(token.string)
    if lines:
        yield Text("comment", start, "\n".join(lines))


def first_line_problems(found: Text) -> Iterator[str]:
    """Yield the problems of the first line of a docstring."""
    first = found.text.partition("\n")[0].strip()
    opener = OPENER.match(first)
    if opener:
        yield f"“{first}” begins with {opener[0]}: {OPENERS[opener[0]]}"
    if found.kind == "docstring" and not SENTENCE_END.search(first):
        yield f"“{first}” is not a whole sentence: shorten it, and put the rest into a paragraph"


def phrase_problems(found: Text) -> Iterator[tuple[int, str]]:
    """Yield the banned phrases in a text, each with its line."""
    if not ANY_PHRASE.search(found.text):
        return
    for phrase, pattern in PHRASES.items():
        for match in pattern.finditer(found.text):
            line = found.line + found.text.count("\n", 0, match.start())
            words = re.sub(r"[\s#]+", " ", match[0])
            yield line, f"instead of “{words}” write {BANNED[phrase]}"


def texts_in(path: Path, source: str) -> Iterator[Text]:
    """Yield all texts of a file that are checked."""
    if path.suffix == ".md":
        yield Text("document", 1, EXAMPLES.sub(lambda table: "\n" * table[0].count("\n"), source))
        return
    yield from docstrings(source)
    # Reading tokens is slow, and few files have such a phrase anywhere.
    if ANY_PHRASE.search(source):
        yield from comments(source)


def problems(path: Path, source: str) -> list[str]:
    """The offences in a file, one line each: place, text, and advice."""
    found = []
    for text in texts_in(path, source):
        if text.kind in {"docstring", "attribute"}:
            found += [(text.line, problem) for problem in first_line_problems(text)]
        found += phrase_problems(text)
    return [f"{path}:{line}: {problem}" for line, problem in sorted(found)]


def test_docstrings_comments_and_documents_are_plain() -> None:
    assert len(sources()) > 600
    found = [
        line for path in sources() for line in problems(path, (ROOT / path).read_text("utf-8"))
    ]
    assert not found, "\n".join(["see “Prose” in docs/contributing.md:", *found])


PYTHON = Path("module.py")


@pytest.mark.parametrize("opener", OPENERS)
def test_a_docstring_that_begins_with_a_relative_word_is_found(opener: str) -> None:
    lines = problems(PYTHON, f'def move():\n    """{opener} an army moved."""\n')
    assert len(lines) == 1
    assert lines[0].startswith("module.py:2: ")
    assert OPENERS[opener] in lines[0]


@pytest.mark.parametrize(
    "planted",
    [
        '"""Where units stand."""\n',
        'class Board:\n    """Whom it is about."""\n',
        'async def move():\n    """If it moved."""\n',
        'class Board:\n    def move(self):\n        """Why it failed."""\n',
        'SIZE = 1\n"""How many there are."""\n',
        'class Board:\n    size: int\n    """Those that count."""\n',
        'def move():\n    """The army, if it has\n    moved."""\n',
        'def move():\n    """Move an army"""\n',
        "# The order, none if it is none.\n",
        "size = 1  # It works, one hopes.\n",
        "# The page shows a button to a person who thinks\n# better of it.\n",
        'def move():\n    """Move an army.\n\n    Left to itself, it holds.\n    """\n',
    ],
)
def test_a_planted_offence_is_found(planted: str) -> None:
    assert len(problems(PYTHON, planted)) == 1


@pytest.mark.parametrize("phrase", ["what who", "None if it is none", "those\nwhom", "one hopes"])
def test_a_banned_phrase_is_found_in_a_document(phrase: str) -> None:
    lines = problems(Path("docs/page.md"), f"# Title\n\nHere is {phrase} said.\n")
    assert lines
    assert all(line.startswith("docs/page.md:3: ") for line in lines)


@pytest.mark.parametrize(
    "accepted",
    [
        '"""Whether an army moved; None if there is none."""\n',
        'def move():\n    """Asks for a province: “Where to?”"""\n',
        'def move():\n    """Frontiers of a province.\n\n    Where two meet …\n    """\n',
        'SIZE = 1\n"""Units on a board, if it has\nany."""\n',
        'NAME = """What a text says is not a docstring."""\n',
        "# If it moved, one unit is left.\n",
        'print("one hopes that this string is not a comment")\n',
        'def move():\n    """Howitzers and Notaries are whole words."""\n',
    ],
)
def test_plain_prose_passes(accepted: str) -> None:
    assert problems(PYTHON, accepted) == []


def test_a_table_of_examples_may_quote_a_banned_phrase() -> None:
    page = "| instead of | write |\n|---|---|\n| one hopes | it is |\n\nOne hopes.\n"
    assert [line.split(": ")[0] for line in problems(Path("a.md"), page)] == ["a.md:5"]
