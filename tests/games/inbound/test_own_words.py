"""The words that the writer of a mail typed, in the mails of many programs."""

import pytest

from games.inbound import html_text
from games.inbound.own_words import without_name, without_quotes
from tests.timing import timed

OWN = "A Par-Bur\nF Bre-MAO"
QUOTED = "> The Balkan table: your turn\n> A Mar H"

ANNOUNCEMENTS = {
    "English": "On Fri, 27 Nov 2026 at 10:00, Entente <entente@play.test> wrote:",
    "English in two lines": "On Fri, 27 Nov 2026 at 10:00, Entente\n<entente@play.test> wrote:",
    "Spanish": "El vie, 27 nov 2026 a las 10:00, Entente (<entente@play.test>) escribió:",
    "Italian": "Il giorno ven 27 nov 2026 alle ore 10:00 Entente <entente@play.test> ha scritto:",
    "Italian, short": "Il 27/11/2026 10:00, Entente ha scritto:",
    "Bulgarian": "На пт, 27.11.2026 г. в 10:00 Entente <entente@play.test> написа:",
    "Bulgarian, other": "пт, 27.11.2026 г., 10:00 ч. Entente <entente@play.test> пише:",
    "German": "Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Entente <entente@play.test>:",
}
OUTLOOK = {
    "English": "From: Entente\nSent: Friday, 27 November 2026 10:00\nTo: Mia",
    "English in bold": "*From:* Entente\n*Sent:* Friday, 27 November 2026 10:00",
    "English below a rule": "________________________________\nFrom: Entente\nSent: Friday",
    "Spanish": "De: Entente\nEnviado el: viernes, 27 de noviembre de 2026 10:00\nPara: Mia",
    "Italian": "Da: Entente\nInviato: venerdì 27 novembre 2026 10:00\nA: Mia",
    "Bulgarian": "От: Entente\nИзпратено: петък, 27 ноември 2026 г. 10:00\nДо: Mia",
    "original, English": "-----Original Message-----\nFrom: Entente",
    "original, Spanish": "-----Mensaje original-----\nDe: Entente",
    "original, Italian": "-----Messaggio originale-----\nDa: Entente",
    "original, Bulgarian": "-----Оригинално съобщение-----\nОт: Entente",
    "signature": "-- \nMia\n+49 30 1234",
}


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS.values(), ids=list(ANNOUNCEMENTS))
class TestQuotes:
    def test_below_is_left_out(self, announcement: str) -> None:
        assert without_quotes(f"{OWN}\n\n{announcement}\n\n{QUOTED}\n") == OWN

    def test_above_is_left_out(self, announcement: str) -> None:
        assert without_quotes(f"{announcement}\n{QUOTED}\n\n{OWN}\n") == OWN

    def test_without_marks_goes_on_to_the_end(self, announcement: str) -> None:
        assert without_quotes(f"{OWN}\n\n{announcement}\n\nA Mar H\n") == OWN


@pytest.mark.parametrize("rest", OUTLOOK.values(), ids=list(OUTLOOK))
def test_what_follows_copied_headers_or_a_signature_is_left_out(rest: str) -> None:
    assert without_quotes(f"{OWN}\n\n{rest}\n\nA Mar H\n") == OWN


@pytest.mark.parametrize(
    "said",
    [
        "Sent from my iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Изпратено от моя iPhone",
        "Get Outlook for Android<https://aka.ms/x>",
    ],
)
def test_what_a_telephone_adds_is_left_out(said: str) -> None:
    assert without_quotes(f"{OWN}\n\n{said}\n\n> On 27 Nov 2026, X wrote:\n> A Mar H") == OWN


@pytest.mark.parametrize(
    "text",
    [
        OWN,
        "From Spain: A Par-Bur\nF Bre-MAO",
        "On to the war\nA Par-Bur",
        "De Paris\nA Par-Bur",
        "Il Par-Bur",
        "--\nA Par-Bur",
        "Sent from my tent: A Par-Bur\nF Bre-MAO",
    ],
)
def test_what_only_looks_like_a_quote_stays(text: str) -> None:
    assert without_quotes(text) == text


def test_answers_between_quotes_stay_in_their_order() -> None:
    text = "> Paris?\nA Par-Bur\n> Brest?\nF Bre-MAO\n"
    assert without_quotes(text) == OWN


@pytest.mark.parametrize("last", ["Mia", "mia.", "– Mia Master", "MIA MASTER"])
def test_the_name_of_the_writer_is_left_out_at_the_end(last: str) -> None:
    assert without_name(f"{OWN}\n\n{last}\n", ["Mia Master"]) == OWN


@pytest.mark.parametrize("text", [OWN, f"Mia\n{OWN}", f"{OWN}\nMiriam", ""])
def test_other_last_lines_stay(text: str) -> None:
    assert without_name(text, ["Mia Master", ""]) == text


@pytest.mark.parametrize(
    "text", [" " * 1_000_000, "On " * 300_000, "-" * 1_000_000, "From: x\n" * 100_000]
)
def test_long_texts_take_no_longer_than_they_are(text: str) -> None:
    assert timed(lambda: without_quotes(text))[1] < 5


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>A Par-Bur</div><div>F Bre-MAO</div>", OWN),
        ("A Par-Bur<br>F Bre-MAO", OWN),
        ("<p>A Par-Bur</p><blockquote>A Mar H</blockquote><p>F Bre-MAO</p>", OWN),
        (f"<p>A&nbsp;Par-Bur<br>F Bre-MAO</p><div class='x gmail_quote'>{OWN}</div>", OWN),
        ("A Par-Bur<br>F Bre-MAO<div id=appendonsend></div><hr><p>A Mar H</p>", OWN),
        ("<style>A Mar H</style><script>A Mar H</script>A Par-Bur<br>F Bre-MAO", OWN),
        ("<ul><li>A Par-Bur<li>F Bre-MAO</ul>", OWN),
        ("<blockquote><p>A Mar H<blockquote>x</blockquote></blockquote>A Par-Bur", "A Par-Bur"),
        ("<blockquote>A Mar H", ""),
        ("A Par &lt;-&gt; Bur", "A Par <-> Bur"),
    ],
)
def test_html_becomes_lines_without_its_quotes(html: str, text: str) -> None:
    assert html_text.plain(html) == text
