"""A report in the Markdown that Discord, GitHub and Discourse read alike.

No sign underlines in all of them. Two underscores do so in Discord and make bold in the others:
they mark a failed order everywhere, as long as nothing else is bold.
"""

import re
from collections.abc import Iterator

from .layout import Chart, Group, Line, Sheet

# What may have a meaning in the middle of a line, tables, formulas and entities included.
_SIGNS = re.compile(r"[\\`*_{}\[\]<>~|&$#]")


def write(sheet: Sheet) -> str:
    return "\n\n".join(_blocks(sheet)) + "\n"


def escape(text: str) -> str:
    """A text that means itself after other text of its line, and calls nobody by an @."""
    return _SIGNS.sub(r"\\\g<0>", text).replace("@", "＠")


def _blocks(sheet: Sheet) -> Iterator[str]:
    title = escape(sheet.title)
    yield f"# [{title}]({sheet.address})"
    if sheet.picture:
        yield f"![{title}]({sheet.picture})"
    yield from (f"*{escape(note)}*" for note in sheet.notes)
    if sheet.legend:
        yield f"__{escape(sheet.legend)}__"
    yield from map(_group, sheet.groups)
    yield from map(_chart, sheet.charts)


def _group(group: Group) -> str:
    return "\n".join([f"### {escape(group.power)}", *map(_order, group.lines)])


def _order(line: Line) -> str:
    order = escape(line.order)
    marked = f"__{order}__" if line.failed else order
    return f"- {marked} {escape(line.remark)}".rstrip()


def _chart(chart: Chart) -> str:
    rows = [f"- *{escape(power)}*: {escape(text)}" for power, text in chart.rows]
    return "\n".join([f"## {escape(chart.heading)}", *rows])
