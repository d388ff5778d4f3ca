"""A report in the Markdown that Discord, GitHub and Discourse have in common.

None of its marks underlines in all of them. Two underscores underline in Discord and make bold
text in the others, so they mark failed orders everywhere, as long as nothing else is bold.
"""

import re
from collections.abc import Iterator

from ..layout import LaidOutReport, Line, PowerGroup, PowerTable, Remarks

# Characters with a meaning inside a line, also in tables, formulas and entities.
_SIGNS = re.compile(r"[\\`*_{}\[\]<>~|&$#]")
_LIST_NUMBER = re.compile(r"([0-9]+)([.)])")


def write(laid_out: LaidOutReport) -> str:
    return "\n\n".join(_blocks(laid_out)) + "\n"


def escape(text: str) -> str:
    """The text escaped for use inside a line; @ is replaced, so that nobody is mentioned."""
    return _SIGNS.sub(r"\\\g<0>", text).replace("@", "＠")


def plain_start(line: str) -> str:
    """An escaped line that begins no list and no heading."""
    if line.startswith(("+", "-", "=")):
        return f"\\{line}"
    return _LIST_NUMBER.sub(r"\1\\\2", line, count=1) if _LIST_NUMBER.match(line) else line


def _blocks(laid_out: LaidOutReport) -> Iterator[str]:
    title = escape(laid_out.title)
    yield f"# [{title}]({laid_out.address})"
    if laid_out.picture:
        yield f"![{title}]({laid_out.picture})"
    yield from (f"*{escape(note)}*" for note in laid_out.notes)
    if laid_out.comment:
        yield _comment(laid_out.comment)
    if laid_out.legend:
        yield f"__{escape(laid_out.legend)}__"
    yield from map(_group, laid_out.groups)
    yield from map(_table, laid_out.tables)


def _comment(comment: Remarks) -> str:
    lines = "\n>\n".join(f"> {plain_start(escape(line))}" for line in comment.lines)
    return f"## {escape(comment.heading)}\n{lines}"


def _group(group: PowerGroup) -> str:
    return "\n".join([f"### {escape(group.power)}", *map(_order, group.lines)])


def _order(line: Line) -> str:
    order = escape(line.order)
    marked = f"__{order}__" if line.failed else order
    return f"- {marked} {escape(line.remark)}".rstrip()


def _table(table: PowerTable) -> str:
    rows = [f"- *{escape(power)}*: {escape(text)}" for power, text in table.rows]
    return "\n".join([f"## {escape(table.heading)}", *rows])
