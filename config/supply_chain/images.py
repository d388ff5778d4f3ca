"""`./run pin-images`: write the digests of images into Dockerfile and docker-compose.yml.

A tag can be moved to another image, a digest cannot. An image whose registry gives no digest keeps
its tag, and an older digest. The exit status is then 3.
"""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from config.supply_chain import registry

ROOT = Path(__file__).parents[2]
FILES = ("Dockerfile", "docker-compose.yml")
# `FROM image`, and `image: image` with or without quotes.
NAMED = re.compile(
    r"""^(?P<before>\s*(?:-\s+)?image:\s*["']?|FROM\s+(?:--\S+\s+)*)(?P<image>[^\s"'#]+)""",
    re.MULTILINE,
)


def images(text: str) -> list[registry.Image]:
    """Return the images with a tag that a Dockerfile or compose file names, each once."""
    named = (registry.parse(found["image"]) for found in NAMED.finditer(text))
    return list(dict.fromkeys(image for image in named if image))


def pinned(text: str, digests: dict[str, str]) -> str:
    """Return the file's text with the digests, by name and tag, written behind the tags."""

    def replace(found: re.Match[str]) -> str:
        image = registry.parse(found["image"])
        if image is None or str(image) not in digests:
            return found[0]
        return f"{found['before']}{image}@{digests[str(image)]}"

    return NAMED.sub(replace, text)


def pin(files: Sequence[Path], ask: Callable[[registry.Image], str]) -> list[str]:
    """Pin the images in `files`; return a sentence for each that keeps what it has."""
    digests: dict[str, str] = {}
    problems: dict[str, str] = {}
    texts = {file: file.read_text("utf-8") for file in files}
    for image in dict.fromkeys(image for text in texts.values() for image in images(text)):
        if str(image) in digests or str(image) in problems:
            continue
        try:
            digests[str(image)] = ask(image)
        except registry.RegistryError as error:
            stays = "digest" if image.digest else "tag"
            problems[str(image)] = f"{image} keeps its {stays}: {error}"
    for file, text in texts.items():
        if (new := pinned(text, digests)) != text:
            file.write_text(new, "utf-8")
    return list(problems.values())


def main(names: Sequence[str]) -> int:
    """Pin the images in the named files. Return the exit status."""
    files = [Path(name) for name in names] or [ROOT / name for name in FILES]
    problems = pin(files, registry.current_digest)
    for problem in problems:
        print(f"entente: {problem}", file=sys.stderr)  # noqa: T201
    return 3 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
