"""Orders and provinces in the text of a letter, marked so that a script can show where they are."""

from html import escape

from .. import wording


def marked(text: str, language: str) -> str:
    """The HTML of a mere text. `language` is that of the game: in it most letters are written."""
    pieces: list[str] = []
    done = 0
    for mention in wording.mentions(text, language):
        pieces.append(escape(text[done : mention.start]))
        arrow = f' data-arrow="{" ".join(mention.arrow)}"' if mention.arrow else ""
        provinces = " ".join(mention.provinces)
        pieces.append(f'<span class="markup-place" data-provinces="{provinces}"{arrow}>')
        pieces.append(f"{escape(text[mention.start : mention.end])}</span>")
        done = mention.end
    return "".join([*pieces, escape(text[done:])])
