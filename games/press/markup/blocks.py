"""Markdown's blocks as people who know forums mean them.

A line belongs to a quotation or to a list's item if it says so: what stands in the line below them
is a text of its own. Both are nested so deep at most; what is deeper is text.
"""

from collections.abc import Callable
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, list_block

# In the parser's levels, of which a list takes two. Where the parser's own bound is reached, it
# drops what follows.
DEEPEST = 12
_Rule: TypeAlias = Callable[[StateBlock, int, int, bool], bool]


def install(parser: MarkdownIt) -> None:
    """Make these rules part of `parser`."""
    rules = parser.block.ruler
    rules.at("blockquote", _bounded(blockquote), {"alt": ["paragraph", "blockquote", "list"]})
    rules.at("list", _bounded(list_block), {"alt": ["paragraph", "blockquote"]})
    rules.at("paragraph", _paragraph)
    rules.before("paragraph", "end of quotation", _end_of_quotation, {"alt": ["blockquote"]})


def _bounded(rule: _Rule) -> _Rule:
    def bounded(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        return state.level < DEEPEST and rule(state, line, end, silent)

    return bounded


def _end_of_quotation(_state: StateBlock, _line: int, _end: int, silent: bool) -> bool:
    """Any line without a mark ends a quotation: this rule is asked there, and only looks."""
    return silent


def _paragraph(state: StateBlock, line: int, _end: int, _silent: bool) -> bool:
    """A paragraph as typed, up to a blank line, another block, or a line left of its item's."""
    others = state.md.block.ruler.getRules("paragraph")
    end, kept, state.parentType = line + 1, state.parentType, "paragraph"
    while (
        end < state.lineMax
        and not state.isEmpty(end)
        and state.sCount[end] >= state.blkIndent
        and not any(rule(state, end, state.lineMax, True) for rule in others)
    ):
        end += 1
    state.line, state.parentType = end, kept
    state.push("paragraph_open", "p", 1).map = [line, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(line, end, state.blkIndent, False)
    inline.map, inline.children = [line, end], []
    state.push("paragraph_close", "p", -1)
    return True
