"""The addresses by which a page of the sandbox is shared."""

from dataclasses import dataclass

from django.urls import reverse

from .... import wording
from ....core.links import absolute_url
from ....sandbox import address
from ....sandbox.line import Line


@dataclass(frozen=True)
class Sharing:
    """Addresses of a phase of a line. `report` is empty for the last position, which has none.

    `tag` shows the board in a message. `text` is the line as its address has it, and `title` a
    proposal for its title.
    """

    page: str
    png: str
    svg: str
    report: str
    tag: str
    text: str
    title: str


def sharing_of(line: Line, number: int) -> Sharing:
    """The addresses of the phase with this number, from 1; 0 is the last position."""
    text = address.write(line)
    page = page_url(text, number)
    return Sharing(
        page=page,
        png=reverse("games:sandbox_png", args=[text, number]),
        svg=reverse("games:sandbox_svg", args=[text, number]),
        report=reverse("games:sandbox_report", args=[text, number]) if number else "",
        tag=f"[board {absolute_url(page)}]",
        text=text,
        title=title_of(line),
    )


def page_url(text: str, number: int) -> str:
    """The address of a phase of the line with this text, as in `sharing_of`."""
    if number:
        return reverse("games:sandbox_results", args=[text, number])
    return reverse("games:sandbox_line", args=[text])


def title_of(line: Line) -> str:
    """A title for a line: its set-up and its last phase."""
    setup = wording.setup_name(line.start.setup.name)
    return f"{setup}: {wording.phase_name(line.position.phase)}"
