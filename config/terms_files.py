"""The operator's terms of use: Markdown files that are read when a process starts."""

import hashlib
import json
from pathlib import Path

from . import env

LONGEST = 500_000  # bytes


def read(name: str, default: Path | None, *, languages: list[str]) -> dict[str, str]:
    """Return the terms by language; "" has those for readers of all other languages.

    The variable `name` holds the path of a file, `terms.md`; `terms.es.md` beside it is the same in
    Spanish. Without the variable `default` is read, if it exists. Empty if there are no terms.
    """
    given = env.text(name)
    if not given and (default is None or not default.exists()):
        return {}
    file = Path(given) if given else default
    assert file is not None
    texts = {"": _text(name, file)}
    for language in languages:
        translated = file.with_name(f"{file.stem}.{language}{file.suffix}")
        if translated.exists():
            texts[language] = _text(name, translated)
    return texts


def version(texts: dict[str, str]) -> str:
    """Return a digest that changes with the words of any text; empty if there are none."""
    if not texts:
        return ""
    words = sorted((language, text.split()) for language, text in texts.items())
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()[:32]


def _text(name: str, file: Path) -> str:
    """Return the text of a file, or stop the program if it has none that can be shown."""
    try:
        with file.open("rb") as opened:
            content = opened.read(LONGEST + 1)
        if len(content) > LONGEST:
            env.refuse(name, f"“{file}” is longer than {LONGEST} bytes")
        text = content.decode("utf-8-sig")
    except OSError as error:
        env.refuse(name, f"“{file}” cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        env.refuse(name, f"“{file}” is not a text in UTF-8")
    if not text.strip():
        env.refuse(name, f"“{file}” is empty: write terms into it, or delete it")
    return "\n".join(text.strip().splitlines())
