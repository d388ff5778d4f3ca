"""The text of a mail that came as HTML alone, without what it quotes."""

from html.parser import HTMLParser

HIDDEN = {"head", "script", "style", "title", "template"}
QUOTES = {"gmail_quote", "gmail_quote_container", "gmail_extra", "yahoo_quoted", "moz-cite-prefix"}
QUOTE_IDS = {"divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container"}
LINES = {"address", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6"}
LINES |= {"hr", "li", "ol", "p", "pre", "table", "tr", "ul"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Reader(HTMLParser):
    """Collects the text. `left_out` are the open elements inside one that is not read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.left_out: list[str] = []
        self.has_ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.left_out:
            if tag not in VOID:
                self.left_out.append(tag)
            return
        if tag in LINES:
            self.text.append("\n")
        given = dict(attrs)
        if (given.get("id") or "").lower() in QUOTE_IDS:  # all that follows is quoted
            self.has_ended = True
        classes = set((given.get("class") or "").split())
        if tag in HIDDEN or tag == "blockquote" or classes & QUOTES:
            self.left_out.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.left_out:  # elements that were left open inside end with it
            while self.left_out.pop() != tag:
                pass
        elif not self.left_out and tag in LINES:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.left_out and not self.has_ended:
            self.text.append(" ".join(data.split("\n")).replace("\xa0", " "))


def plain(html: str) -> str:
    """Return the text of an HTML document, a line for each block. Quotes are left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.text).split("\n"))
    return "\n".join(line for line in lines if line)
