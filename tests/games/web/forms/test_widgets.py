import pytest
from django import forms
from django.test.html import parse_html

from games.web.forms.widgets import FastSelect, FastTextarea

CHOICES = [
    ("", "no order: it holds"),
    ("Move", [("A PAR - BUR", "move to Burgundy"), ("A PAR - PIC", "move to Picardy")]),
    ('"Support" & <more>', [("A PAR S A MAR", 'support "Army" <Marseilles>')]),
    ("", [("WAIVE", "build nothing")]),
    ("<sent>", "<sent>"),
]


@pytest.mark.parametrize("value", ["", None, "A PAR - PIC", "WAIVE", "<sent>", "not offered"])
def test_many_choices_are_written_as_django_writes_them(value: str | None):
    attributes = {"id": 'a "name"', "disabled": True, "aria-invalid": "true", "hidden": False}
    ours, theirs = (
        widget(choices=CHOICES).render("unit-PAR", value, attributes)
        for widget in (FastSelect, forms.Select)
    )
    assert parse_html(ours) == parse_html(theirs)
    assert ours.count("selected") == theirs.count("selected")


@pytest.mark.parametrize("value", ["", None, "A PAR - BUR\nF BRE H", "\nblank line", '<b> "&"'])
def test_a_text_box_is_written_as_django_writes_it(value: str | None):
    attributes = {"id": 'a "name"', "required": True, "spellcheck": "false", "hidden": False}
    ours, theirs = (
        widget(attrs={"rows": 8}).render("text", value, attributes)
        for widget in (FastTextarea, forms.Textarea)
    )
    assert parse_html(ours) == parse_html(theirs)
    assert ours.partition(">\n")[2] == theirs.partition(">\n")[2].rstrip("\n")
