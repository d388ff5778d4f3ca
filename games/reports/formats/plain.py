"""A report as plain text; failed orders have a cross before them."""

from collections.abc import Iterator

from ..layout import LaidOutReport, Line, PowerGroup, PowerTable, Remarks

FAILED = "✗"


def write(laid_out: LaidOutReport) -> str:
    return "\n\n".join(_blocks(laid_out)) + "\n"


def _blocks(laid_out: LaidOutReport) -> Iterator[str]:
    yield f"{laid_out.title}\n{laid_out.address}"
    if laid_out.picture:
        yield laid_out.picture
    yield from laid_out.notes
    if laid_out.comment:
        yield _comment(laid_out.comment)
    if laid_out.legend:
        yield f"{FAILED} {laid_out.legend}"
    yield from map(_group, laid_out.groups)
    yield from map(_table, laid_out.tables)


def _comment(comment: Remarks) -> str:
    return "\n".join([f"{comment.heading}:", *(f"  {line}" for line in comment.lines)])


def _group(group: PowerGroup) -> str:
    return "\n".join([f"{group.power}:", *map(_order, group.lines)])


def _order(line: Line) -> str:
    return f"{FAILED if line.failed else ' '} {line.order} {line.remark}".rstrip()


def _table(table: PowerTable) -> str:
    return "\n".join([table.heading, *(f"  {power}: {text}" for power, text in table.rows)])
