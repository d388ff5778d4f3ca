"""A report in the BBCode that every phpBB knows: b, i, u, url and img alone."""

from collections.abc import Iterator

from .layout import Chart, Group, Line, Sheet

# There is no way to write a bracket of a tag that means itself. These look like it and are none.
BRACKETS = str.maketrans({"[": "［", "]": "］"})


def write(sheet: Sheet) -> str:
    return "\n\n".join(_blocks(sheet)) + "\n"


def escape(text: str) -> str:
    """A text that no forum reads as tags."""
    return text.translate(BRACKETS)


def _blocks(sheet: Sheet) -> Iterator[str]:
    yield f"[b][url={sheet.address}]{escape(sheet.title)}[/url][/b]"
    if sheet.picture:
        yield f"[img]{sheet.picture}[/img]"
    yield from map(escape, sheet.notes)
    if sheet.legend:
        yield f"[u]{escape(sheet.legend)}[/u]"
    yield from map(_group, sheet.groups)
    yield from map(_chart, sheet.charts)


def _group(group: Group) -> str:
    return "\n".join([f"[b]{escape(group.power)}[/b]", *map(_order, group.lines)])


def _order(line: Line) -> str:
    order = escape(line.order)
    marked = f"[u]{order}[/u]" if line.failed else order
    return f"{marked} {escape(line.remark)}".rstrip()


def _chart(chart: Chart) -> str:
    rows = [f"[b]{escape(power)}[/b]: {escape(text)}" for power, text in chart.rows]
    return "\n".join([f"[i]{escape(chart.heading)}[/i]", *rows])
