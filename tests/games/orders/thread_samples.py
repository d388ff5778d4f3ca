"""Threads and mails as game masters paste them, and what may be taken from them.

The phase is S1901M. The players are Anna (Austria), Nell (England), Hans (France), Greta (Germany),
Ivo (Italy), Иван (Russia) and Tarik (Turkey).
"""

from dataclasses import dataclass, field

from games.orders.threads import Reason

FRANCE = ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
ENGLAND = ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"]


@dataclass(frozen=True)
class Sample:
    """A pasted text, the orders stored from it by power, and the lines skipped by reason.

    `ignored` are lines that the master ignores before the text is stored. Of a text with `asked`
    units nothing is stored before their questions are answered. `answers` are those to questions
    about sections, by the first line of each.
    """

    name: str
    text: str
    orders: dict[str, list[str]] = field(default_factory=dict)
    skipped: list[tuple[Reason, list[int]]] = field(default_factory=list)
    ignored: list[int] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    answers: dict[int, str] = field(default_factory=dict)


SAMPLES = [
    Sample(
        "phpBB, two posts, quote block",
        """Re: Game 12
Postby Hans » Fri Nov 27, 2026 8:12 am

[b]France[/b]
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

Re: Game 12
Postby Nell » Fri Nov 27, 2026 9:40 am

[quote="Hans"]France
A Par-Bur
A Mar S A Par-Bur[/quote]
England:
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
        [(Reason.QUOTED, [12, 13, 14])],
    ),
    Sample(
        "phpBB page as copied from the browser, whose quotes have no marks",
        """by Nell » Fri Nov 27, 2026 9:40 am
F Lon-NTH
F Edi-NWG
A Lvp-Yor

by Greta » Fri Nov 27, 2026 10:02 am
Nell wrote: ↑Fri Nov 27, 2026 9:40 am
F Lon-NTH
F Edi-NWG
Not in the North Sea, please!

by Hans » Fri Nov 27, 2026 10:30 am
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        [(Reason.QUOTED, [8, 9, 10])],
        answers={8: "3"},
    ),
    Sample(
        "Gmail, reply above its quote",
        """Hi,

here are my orders:

France:
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

Best wishes,
Hans

On Fri, Nov 27, 2026 at 8:12 AM The Club <club@example.org> wrote:
> Orders for Spring 1901 are due on Friday.
> Italy: A Ven H
> France: A Par-Pic
""",
        {"FRANCE": FRANCE},
        [(Reason.QUOTED, [14, 15, 16])],
    ),
    Sample(
        "Gmail page whose quote has no marks",
        """France
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

On Thu, 26 Nov 2026 at 21:05, Hans <hans@example.org>
wrote:

France
A Par-Pic
A Mar-Spa
F Bre-Eng
""",
        {"FRANCE": FRANCE},
        [(Reason.QUOTED, [9, 10, 11, 12])],
    ),
    Sample(
        "Spanish mail with its quote",
        """Hola:

Francia
E Par-Bor
E Mar A E Par-Bor
F Bre-Atl

Un saludo,
Hans

El vie, 27 nov 2026 a las 8:12, El Club (<club@example.org>) escribió:
> Primavera de 1901. Faltan las órdenes de Francia.
> Alemania
> E Ber-Kie
""",
        {"FRANCE": FRANCE},
        [(Reason.QUOTED, [12, 13, 14])],
    ),
    Sample(
        "Spanish forum with an old turn above",
        """por Hans » Vie Nov 20, 2026 8:12 am
[b]Otoño de 1900[/b]
Francia
E Par-Gas
F Bre-Can

por Hans » Vie Nov 27, 2026 8:12 am
[b]Primavera de 1901[/b]
Francia
E Par-Bor
E Mar A E Par-Bor
F Bre-Atl
""",
        {"FRANCE": FRANCE},
        [(Reason.OTHER_PHASE, [2, 3, 4, 5])],
    ),
    Sample(
        "Italian mail with its quote",
        """Ciao a tutti,

Francia:
A Par-Bor
A Mar app A Par-Bor
F Bre-Atc

Il giorno ven 27 nov 2026 alle ore 08:12 Il Club <club@example.org> ha scritto:
> Inghilterra:
> F Lon-Mno
""",
        {"FRANCE": FRANCE},
        [(Reason.QUOTED, [9, 10])],
    ),
    Sample(
        "Italian forum",
        """da Hans » ven nov 27, 2026 8:12 am

Ecco i miei ordini
A Par-Bor
A Mar app A Par-Bor
F Bre-Atc

da Nell » ven nov 27, 2026 9:12 am
[quote=Hans]A Par-Bor
A Mar app A Par-Bor[/quote]
F Lon-Mno
F Edi-Mnv
A Liv-Yor
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
        [(Reason.QUOTED, [9, 10])],
    ),
    Sample(
        "Bulgarian forum",
        """от Hans » Пет Ное 27, 2026 8:12 am
Франция:
А Пар-Бур
А Мар П А Пар-Бур
Ф Бре-СрА

от Иван » Пет Ное 27, 2026 9:12 am
А Мос-Укр
А Вар-Гал
Ф Сев-ЧеМ
Ф СтП/юб-БоЗ
""",
        {
            "FRANCE": FRANCE,
            "RUSSIA": ["A MOS - UKR", "A WAR - GAL", "F SEV - BLA", "F STP/SC - BOT"],
        },
    ),
    Sample(
        "Bulgarian mail with its quote",
        """Здравейте,

Франция:
А Пар-Бур
А Мар П А Пар-Бур
Ф Бре-СрА

Поздрави,
Hans

На пт, 27.11.2026 г. в 8:12 Клуб <club@example.org> написа:
> Очакваме заповедите за пролет 1901.
> Италия: А Вен - Тир
""",
        {"FRANCE": FRANCE},
        [(Reason.QUOTED, [12, 13])],
    ),
    Sample(
        "several powers in one post, with an old turn below",
        """27.11.2026 08:12
Game master's summary

Spring 1901
[b]England[/b]
F Lon-NTH, F Edi-NWG, A Lvp-Yor
[b]France[/b]
A Par-Bur, A Mar S A Par-Bur, F Bre-MAO

[b]Fall 1900[/b]
England: A Lvp H
France: A Par H
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        [(Reason.OTHER_PHASE, [10, 11, 12])],
        ignored=[2],
    ),
    Sample(
        "names of players as headings",
        """Hans:
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

**Nell**
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
    ),
    Sample(
        "Google Groups, with names above dates",
        """Hans
unread,
Nov 27, 2026, 8:12:33 AM
France
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

Nell
unread,
Nov 27, 2026, 9:40:01 AM
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
    ),
    Sample(
        "chat below the orders, and a signature",
        """by Hans » Fri Nov 27, 2026 8:12 am
France
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

I am off to the seaside with my grandmother
--
Sent from my iPhone
""",
        {"FRANCE": FRANCE},
        ignored=[7],
    ),
    Sample(
        "a spectator's post between those of players",
        """by Hans » Fri Nov 27, 2026 8:12 am
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

by Lurker » Fri Nov 27, 2026 8:30 am
What a thrilling start, I would never have thought so

by Nell » Fri Nov 27, 2026 9:40 am
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
        [(Reason.NO_ORDERS, [7])],
    ),
    Sample(
        "orders that a stranger writes for nobody",
        """by Hans » Fri Nov 27, 2026 8:12 am
A Par-Bur
F Bre-MAO

by Lurker » Fri Nov 27, 2026 8:30 am
A Mar-Spa
A Ven-Tri

by Lurker » Fri Nov 27, 2026 8:40 am
on behalf of the game master
England
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"FRANCE": ["A PAR - BUR", "F BRE - MAO"], "ENGLAND": ENGLAND},
        [(Reason.STRANGER, [6, 7])],
        ignored=[10],
        answers={10: "yes"},
    ),
    Sample(
        "a stranger under the heading of a power, and a name without a date",
        """written by Lurker99
[b]France[/b]
A Par-Pic
A Mar-Spa

by Hans » Fri Nov 27, 2026 8:40 am
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"FRANCE": FRANCE},
        [(Reason.NOT_THE_PLAYER, [2, 3, 4])],
        answers={2: "no"},
    ),
    Sample(
        "phpBB page whose quote has no mark at its end, and a reply below it",
        """by Nell » Fri Nov 27, 2026 9:40 am
F Lon-NTH
F Edi-NWG
A Lvp-Yor

by Hans » Fri Nov 27, 2026 10:02 am
Nell wrote: ↑Fri Nov 27, 2026 9:40 am
F Lon-NTH
F Edi-NWG
A Lvp-Yor
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        [(Reason.QUOTED, [8, 9, 10])],
        answers={8: "3"},
    ),
    Sample(
        "two mails one below the other",
        """From: Nell <nell@example.org>
Date: Fri, 27 Nov 2026 08:12
Subject: orders

F Lon-NTH
F Edi-NWG
A Lvp-Yor

From: Hans <hans@example.org>
Date: Fri, 27 Nov 2026 09:12
Subject: orders

A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        answers={9: "0"},
    ),
    Sample(
        "phpBB page as copied, with what it shows beside the posts",
        """Nell
Posts: 1204
Joined: Mon Jan 05, 2015 9:12 am
Location: Vienna

Re: Game 12
Quote
Post by Nell » Fri Nov 27, 2026 9:40 am

F Lon-NTH
F Edi-NWG
A Lvp-Yor
Top

Hans
Posts: 12
Joined: Mon Jan 05, 2015 9:12 am

Re: Game 12
Quote
Post by Hans » Fri Nov 27, 2026 10:02 am

A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
Top
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        [
            (Reason.BESIDE_POSTS, [1, 2, 3, 4]),
            (Reason.BESIDE_POSTS, [7]),
            (Reason.BESIDE_POSTS, [13, 15, 16, 17]),
            (Reason.BESIDE_POSTS, [20]),
            (Reason.BESIDE_POSTS, [26]),
        ],
    ),
    Sample(
        "page that names the author beside the post alone",
        """Nell
Posts: 1204
F Lon-NTH
F Edi-NWG
A Lvp-Yor

Lurker
Posts: 3
A Par-Bur
""",
        {"ENGLAND": ENGLAND},
        [(Reason.BESIDE_POSTS, [1, 2]), (Reason.BESIDE_POSTS, [7, 8]), (Reason.STRANGER, [9])],
    ),
    Sample(
        "WhatsApp",
        """27/11/2026, 10:02 - Nell:
F Lon-NTH
F Edi-NWG
A Lvp-Yor
[27/11/26, 10:07:11] ~ Hans: A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
27/11/2026, 10:09 - Lurker: A Ven H
27/11/2026, 10:10 - Lurker left
""",
        {"ENGLAND": ENGLAND, "FRANCE": FRANCE},
        [(Reason.STRANGER, [8]), (Reason.BESIDE_POSTS, [9])],
    ),
    Sample(
        "Gmail page with two mails, the first with a quote without marks",
        """Hans <hans@example.org>
9:40 AM (2 hours ago)
to me

A Par-Bur
A Mar S A Par-Bur
F Bre-MAO

On Thu, Nov 26, 2026 at 8:12 PM The Club <club@example.org> wrote:
Please send your orders, such as A Par-Pic.

Nell <nell@example.org>
9:50 AM (2 hours ago)
to me

F Lon-NTH
F Edi-NWG
A Lvp-Yor

Nell <nell@example.org>
""",
        {"FRANCE": FRANCE, "ENGLAND": ENGLAND},
        [
            (Reason.BESIDE_POSTS, [2, 3]),
            (Reason.QUOTED, [10]),
            (Reason.BESIDE_POSTS, [13, 14]),
        ],
        answers={12: "0"},
        ignored=[20],
    ),
    Sample(
        "a mail that was forwarded to the master",
        """---------- Forwarded message ---------
From: Hans <hans@example.org>
Date: Fri, Nov 27, 2026 at 8:12 AM
Subject: Orders
To: <club@example.org>

A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"FRANCE": FRANCE},
    ),
    Sample(
        "an order that a unit cannot carry out, ignored with its line named",
        """England
F Lon-NTH
F Edi-NWG
A Lvp-Mos
""",
        {"ENGLAND": ENGLAND[:2]},
        ignored=[4],
    ),
    Sample(
        "nothing but quoted orders of this turn",
        """Thanks, I got these:

[quote="Hans"]
France
A Par-Bur
A Mar S A Par-Bur
[/quote]
""",
        {},
        [(Reason.QUOTED, [4, 5, 6])],
    ),
    Sample(
        "nothing but old turns",
        """by Hans » Fri Nov 20, 2026 8:12 am
Fall 1900
France: A Par-Bur

Winter 1900
France: A Par B
""",
        {},
        [(Reason.OTHER_PHASE, [2, 3]), (Reason.OTHER_PHASE, [5, 6])],
    ),
    Sample(
        "a player who writes orders for somebody else",
        """by Nell » Fri Nov 27, 2026 9:40 am
France:
A Par-Bur
A Mar S A Par-Bur
England:
F Lon-NTH
F Edi-NWG
A Lvp-Yor
""",
        {"ENGLAND": ENGLAND},
        [(Reason.OTHER_AUTHOR, [2, 3, 4])],
    ),
    Sample(
        "a condition",
        """by Hans » Fri Nov 27, 2026 8:12 am
France
A Mar S A Par-Bur
F Bre-MAO
If Germany agrees, A Par-Bur
""",
        asked=["PAR"],
    ),
    Sample(
        "a question below the orders",
        """Hans:
F Bre-MAO
A Mar H
A Par-Bur?
""",
        asked=["PAR"],
    ),
    Sample(
        "two posts of one player that contradict each other",
        """by Hans » Fri Nov 27, 2026 8:12 am
F Bre-MAO
A Mar H
A Par-Bur

by Hans » Fri Nov 27, 2026 9:12 am
A Par-Pic
""",
        asked=["PAR"],
    ),
    Sample(
        "an old turn above prose and orders without a date",
        """Here are the orders that you gave in Fall 1900.
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {},
        [(Reason.OTHER_PHASE, [1, 2, 3, 4])],
    ),
    Sample(
        "thanks for an old turn, above orders of this one",
        """Thanks for the quick results of Fall 1900!

France
A Par-Bur
A Mar S A Par-Bur
F Bre-MAO
""",
        {"FRANCE": FRANCE},
        [(Reason.OTHER_PHASE, [1])],
    ),
]
