"""The text box of a form that was not sent."""

from games.web.forms.orders import TextForm, text_box


def test_it_is_the_field_of_the_form() -> None:
    form = TextForm(initial={"text": "A PAR - BUR & <b>"}, auto_id="id_france_%s")
    assert text_box("A PAR - BUR & <b>", "id_france_%s") == str(form["text"])
