"""Rules for Markdown blocks, as people who know forums expect them.

A line belongs to a quotation or a list item only if it is marked so: a line without a mark below
them begins a new paragraph. Both are nested up to `DEEPEST`; deeper marks stay text.
"""

from collections.abc import Callable
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, list_block

# In the parser's levels, of which a list takes two. Must be below the parser's own limit
# (maxNesting): beyond that, the parser drops text.
DEEPEST = 12
_Rule: TypeAlias = Callable[[StateBlock, int, int, bool], bool]


def install(parser: MarkdownIt) -> None:
    """Add these rules to `parser`."""
    rules = parser.block.ruler
    rules.at("blockquote", _limited(blockquote), {"alt": ["paragraph", "blockquote", "list"]})
    rules.at("list", _limited(list_block), {"alt": ["paragraph", "blockquote"]})
    rules.at("paragraph", _paragraph)
    rules.before("paragraph", "end of quotation", _end_of_quotation, {"alt": ["blockquote"]})


def _limited(rule: _Rule) -> _Rule:
    def limited(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        return state.level < DEEPEST and rule(state, line, end, silent)

    return limited


def _end_of_quotation(_state: StateBlock, _line: int, _end: int, silent: bool) -> bool:
    """Let every line without a mark end a quotation.

    The parser asks this rule only whether a block begins here (`silent`); it never makes one.
    """
    return silent


def _paragraph(state: StateBlock, line: int, _end: int, _silent: bool) -> bool:
    """A paragraph up to a blank line, another block, or a line indented less than its list item."""
    others = state.md.block.ruler.getRules("paragraph")
    end, parent, state.parentType = line + 1, state.parentType, "paragraph"
    while (
        end < state.lineMax
        and not state.isEmpty(end)
        and state.sCount[end] >= state.blkIndent
        and not any(rule(state, end, state.lineMax, True) for rule in others)
    ):
        end += 1
    state.line, state.parentType = end, parent
    state.push("paragraph_open", "p", 1).map = [line, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(line, end, state.blkIndent, False)
    inline.map, inline.children = [line, end], []
    state.push("paragraph_close", "p", -1)
    return True
