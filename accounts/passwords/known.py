"""Check against a list of 197,000 known passwords, which is in the repository.

The list stays one text: a set of its lines, as Django's CommonPasswordValidator keeps one, would
take ten times the memory. It is read at the first new password, so that no start is slower.
"""

import gzip
from functools import cache
from pathlib import Path

from accounts.passwords import folding

LIST = Path(__file__).with_name("data") / "known.txt.gz"


def is_known(password: str) -> bool:
    """Whether the list has this password, in small or capital letters."""
    line = folding.normalize(password).casefold().strip()
    return "\n" not in line and f"\n{line}\n".encode() in _list()


@cache
def _list() -> bytes:
    return b"\n" + gzip.decompress(LIST.read_bytes())
