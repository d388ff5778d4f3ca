"""A report as plain text: a failed order has a cross before it."""

from collections.abc import Iterator

from .layout import Chart, Group, Line, Sheet

FAILED = "✗"


def write(sheet: Sheet) -> str:
    return "\n\n".join(_blocks(sheet)) + "\n"


def _blocks(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.title}\n{sheet.address}"
    if sheet.picture:
        yield sheet.picture
    yield from sheet.notes
    if sheet.legend:
        yield f"{FAILED} {sheet.legend}"
    yield from map(_group, sheet.groups)
    yield from map(_chart, sheet.charts)


def _group(group: Group) -> str:
    return "\n".join([f"{group.power}:", *map(_order, group.lines)])


def _order(line: Line) -> str:
    return f"{FAILED if line.failed else ' '} {line.order} {line.remark}".rstrip()


def _chart(chart: Chart) -> str:
    return "\n".join([chart.heading, *(f"  {power}: {text}" for power, text in chart.rows)])
