"""A report as an HTML fragment for any page; it needs no style sheet."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..layout import LaidOutReport, Line, PowerGroup, PowerTable, Remarks


def write(laid_out: LaidOutReport) -> str:
    # A plain `str`, so that a page that shows the source escapes it.
    return "".join(article(laid_out))


def article(laid_out: LaidOutReport) -> SafeString:
    blocks = format_html_join("\n", "{}", ((block,) for block in _blocks(laid_out)))
    return format_html('<article lang="{}">\n{}\n</article>\n', laid_out.language, blocks)


def _blocks(laid_out: LaidOutReport) -> Iterator[SafeString]:
    yield format_html('<h2><a href="{}">{}</a></h2>', laid_out.address, laid_out.title)
    if laid_out.picture:
        yield format_html('<p><img src="{}" alt="{}"></p>', laid_out.picture, laid_out.title)
    for note in laid_out.notes:
        yield format_html("<p>{}</p>", note)
    if laid_out.comment:
        yield _comment(laid_out.comment)
    if laid_out.legend:
        yield format_html("<p><u>{}</u></p>", laid_out.legend)
    yield from map(_group, laid_out.groups)
    yield from map(_table, laid_out.tables)


def _comment(comment: Remarks) -> SafeString:
    lines = format_html_join("\n", "<p>{}</p>", ((line,) for line in comment.lines))
    return format_html("<h3>{}</h3>\n<blockquote>\n{}\n</blockquote>", comment.heading, lines)


def _group(group: PowerGroup) -> SafeString:
    items = format_html_join("\n", "<li>{}</li>", ((_order(line),) for line in group.lines))
    return format_html("<h3>{}</h3>\n<ul>\n{}\n</ul>", group.power, items)


def _order(line: Line) -> SafeString:
    marked = format_html("<u>{}</u>" if line.failed else "{}", line.order)
    return format_html("{} {}", marked, line.remark) if line.remark else marked


def _table(table: PowerTable) -> SafeString:
    items = format_html_join("\n", "<li><b>{}</b>: {}</li>", table.rows)
    return format_html("<h3>{}</h3>\n<ul>\n{}\n</ul>", table.heading, items)
