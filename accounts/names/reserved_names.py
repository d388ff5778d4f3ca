"""Names that nobody may take: they could be read as the site itself or as those who run it.

Words of authority and the site's names are reserved wherever they stand in a name, other words
only as a whole name. All are compared without accents, spaces and punctuation, with the folding of
letters that look alike (`spelling.comparison_key`).
"""

import re
import unicodedata
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override

from accounts.names import spelling

PRODUCT = "Entente"
# Texts that pages show in the place of a person's name. They are reserved in all languages.
SHOWN = (
    gettext_noop("Game master"),
    gettext_noop("the game master"),
    gettext_noop("the site"),
    gettext_noop("closed account"),
    gettext_noop("nobody"),
    gettext_noop("hidden"),
    gettext_noop("Everyone"),
)
ANYWHERE = (
    PRODUCT,
    *("admin", "admins", "administrator", "administrators", "administration", "sysadmin"),
    *("moderator", "moderators", "mod", "webmaster", "postmaster", "game master"),
    *("administrador", "administradora", "administradores", "administración", "moderador"),
    *("moderadora", "moderadores", "moderación", "director de juego", "directora de juego"),
    *("amministratore", "amministratrice", "amministratori", "amministrazione", "moderatore"),
    *("moderatrice", "moderatori", "moderazione", "arbitro"),
    *("админ", "админи", "администратор", "администраторка", "администратори", "администрация"),
    *("модератор", "модераторка", "модератори", "ръководител на играта"),
    *("ръководителят на играта", "водещ на играта", "водещият на играта"),
)
ALONE = (
    *("site", "this site", "website", "system", "the system", "support", "help", "staff", "team"),
    *("operator", "the operator", "owner", "root", "superuser", "master", "GM", "anonymous"),
    *("bot", "bots", "Novice", "Consul", "robot"),
    *("former player", "deleted account", "suspended account", "unknown", "unsigned", "noreply"),
    *("sitio", "este sitio", "sistema", "el sistema", "soporte", "ayuda", "equipo", "operador"),
    *("director", "anónimo", "anónima", "antiguo jugador", "desconocido", "sin firma"),
    *("sito", "questo sito", "il sistema", "assistenza", "supporto", "aiuto", "gestore", "anonimo"),
    *("anonima", "ex giocatore", "sconosciuto", "senza firma", "account eliminato"),
    *("сайт", "този сайт", "система", "системата", "поддръжка", "помощ", "екип", "екипът"),
    *("оператор", "операторът", "водещ", "водещият", "ръководител", "ръководителят"),
    *("анонимен", "анонимна", "бивш играч", "неизвестен", "без подпис", "изтрит профил"),
)


def is_reserved(name: str) -> bool:
    """Whether the site, its staff or a text of its pages could be meant by `name`."""
    # With the digits at the ends of words too, which may stand for letters.
    spellings = {name, re.sub(r"\b\d+|\d+\b", "", name)}
    return any(_is_reserved(_words(spelling)) for spelling in spellings)


def _is_reserved(words: list[str]) -> bool:
    anywhere, alone = _reserved(settings.SITE_URL, settings.DEFAULT_FROM_EMAIL)
    if "".join(words) in alone:
        return True
    return any(
        "".join(words[start:end]) in anywhere
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    )


@lru_cache(maxsize=4)
def _reserved(site_url: str, sender: str) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of the names reserved anywhere, and of those reserved alone.

    The site's names are its host and the name with which it sends mail.
    """
    site_names = (urlsplit(site_url).hostname or "", parseaddr(sender)[0])
    shown = []
    for language, _label in settings.LANGUAGES:
        with override(language):
            shown += [gettext(text) for text in SHOWN]
    anywhere = {_key(name) for name in (*ANYWHERE, *site_names)} - {""}
    return frozenset(anywhere), frozenset(_key(name) for name in (*ALONE, *shown)) - {""}


def _key(name: str) -> str:
    return "".join(_words(name))


def _words(name: str) -> list[str]:
    """Return the words of `name` without accents, folded."""
    letters = unicodedata.normalize("NFKD", name)
    bare = "".join(c for c in letters if not unicodedata.category(c).startswith("M"))
    folded = unicodedata.normalize("NFKD", spelling.comparison_key(bare))
    bare = "".join(c for c in folded if not unicodedata.category(c).startswith("M"))
    return [word for word in re.split(r"[\W_]+", bare) if word]
