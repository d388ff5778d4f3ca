"""Quotations of one message in another."""

import pytest
from hypothesis import given

from games.wording.markup import quote, render, tags

from .test_attacks import messages


@given(messages)
def test_what_is_quoted_cannot_get_out_of_its_quotation(text: str):
    [block] = tags.divide(quote(text, "FRANCE"))
    assert isinstance(block, tags.Block)
    assert (block.kind, block.value) == ("quote", "FRANCE")


@pytest.mark.parametrize(
    "text", ["[/quote]x", "[quote]x", "[quote]y[/quote][/quote]", "```\nx", "~~~~\n[quote]", "`x"]
)
def test_what_follows_a_quotation_is_not_part_of_it(text: str):
    html = render(f"{quote(text, 'FRANCE')}And now?")
    assert html.endswith("</blockquote><p>And now?</p>")
    assert html.count("<blockquote") == text.count("[quote]y") + 1
