"""A report as HTML that needs no style sheet: a piece to put into any page."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .layout import Chart, Group, Line, Sheet


def write(sheet: Sheet) -> str:
    # A text like the others: a page that shows its source escapes it.
    return "".join(article(sheet))


def article(sheet: Sheet) -> SafeString:
    blocks = format_html_join("\n", "{}", ((block,) for block in _blocks(sheet)))
    return format_html('<article lang="{}">\n{}\n</article>\n', sheet.language, blocks)


def _blocks(sheet: Sheet) -> Iterator[SafeString]:
    yield format_html('<h2><a href="{}">{}</a></h2>', sheet.address, sheet.title)
    if sheet.picture:
        yield format_html('<p><img src="{}" alt="{}"></p>', sheet.picture, sheet.title)
    for note in sheet.notes:
        yield format_html("<p>{}</p>", note)
    if sheet.legend:
        yield format_html("<p><u>{}</u></p>", sheet.legend)
    yield from map(_group, sheet.groups)
    yield from map(_chart, sheet.charts)


def _group(group: Group) -> SafeString:
    items = format_html_join("\n", "<li>{}</li>", ((_order(line),) for line in group.lines))
    return format_html("<h3>{}</h3>\n<ul>\n{}\n</ul>", group.power, items)


def _order(line: Line) -> SafeString:
    marked = format_html("<u>{}</u>" if line.failed else "{}", line.order)
    return format_html("{} {}", marked, line.remark) if line.remark else marked


def _chart(chart: Chart) -> SafeString:
    items = format_html_join("\n", "<li><b>{}</b>: {}</li>", chart.rows)
    return format_html("<h3>{}</h3>\n<ul>\n{}\n</ul>", chart.heading, items)
