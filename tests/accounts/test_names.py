import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import spelling


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("  Anna ", "Anna"),
        ("Anna \t  of\u00a0Kiel", "Anna of Kiel"),
        ("Ａｎｎａ", "Anna"),
        ("Ana\u0301", "Aná"),
    ],
)
def test_a_name_is_kept_in_one_form(typed, tidy):
    assert spelling.normalize(typed) == tidy


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Иван Вазов",
        "José-María",
        "O’Neill",
        "Анна 2",
        "李雷",
        "Annaさん",
        "Алёна 雷",
        "ʻIolani",
        "Մարիամ",
        "Zoë 🙂",
        "नेहा",
    ],
)
def test_names_of_many_languages_are_taken(name):
    spelling.validate(spelling.normalize(name))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("An\u202ena", "invisible"),
        ("An\u200bna", "invisible"),
        ("An\x00na", "invisible"),
        ("An\u3164na", "invisible"),
        ("An\ue000na", "invisible"),
        ("---", "empty"),
        ("anna@example.org", "address"),
        ("Аnna", "mixed"),
        ("Ꭺdmin", "mixed"),
        ("Аԁmіո", "mixed"),
        ("Κοռα", "mixed"),
        ("ꓮnna", "mixed"),
        ("Annא", "mixed"),
        ("An" + "\u0336" * 3 + "na", "marks"),
    ],
)
def test_a_name_that_deceives_is_refused(name, code):
    with pytest.raises(ValidationError) as refused:
        spelling.validate(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "aNNa"),
        ("ИВАН", "иван"),
        ("Straße", "STRASSE"),
        ("Ace", "Асе"),
        ("Jose\u0301", "JOSÉ"),
        ("An  na", "an na"),
        ("Admin A", "Admın A"),
        ("Admin A", "Аdmіn А"),
        ("Admin A", "AdmIn A"),
        ("Admin A", "Admln A"),
        ("Admin A", "Adm1n A"),
        ("Admin A", "Adrnin A"),
        ("Admin A", "AᴅᴍɪΝ A"),
        ("ADMİN", "admin"),
        ("Otto", "0tt0"),
        ("Noa", "Νοα"),
        ("Yoko", "Υοκο"),
        ("Paul", "Pɑul"),
        ("Зоя", "3оя"),
        ("Боян", "6оян"),
        ("èé", "ѐе\u0301"),
        ("á", "ά"),
    ],
)
def test_names_that_read_the_same_share_a_key(one, other):
    assert spelling.comparison_key(one) == spelling.comparison_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Иван", "Стоян"), ("Jose", "José"), ("A1", "A2"), ("Nina", "Vina")],
)
def test_names_that_read_differently_have_two_keys(one, other):
    assert spelling.comparison_key(one) != spelling.comparison_key(other)


@given(st.text(max_size=60))
def test_tidying_twice_changes_nothing_more(text):
    once = spelling.normalize(text)
    assert spelling.normalize(once) == once
    assert spelling.comparison_key(text) == spelling.comparison_key(once)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=spelling.MAX_LENGTH))
def test_the_key_of_an_allowed_name_fits_its_column(text):
    name = spelling.normalize(text)
    if len(name) <= spelling.MAX_LENGTH:
        column = User._meta.get_field("name_key").max_length
        assert column is not None
        assert len(spelling.comparison_key(name)) <= column
