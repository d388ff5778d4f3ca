"""Styles and scripts as browsers get them: joined, and told of by the page."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import FileSystemStorage
from django.test import Client
from playwright.sync_api import Page, Route

from config.http import joined_files
from config.http.static import HashedStaticFiles

ROOT = Path(settings.BASE_DIR)
SITE = "http://entente.test"


def sources() -> dict[str, str]:
    """Our own styles and modules by name."""
    files = {str(path.relative_to(ROOT / "static")): path for path in ROOT.glob("static/**/*.*s")}
    return {
        name: path.read_text(encoding="utf-8")
        for name, path in files.items()
        if joined_files.is_source(name)
    }


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with the collected files of static/, and their hashed names."""
    folder = tmp_path_factory.mktemp("collected")
    storage = HashedStaticFiles(location=folder, base_url="/static/")
    paths = {}
    for finder in get_finders():
        for path, source in finder.list([]):
            if isinstance(source, FileSystemStorage) and source.location == str(ROOT / "static"):
                with source.open(path) as file:
                    storage.save(path, file)
                paths[path] = (source, path)
    for name, _hashed, problem in storage.post_process(paths):
        assert not isinstance(problem, Exception), name
    return folder, dict(storage.hashed_files)


def test_each_style_sheet_is_part_of_one_that_pages_link():
    texts = {name: text for name, text in sources().items() if name.endswith(".css")}
    parts = [
        f"css/{each}"
        for text in texts.values()
        for each in re.findall(r'import url\("(.+)"\);', text)
    ]
    linked = {
        each
        for page in ROOT.glob("templates/**/*.html")
        for each in re.findall(r"static '(css/[^']+)'", page.read_text(encoding="utf-8"))
    }
    assert linked == {"css/pages.css", "css/boards.css", "css/powers.css"}
    assert sorted([*parts, *linked]) == sorted(texts)


def test_a_joined_style_sheet_has_its_parts_in_order_and_no_comments():
    given = {
        "css/all.css": '/* All. */\n@import url("a.css");\n@import url("b.css");\n',
        "css/a.css": "a { color: red } /* one\n line */\n",
        "css/b.css": 'b { background: url("../x.svg") }\n',
    }
    whole = 'a { color: red } b { background: url("../x.svg") }\n'
    assert joined_files.joined(given) == {"css/all.css": whole}


def test_a_part_of_a_style_sheet_imports_no_other():
    given = {
        "css/all.css": '@import url("a.css");\n',
        "css/a.css": '@import url("b.css");\n',
        "css/b.css": "",
    }
    with pytest.raises(ValueError, match="must not import others"):
        joined_files.joined(given)


def test_a_script_has_the_modules_that_it_alone_imports():
    given = {
        "js/main.js": (
            'import { go } from "./deep/go.js";\nimport { kept } from "./kept.js";\ngo(kept);\n'
        ),
        "js/deep/go.js": (
            'import { kept } from "../kept.js";\nexport const go = () => import("./late.js");\n'
        ),
        "js/deep/late.js": 'import { kept } from "../kept.js";\nexport function late() {}\n',
        "js/kept.js": "export async function kept() {}\n",
        "js/alone.js": "alone();\n",
    }
    found = joined_files.joined(given)
    assert found.keys() == {"js/main.js", "js/deep/late.js"}
    assert found["js/main.js"] == (
        'import * as $kept from "./kept.js";\n'
        "const $deep_go = (() => {\n"
        "const { kept } = $kept;\n"
        'const go = () => import("./deep/late.js");\n'
        "return { go };\n"
        "})();\n"
        "const { go } = $deep_go;\nconst { kept } = $kept;\ngo(kept);\n"
    )
    assert found["js/deep/late.js"] == (
        'import * as $kept from "../kept.js";\n'
        "const { kept } = $kept;\nfunction late() {}\nexport { late };\n"
    )


@pytest.mark.parametrize(
    "other",
    [
        "export default 1;\n",
        "export let a = 1;\n",
        "export { a };\n",
        'import a from "./c.js";\n',
        'import * as c from "./c.js";\n',
        'import { a as c } from "./c.js";\n',
        'import "./c.js";\n',
        'import { a } from "./main.js";\nexport const b = a;\n',
    ],
)
def test_a_module_that_cannot_be_joined_stops_the_collection(other: str):
    given = {
        "js/root.js": 'import { a } from "./main.js";\n',
        "js/main.js": 'import { b } from "./b.js";\n',
    }
    with pytest.raises(ValueError, match=r"write import|import each other"):
        joined_files.joined(given | {"js/b.js": other})


def test_few_files_are_left_of_our_modules(collected: tuple[Path, dict[str, str]]):
    folder, names = collected
    for name in ("js/main.js", "js/ordering.js", "js/message-draft.js"):
        text = (folder / names[name]).read_text(encoding="utf-8")
        imports = re.findall(r'^import .* from "\./(.+)";$', text, re.MULTILINE)
        assert len(imports) <= 3, name
    for name in ("css/pages.css", "css/boards.css"):
        assert "@import" not in (folder / names[name]).read_text(encoding="utf-8")
        assert (folder / f"{names[name]}.br").exists()


def test_a_page_tells_of_every_module_that_its_scripts_import(db: None):
    page = Client().get("/help/").content.decode()
    wanted, new = set(), {"js/main.js"}
    while new:
        wanted |= new
        texts = {name: (ROOT / "static" / name).read_text(encoding="utf-8") for name in new}
        new = {
            str(
                (ROOT / "static" / name)
                .parent.joinpath(each)
                .resolve()
                .relative_to(ROOT / "static")
            )
            for name, text in texts.items()
            for each in re.findall(r'^import .* from "(.+)";$', text, re.MULTILINE)
        } - wanted
    assert len(wanted) > 20
    told = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page)
    assert sorted(told) == sorted(wanted - {"js/main.js"})


def test_the_joined_script_does_its_work(collected: tuple[Path, dict[str, str]], page: Page):
    folder, names = collected
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if path.startswith("/static/"):
            route.fulfill(path=folder / path.removeprefix("/static/"))
        else:
            scripts = "".join(
                f'<script type="module" src="/static/{names[name]}"></script>'
                for name in ("js/main.js", "js/ordering.js", "js/message-draft.js")
            )
            body = '<time datetime="2000-01-01T00:00Z" data-relative>then</time>'
            text = f'<!doctype html><html lang="en" data-ago="%s ago">{scripts}<body>{body}'
            route.fulfill(content_type="text/html; charset=utf-8", body=text)

    page.route(f"{SITE}/**", answer)
    page.goto(f"{SITE}/")
    page.wait_for_selector(".relative:has-text('ago')")
    assert problems == []
