"""Names of set-ups, which stand in the files of the rules in each language."""

from collections.abc import Mapping

from django.utils.translation import get_language

from adjudicator import load_setup


def setup_name(name: str) -> str:
    """The name of a set-up in the reader's language, such as “Six powers”."""
    return _translated(load_setup(name).names)


def setup_sentence(name: str) -> str:
    """A sentence in the reader's language that says how a set-up differs from others."""
    return _translated(load_setup(name).sentences)


def _translated(texts: Mapping[str, str]) -> str:
    return texts.get(get_language() or "en") or texts["en"]
