"""Styles and scripts as browsers get them: joined from the small files of `static/`.

A style sheet that imports others gets their content. A script that no other module imports gets the
modules that it alone imports; a module of several scripts stays a file, so that a page runs it
once. Where files are not collected, browsers follow the imports by themselves.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from posixpath import dirname, join, normpath, relpath

_STYLE = re.compile(r'^@import url\("([^"/]+)"\);\n', re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_IMPORT = re.compile(r'^import \{ ((?:\w+, )*\w+) \} from "(\.[^"]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_UNSUPPORTED = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)


def is_source(name: str) -> bool:
    """Whether a static file is a style sheet or module of ours."""
    return name.startswith(("css/", "js/")) and not name.startswith("js/vendor/")


def joined(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the new text of each file that gets the content of others.

    ValueError: an import or export is written in a way that is not read here, or modules import
    each other.
    """
    styles = {name: text for name, text in sources.items() if _STYLE.search(text)}
    return {name: _style(name, sources) for name in styles} | _scripts(
        {name: text for name, text in sources.items() if name.endswith(".js")}
    )


def imported(name: str, text_of: Callable[[str], str]) -> list[str]:
    """The modules that a module imports, directly or through others, in the order of running.

    ``text_of`` gives the text of a module by its name. ValueError: modules import each other.
    """
    found: list[str] = []

    def visit(module: str, path: tuple[str, ...]) -> None:
        if module in path:
            raise ValueError(f"modules import each other: {' '.join([*path, module])}")
        for each in _direct(module, text_of(module)):
            visit(each, (*path, module))
        if module not in found:
            found.append(module)

    visit(name, ())
    return found[:-1]


def _direct(name: str, text: str) -> Iterator[str]:
    """The modules that a module imports itself."""
    return (_place(name, found[2]) for found in _IMPORT.finditer(text))


def _place(name: str, address: str) -> str:
    """The file that a file means by a relative address."""
    return normpath(join(dirname(name), address))


def _style(name: str, sources: Mapping[str, str]) -> str:
    """A style sheet with the content of those that it imports, without comments."""
    whole = _STYLE.sub(lambda found: sources[_place(name, found[1])], sources[name])
    if "@import" in whole:
        raise ValueError(f"{name}: a style sheet that it imports must not import others")
    return _COMMENT.sub("", whole)


def _scripts(sources: Mapping[str, str]) -> dict[str, str]:
    inner = {each for name, text in sources.items() for each in _direct(name, text)}
    chains = {name: imported(name, sources.__getitem__) for name in sources if name not in inner}
    users = Counter(each for chain in chains.values() for each in chain)
    return {
        name: _script(name, chain, sources, shared={each for each in chain if users[each] > 1})
        for name, chain in chains.items()
        if chain
    }


def _script(name: str, chain: list[str], sources: Mapping[str, str], shared: set[str]) -> str:
    """A script with the modules of its chain, each in a function that returns what it exports."""
    parts = [
        f'import * as {_variable(each)} from "{_address(name, each)}";\n'
        for each in chain
        if each in shared
    ]
    for each in chain:
        if each not in shared:
            body = _body(each, sources[each], name)
            end = f"return {{ {_exports(sources[each])} }};\n}})();\n"
            parts.append(f"const {_variable(each)} = (() => {{\n{body}{end}")
    parts.append(_body(name, sources[name], name))
    if exports := _exports(sources[name]):  # the script is one that is imported later
        parts.append(f"export {{ {exports} }};\n")
    return "".join(parts)


def _exports(text: str) -> str:
    """The names that a module exports, separated by commas."""
    return ", ".join(found[2] for found in _EXPORT.finditer(text))


def _body(name: str, text: str, script: str) -> str:
    """The text of a module inside a script: imports are variables, no line exports anything."""
    text = _IMPORT.sub(
        lambda found: f"const {{ {found[1]} }} = {_variable(_place(name, found[2]))};\n", text
    )
    text = _LATER.sub(lambda found: f'import("{_address(script, _place(name, found[1]))}")', text)
    text = _EXPORT.sub(r"\1 \2", text)
    if found := _UNSUPPORTED.search(text):
        allowed = 'import { a, b } from "./c.js"; export function, const or class'
        raise ValueError(f"{name}: write {allowed}, not: {found[0]}")
    return text


def _variable(name: str) -> str:
    """The variable of a module in a script. The modules' own names have no `$`."""
    return "$" + re.sub(r"\W", "_", name.removeprefix("js/").removesuffix(".js"))


def _address(name: str, other: str) -> str:
    """The address of another file, relative to a file."""
    path = relpath(other, dirname(name))
    return path if path.startswith(".") else f"./{path}"
