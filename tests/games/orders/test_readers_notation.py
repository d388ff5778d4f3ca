"""One game, read by people who write orders differently: each sees it in their own notation."""

import html
import re

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import notation
from adjudicator import LANGUAGES, OrderSyntaxError, parse_canonical, standard_board
from adjudicator.notation import render
from adjudicator.notation.advice import Advice
from adjudicator.reasons import ADVICE
from adjudicator.terms import PhaseType
from games import wording
from games.adjudication import due_phases
from games.models import Game, Phase
from games.notifications.mail import delivery
from games.orders import choices as orders_choices

from ... import factories
from .test_submission import submit

BOARD = standard_board()
POSITION = {
    "units": {
        "FRANCE": ["A PAR", "A MAR", "F SPA/SC"],
        "GERMANY": ["A MUN", "A RUH"],
        "ITALY": ["A PIE"],
    }
}
SHEETS = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F SPA/SC - LYO"],
    "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
    "ITALY": ["A PIE S A MAR"],
}
# Texts that a reader finds: orders, sentences, explanations, titles and names on the map.
SEEN = {
    "en": (
        "A MAR S A PAR - BUR",
        "F SPA/SC - LYO",
        "A PIE S French A MAR",
        "Army Piedmont supports French army Marseilles",
        "a standoff with Army Munich: strength 2 (with Army Marseilles) against 2 (with Army Ruhr)",
        "<title>France: A PAR - BUR (failed)</title>",
        "<title>Fleet Spain (south coast) (France)</title>",
        ">PARIS</text>",
        ">sc</text>",
    ),
    "it": (
        "A Mar APP A Par-Bor",
        "F Spa (Cs)-Gle",
        "A Pie APP A francese Mar",
        "Armata Piemonte appoggia armata francese Marsiglia",
        "uno stallo con Armata Monaco: forza 2 (con l’appoggio di Armata Marsiglia) contro 2",
        "<title>Francia: A Par-Bor (fallito)</title>",
        "<title>Flotta Spagna (costa sud) (Francia)</title>",
        ">PARIGI</text>",
    ),
    "bg": (
        "А Мар П А Пар-Бур",
        "Ф Исп (юб)-ЛиЗ",
        "А Пие П френска А Мар",
        "Армия Пиемонт подкрепя френска армия Марсилия",
        "патова ситуация с Армия Мюнхен: сила 2 (с подкрепа от Армия Марсилия) срещу 2",
        "<title>Франция: А Пар-Бур (неуспешна)</title>",
        "<title>Флота Испания (южен бряг) (Франция)</title>",
        ">ПАРИЖ</text>",
        ">юб</text>",
    ),
}
CANONICAL = [order for sheet in SHEETS.values() for order in sheet]
"""Texts that only readers of English see: their notation has the same codes."""


@pytest.fixture
def resolved(game: Game) -> Phase:
    """A spring in which two supported attacks meet and a foreign unit is supported."""
    phase = factories.set_up_position(game, "S1902M", **POSITION)
    for power, sheet in SHEETS.items():
        submit(game, power, *sheet)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    return phase


def reader(language: str, chosen: str = "") -> Client:
    person = factories.person(language=language, notation=chosen)
    client = Client()
    client.force_login(person)
    return client


def page_of(phase: Phase, client: Client) -> str:
    """Return a page without the codes by which scripts find lines."""
    page = client.get(phase.get_absolute_url()).content.decode()
    return html.unescape(re.sub(r' data-order="[^"]*"', "", page))


def test_the_examples_that_people_choose_by_are_what_the_rules_write() -> None:
    order = parse_canonical("A MAR S A PAR - BUR")
    assert {code: render(order, code) for code in LANGUAGES} == notation.EXAMPLES


@pytest.mark.parametrize("language", SEEN)
def test_one_page_shows_each_account_its_own_notation(resolved: Phase, language: str) -> None:
    page = page_of(resolved, reader(language))
    others = [text for code, texts in SEEN.items() if code != language for text in texts]
    others += [] if language == "en" else CANONICAL
    assert [text for text in SEEN[language] if text not in page] == []
    assert [text for text in others if text in page] == []


def test_a_stranger_reads_the_notation_of_the_browsers_language(resolved: Phase) -> None:
    for language, texts in SEEN.items():
        answer = Client().get(resolved.get_absolute_url(), headers={"accept-language": language})
        assert texts[0] in html.unescape(answer.content.decode())


def test_a_chosen_notation_writes_orders_and_names_on_pages_of_another_language(
    resolved: Phase,
) -> None:
    page = page_of(resolved, reader("it", "es"))
    for text in (
        '<code class="order">E Mar A E Par-Bor</code>',
        "Ejército Piamonte apoya a ejército francés Marsella.",
        "uno stallo con Ejército Munich: forza 2",  # the reader's notation inside
        "<title>Francia: E Par-Bor (fallito)</title>",
        ">PARÍS</text>",
        "Primavera 1902, movimento",
    ):
        assert text in page, text
    assert [text for text in (*SEEN["it"], *CANONICAL) if text in page] == []


def test_pages_that_are_read_in_turn_do_not_mix(resolved: Phase) -> None:
    """No cache gives one reader's notation to the next, in either order."""
    readers = {code: reader(code) for code in SEEN}
    pages = [(code, page_of(resolved, readers[code])) for code in ("it", "bg", "en", "it", "en")]
    for code, page in pages:
        assert SEEN[code][0] in page
    assert pages[0][1].count("<title>") == pages[3][1].count("<title>")


def map_of(phase: Phase, client: Client, **headers: str) -> tuple[int, str]:
    place = reverse("games:board", args=[phase.game.slug, phase.code])
    answer = client.get(place, headers=headers)
    return answer.status_code, html.unescape(answer.content.decode())


def test_no_cached_map_tells_another_notation(resolved: Phase) -> None:
    """The URL of the map is the same for all notations, the ETags differ.

    So no cache can give a reader the map of another reader, or their own map in an earlier
    notation.
    """
    place = reverse("games:board", args=[resolved.game.slug, resolved.code])
    person = factories.person(language="it")
    client = Client()
    client.force_login(person)
    answer = client.get(place)
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Accept-Language" in answer["Vary"]
    assert "Cookie" in answer["Vary"]
    assert not {"Last-Modified", "Expires"} & set(answer.headers)
    assert "Francia: A Par-Bor" in answer.content.decode()
    assert map_of(resolved, client, if_none_match=answer["ETag"]) == (304, "")

    type(person).objects.filter(pk=person.pk).update(notation="bg")
    known = {"if_none_match": answer["ETag"], "if_modified_since": NEVER}
    status, changed = map_of(resolved, client, **known)
    assert status == 200
    assert "Francia: А Пар-Бур" in changed
    assert "Par-Bor" not in changed
    assert "France: A PAR - BUR" in map_of(resolved, reader("en"))[1]


NEVER = "Fri, 31 Dec 9999 23:59:59 GMT"


def test_the_results_come_by_mail_in_the_notation_of_each_reader(game: Game) -> None:
    for power, language, chosen in (
        ("FRANCE", "it", ""),
        ("GERMANY", "it", "es"),
        ("ITALY", "bg", ""),
        ("TURKEY", "en", ""),
    ):
        holder = factories.holder(factories.seat(game, power))
        holder.language, holder.notation = language, chosen
        holder.save(update_fields=["language", "notation"])
    factories.set_up_position(game, "S1902M", **POSITION)
    for power, sheet in SHEETS.items():
        submit(game, power, *sheet)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        mail.outbox.clear()
        delivery.deliver_due()
    messages = [(message.to[0], str(message.body)) for message in mail.outbox]
    bodies = {to: body for to, body in messages if "/S1902M/" in body}

    def mail_of(power: str) -> str:
        return bodies[factories.holder(factories.seat(game, power)).email]

    assert "\n  A Marsiglia APP A Parigi-Borgogna\n" in mail_of("FRANCE")
    assert "\nItalia\n  A Piemonte APP A francese Marsiglia\n" in mail_of("FRANCE")
    assert "\n  E Marsella apoya E París-Borgoña\n" in mail_of("GERMANY")
    assert "\nFrancia\n  E París-Borgoña [fallisce]\n" in mail_of("GERMANY")
    assert "\n  А Марсилия подкрепя А Париж-Бургундия\n" in mail_of("ITALY")
    assert "\n  A Marseilles supports A Paris - Burgundy\n" in mail_of("TURKEY")
    assert not [text for text in CANONICAL for body in bodies.values() if text in body]


def test_the_form_names_all_in_the_readers_notation_and_sends_canonical_text(game: Game) -> None:
    phase = factories.set_up_position(game, "S1902M", **POSITION)
    france = factories.seat(game, "FRANCE")
    with translation.override("it"), notation.override("es"):
        rows = {row.key: row for row in orders_choices.rows(phase, france)}
        choices = dict(choice for _heading, group in rows["unit-MAR"].groups for choice in group)
    assert rows["unit-SPA"].label == "Flota España (costa sur)"
    assert choices["A MAR S A PAR - BUR"] == "appoggiare Ejército París verso Borgoña"
    assert choices["A MAR - GAS"] == "spostarsi verso Gascuña"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_holds_what_is_stored_as_its_reader_writes_it_and_sent_back_it_is_the_same(
    game: Game, language: str
) -> None:
    factories.set_up_position(game, "S1902M", **POSITION)
    submit(game, "ITALY", *SHEETS["ITALY"])
    submit(game, "FRANCE", *SHEETS["FRANCE"])
    for power in ("ITALY", "FRANCE"):
        seat = factories.seat(game, power)
        holder = factories.holder(seat)
        holder.language = language
        holder.save(update_fields=["language"])
        client = Client()
        client.force_login(holder)
        url = reverse("games:orders", args=[game.slug, "S1902M", power])
        found = re.search(
            r"<textarea[^>]*>(.*?)</textarea>", client.get(url).content.decode(), re.S
        )
        assert found
        box = html.unescape(found[1]).strip()
        assert language == "en" or not set(box.splitlines()) & set(SHEETS[power])
        assert client.post(url, {"mode": "text", "text": box}).status_code == 302
        stored = seat.orders.order_by("pk").values_list("text", flat=True)
        assert list(stored) == SHEETS[power]


def test_choices_stand_in_the_order_in_which_they_are_read(game: Game) -> None:
    phase = factories.set_up_position(game, "S1902M", **POSITION)
    for language in LANGUAGES:
        with translation.override(language):
            rows = orders_choices.rows(phase, factories.seat(game, "FRANCE"))
        for row in rows:
            for _heading, group in row.groups:
                words = [words for _text, words in group]
                assert words == sorted(words)


def test_what_is_wrong_with_an_order_is_said_in_short_names(game: Game) -> None:
    client = Client()
    france = factories.holder(factories.seat(game, "FRANCE"))
    france.language = "bg"
    france.save(update_fields=["language"])
    client.force_login(france)
    url = reverse("games:orders", args=[game.slug, "S1901M", "FRANCE"])
    answer = client.post(url, {"mode": "rows", "unit-PAR": "A PAR - LON"})
    assert answer.status_code == 422
    assert "А Пар не граничи с провинция Лон." in answer.content.decode()


def test_the_orders_that_a_line_may_mean_are_told_apart_by_whole_names() -> None:
    readings = [parse_canonical("A BOH - GAL"), parse_canonical("F LON - WAL")]
    with translation.override("es"):
        said = wording.refusal(OrderSyntaxError.ambiguous("-Gal", readings), BOARD)
    assert said.endswith(": E Bohemia-Galicia; F Londres-Gales.")


def test_advice_is_given_in_the_readers_words() -> None:
    told = Advice("told_otherwise", {"unit": "A PAR", "order": "A PAR - BUR"})
    elsewhere = Advice("read_otherwise", {"language": "it", "order": "F NWY - NTH"})
    foreign = Advice("helps_foreign_unit", {"unit": "F SPA/SC", "power": "TURKEY"})
    with translation.override("es"):
        assert wording.advice(told, BOARD).endswith(
            "E Par le has dado otra orden: E París-Borgoña."
        )
        assert wording.advice(elsewhere, BOARD).endswith(
            "(Italiano) esto sería F Noruega-Mar del Norte."
        )
        assert "F Esp (cs)" in wording.advice(foreign, BOARD)
        assert "Turquía" in wording.advice(foreign, BOARD)


def test_every_advice_of_the_rules_can_be_told() -> None:
    params = {"unit": "A PAR", "power": "ITALY", "province": "BUR", "order": "A PAR H"}
    params |= {"language": "bg", "word": "Burgndy", "name": "Burgundy (BUR)"}
    for code in ADVICE:
        assert "%(" not in wording.advice(Advice(code, params), BOARD)


def test_provinces_are_listed_as_the_reader_writes_them_with_the_code_where_it_differs() -> None:
    with translation.override("es"):
        listed = dict(wording.provinces(BOARD))
    assert len(listed) == 75
    assert listed["Par"] == "París"
    assert listed["MNt"] == "Mar del Norte (NTH)"
    assert [*listed] == sorted(listed, key=str.casefold)


def test_a_stored_order_that_cannot_be_read_stands_as_it_is() -> None:
    assert wording.order_text("A PAR - XYZ", BOARD, PhaseType.MOVEMENT) == "A PAR - XYZ"


def test_an_order_given_in_winter_is_a_removal_and_one_after_a_battle_a_disbanding(
    game: Game,
) -> None:
    winter = factories.set_up_position(
        game, "W1902A", units={"FRANCE": ["A PAR"]}, centers={"FRANCE": []}
    )
    with translation.override("es"):
        assert wording.stored_orders(winter)("A PAR D") == "retira E Par"
        assert wording.order_text("A PAR D", BOARD, PhaseType.RETREAT) == "E Par se disuelve"
