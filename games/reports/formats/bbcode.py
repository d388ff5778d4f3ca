"""A report in BBCode, with the tags that every phpBB knows: b, i, u, url and img."""

from collections.abc import Iterator

from ..layout import LaidOutReport, Line, PowerGroup, PowerTable, Remarks

# BBCode cannot escape brackets: these characters only look like them.
BRACKETS = str.maketrans({"[": "［", "]": "］"})


def write(laid_out: LaidOutReport) -> str:
    return "\n\n".join(_blocks(laid_out)) + "\n"


def escape(text: str) -> str:
    """The text with brackets that no forum reads as tags."""
    return text.translate(BRACKETS)


def _blocks(laid_out: LaidOutReport) -> Iterator[str]:
    yield f"[b][url={laid_out.address}]{escape(laid_out.title)}[/url][/b]"
    if laid_out.picture:
        yield f"[img]{laid_out.picture}[/img]"
    yield from map(escape, laid_out.notes)
    if laid_out.comment:
        yield _comment(laid_out.comment)
    if laid_out.legend:
        yield f"[u]{escape(laid_out.legend)}[/u]"
    yield from map(_group, laid_out.groups)
    yield from map(_table, laid_out.tables)


def _comment(comment: Remarks) -> str:
    return "\n".join([f"[i]{escape(comment.heading)}[/i]", *map(escape, comment.lines)])


def _group(group: PowerGroup) -> str:
    return "\n".join([f"[b]{escape(group.power)}[/b]", *map(_order, group.lines)])


def _order(line: Line) -> str:
    order = escape(line.order)
    marked = f"[u]{order}[/u]" if line.failed else order
    return f"{marked} {escape(line.remark)}".rstrip()


def _table(table: PowerTable) -> str:
    rows = [f"[b]{escape(power)}[/b]: {escape(text)}" for power, text in table.rows]
    return "\n".join([f"[i]{escape(table.heading)}[/i]", *rows])
