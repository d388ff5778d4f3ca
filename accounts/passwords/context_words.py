"""Words that people on this site would try first when they guess a password.

They count as nothing: a password that is long enough only with them is refused. Names of the site
and of the person count wherever they stand. Powers and cities count only as whole words, since
other words contain them.
"""

import ipaddress
import re
from collections.abc import Iterable
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from accounts.passwords import folding

SHORTEST = 4  # letters of a word; shorter ones are in too many other words
SITE = ("entente", "diplomacy", "diplomacia", "diplomazia", "дипломация", "антанта")
# The powers in all languages of the site, then the supply centers of the standard map in English
# and where another language writes them otherwise.
PLACES = frozenset(
    """
    austria hungary england france germany italy russia turkey inglaterra francia alemania italia
    rusia turquia inghilterra germania turchia австрия унгария англия франция германия италия русия
    турция
    ankara belgium berlin brest budapest bulgaria constantinople denmark edinburgh greece holland
    kiel liverpool london marseilles moscow munich naples norway paris portugal rome rumania serbia
    sevastopol smyrna spain petersburg sweden trieste tunis venice vienna warsaw
    belgica belgio berlino bruselas bukarest constantinopla costantinopoli dinamarca danimarca
    edimburgo grecia holanda olanda londres londra marsella marsiglia marseille mosca moscu munchen
    monaco napoles napoli noruega norvegia parigi portogallo roma romania rumelia sebastopol
    sebastopoli esmirna smirna smirne spagna espana petersburgo pietroburgo suecia svezia tunez
    tunisi venecia venezia viena varsovia varsavia istanbul
    анкара белгия берлин брест будапеща българия константинопол цариград дания единбург гърция
    холандия кил ливърпул лондон марсилия москва мюнхен неапол норвегия париж португалия рим румъния
    сърбия севастопол смирна испания петербург швеция триест тунис венеция виена варшава
    """.split()  # noqa: SIM905 - easier to read
)


def remainders(password: str, person: User | None) -> set[str]:
    """Return what is left of `password` without such words, in each reading that has any."""
    words = {folding.fold(word) for word in (*site_words(), *_personal_words(person))}
    rests = ((reading, _without(reading, words)) for reading in folding.readings(password))
    return {rest for reading, rest in rests if rest != reading}


def site_words() -> tuple[str, ...]:
    """The site's names: its host, the parts of that, and the name with which it sends mail."""
    return _site_words(settings.SITE_URL, settings.DEFAULT_FROM_EMAIL)


def common_words() -> tuple[str, ...]:
    """All words but those of a person, for the meter on the page."""
    return (*site_words(), *sorted(PLACES))


@lru_cache(maxsize=4)
def _site_words(site_url: str, sender: str) -> tuple[str, ...]:
    host = urlsplit(site_url).hostname or ""
    try:
        ipaddress.ip_address(host)
        names = [host]
    except ValueError:
        labels = host.split(".")
        domains = [".".join(labels[start:]) for start in range(len(labels) - 1)]
        names = [*domains, *(labels[:-1] or labels)]
    return tuple(_long_enough([*SITE, *names, *_parts(parseaddr(sender)[0])]))


def _personal_words(person: User | None) -> list[str]:
    if person is None:
        return []
    local, _at, _domain = person.email.partition("@")
    return _long_enough([person.email, *_parts(local), *_parts(person.name)])


def _parts(name: str) -> list[str]:
    return [name, *re.split(r"[\W_\d]+", name)]


def _long_enough(words: Iterable[str]) -> list[str]:
    return [word for word in dict.fromkeys(words) if len(word) >= SHORTEST]


def _without(reading: str, words: set[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        reading = reading.replace(word, "")
    return re.sub(r"[^\W\d_]+", lambda run: "" if run[0] in _folded_places() else run[0], reading)


@lru_cache(maxsize=1)
def _folded_places() -> frozenset[str]:
    return frozenset(folding.fold(place) for place in PLACES)
