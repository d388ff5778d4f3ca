"""Finds the checks of permissions in the code, and takes one of them out of the running process."""

import ast
import gc
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from games import access

from . import unchecked

# Where it is decided, and where the decisions are used, who may open, read and do what.
DECIDING = tuple(each.name for each in pkgutil.iter_modules(access.__path__, "games.access."))
MODULES = (
    *DECIDING, "games.views.public", "games.views.lobby", "games.views.play",
    "games.views.reading", "games.views.maps", "games.views.press", "games.views.mastering",
    "games.views.report", "games.views.feeds", "games.feeds.news", "games.views.elsewhere",
    "games.views.mail", "games.views.browsers", "games.pages.contents", "games.press.sending",
    "games.views.seats", "games.views.replacing", "games.views.motions", "games.views.takeover",
    "games.seats.vacancies", "games.seats.succession", "games.templatetags.seats",
    "games.press.threads", "games.press.conversation", "games.seats.sharing",
    "games.views.complaints", "games.views.muting", "games.views.here", "games.views.log",
    "games.views.extending", "games.deadlines.readiness", "games.telling.mails.words",
    "games.admin", "accounts.views", "accounts.admin", "config.views",
)  # fmt: skip
DOORS = {"login_required", "require_http_methods", "require_safe", "require_POST", "require_GET"}
# Words that tell a condition about people from one about anything else.
PEOPLE = {
    "access", "user", "viewer", "person", "reader", "is_master", "held", "mine", "own", "entered",
    "names_open", "watching", "keeps", "is_superuser", "is_staff", "may_open", "writers",
}  # fmt: skip
BY_PERSON = {"person", "actor", "user", "viewer", "held", "until", "invitation_key", "circle"}
# Their filters keep rows apart; who may do what stands before them.
NO_FILTERS = {"games.deadlines.readiness", "games.press.sending", "games.seats.sharing"}
Edit = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One check taken out of `function` of `module`; `what` says which. `code` compiles the
    module without it."""

    module: str
    function: str
    what: str
    how: str
    code: Callable[[], CodeType] | None = None

    def __str__(self) -> str:
        return f"{self.module}{'.' * bool(self.function)}{self.function}: {self.what}"

    def apply(self) -> None:
        """Change the running process; there is no way back."""
        hows = {"body": _swap_body, "door": _swap_function, "value": _swap_value, "token": _exempt}
        if self != CONTROL:
            hows[self.how](self)


CONTROL = Mutant("nothing", "", "all checks in their places", "control")


# Finding


def mutants() -> list[Mutant]:
    found = [mutant for module in MODULES for mutant in mutants_of(module)]
    found += [Mutant(*name, "without the token of the form", "token") for name in views()]
    return list({str(mutant): mutant for mutant in found}.values())


def mutants_of(module: str) -> Iterator[Mutant]:
    source = inspect.getsource(importlib.import_module(module))
    for number, (node, function) in enumerate(_nodes(ast.parse(source))):
        for what, edit, how in _edits(node, module, function):
            code = partial(_compiled, module, source, number, edit)
            yield Mutant(module, function, what, how, code)


def _compiled(module: str, source: str, number: int, edit: Edit) -> CodeType:
    """The module after `edit` of one of its nodes."""
    tree = ast.parse(source)
    edit(_nodes(tree)[number][0])
    ast.fix_missing_locations(tree)
    return compile(tree, str(importlib.import_module(module).__file__), "exec")


def _nodes(tree: ast.AST, function: str = "") -> list[tuple[ast.AST, str]]:
    """Every node with the qualified name of what it stands in; always in the same order."""
    found = []
    for node in ast.iter_child_nodes(tree):
        inside = function
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = f"{function}.{node.name}" if function else node.name
        found += [(node, inside), *_nodes(node, inside)]
    return found


def _edits(node: ast.AST, module: str, function: str) -> Iterator[tuple[str, Edit, str]]:
    """What can be taken out at a node: a description, how, and how to swap it in."""
    deciding = module in DECIDING and function not in unchecked.HARMLESS
    if isinstance(node, ast.FunctionDef):
        yield from _doors(node, module)
    elif isinstance(node, ast.Assign) and module in DECIDING and not function:
        if isinstance(node.value, ast.List) or "Q(" in ast.unparse(node.value):
            yield f"an empty {_name_of(node.targets[0])}", _set("value", _empty(node)), "value"
    elif isinstance(node, ast.If | ast.IfExp) and (deciding or _is_about_people(node.test)):
        yield from _condition(node)
    elif isinstance(node, ast.Call) and function:
        yield from _calls(node, module)
    elif deciding and isinstance(node, ast.Return):
        yield from _answer(node)


def _doors(node: ast.FunctionDef, module: str) -> Iterator[tuple[str, Edit, str]]:
    for place, decorator in enumerate(node.decorator_list):
        if _name_of(decorator) in DOORS:
            yield f"without @{ast.unparse(decorator)}", _drop("decorator_list", place), "door"
    if module.endswith(".admin") and node.name.startswith(("has_", "get_queryset")):
        yield "without its answer", _body(node), "body"


def _condition(node: ast.If | ast.IfExp) -> Iterator[tuple[str, Edit, str]]:
    """A guard (it ends in a refusal) never refuses; what grants something always does."""
    last = node.body[-1] if isinstance(node, ast.If) else node.body
    guard = isinstance(last, ast.Raise | ast.Return) and not node.orelse
    guard = guard and "person" not in _names(last)  # a name, or what a person may do
    yield f"{not guard} for “{_short(node.test)}”", _set("test", ast.Constant(not guard)), "body"
    test = node.test
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if guard else ast.And):
        yield from _operands(test, "test")


def _operands(test: ast.BoolOp, field: str) -> Iterator[tuple[str, Edit, str]]:
    """The condition without one of its parts: less is refused, or more is granted."""
    for place, part in enumerate(test.values):
        constant = ast.Constant(isinstance(test.op, ast.And))
        edit = _inside(field, _put("values", place, constant))
        yield f"without “{_short(part)}” of “{_short(test)}”", edit, "body"


def _answer(node: ast.Return) -> Iterator[tuple[str, Edit, str]]:
    """A function that says yes or no says yes."""
    value = node.value
    if isinstance(value, ast.Compare | ast.BoolOp) or _name_of(value or node) == "exists":
        assert value is not None
        yield f"True for “{_short(value)}”", _set("value", ast.Constant(True)), "body"
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.And):
        yield from _operands(value, "value")


def _calls(node: ast.Call, module: str) -> Iterator[tuple[str, Edit, str]]:
    called = _name_of(node.func)
    deciding = module in DECIDING
    asked = isinstance(node.func, ast.Attribute) and _name_of(node.func.value) == "access"
    if asked and called not in unchecked.HARMLESS:
        assert hasattr(unchecked, called), f"tell unchecked.py what {called} is without its check"
        func = ast.Attribute(ast.Name("_unchecked", ast.Load()), called, ast.Load())
        yield f"unchecked {called}", _set("func", func), "body"
    if called not in ("filter", "exclude", "Q") or module in NO_FILTERS:
        return
    for place, part in enumerate(node.args):
        if deciding:
            yield f"{called} without “{_short(part)}”", _drop("args", place), "body"
    for place, keyword in enumerate(node.keywords):
        if deciding or BY_PERSON & {*str(keyword.arg).split("__"), *_names(keyword.value)}:
            what = f"{called} without {keyword.arg}={_short(keyword.value)}"
            yield what, _drop("keywords", place), "body"


def _is_about_people(test: ast.AST) -> bool:
    return bool(_names(test) & PEOPLE)


def _names(node: ast.AST) -> set[str]:
    return {_name_of(part) for part in ast.walk(node)}


def _name_of(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return _name_of(node.func)
    return str(getattr(node, "attr", getattr(node, "id", getattr(node, "arg", ""))))


def _short(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) < 60 else f"{text[:57]}…"


def _drop(field: str, place: int) -> Edit:
    return lambda node: getattr(node, field).pop(place)


def _put(field: str, place: int, value: ast.AST) -> Edit:
    return lambda node: getattr(node, field).__setitem__(place, value)


def _inside(field: str, edit: Edit) -> Edit:
    return lambda node: edit(getattr(node, field))


def _set(field: str, value: ast.AST) -> Edit:
    return lambda node: setattr(node, field, value)


def _empty(node: ast.Assign) -> ast.AST:
    return ast.parse("[]" if isinstance(node.value, ast.List) else "Q()", mode="eval").body


def _body(node: ast.FunctionDef) -> Edit:
    """What the class above answers, which is what Django's own administration would do."""
    arguments = ", ".join(argument.arg for argument in node.args.args[1:])
    answer = f"_above(self, {node.name!r})({arguments})"
    return _set("body", ast.parse(f"return {answer}").body)  # type: ignore[arg-type]


def views() -> list[tuple[str, str]]:
    """Module and name of every view of ours, once."""
    ours = {
        (view.__module__, view.__name__)
        for view in map(inspect.unwrap, callbacks())
        if isinstance(view, FunctionType) and view.__module__ in MODULES
    }
    return sorted(ours)


def callbacks() -> list[Callable[..., Any]]:
    return [pattern.callback for pattern in patterns(get_resolver())]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from patterns(each)


# Taking out


def above(owner: Any, name: str) -> Any:
    """The method `name` of `owner` as Django's own class has it."""
    for kind in type(owner).__mro__:
        if name in vars(kind) and kind.__module__.startswith("django."):
            return vars(kind)[name].__get__(owner)
    raise LookupError(name)


def _swap_body(mutant: Mutant) -> None:
    """Give the function, wherever it is referred to, the code of the mutant."""
    assert mutant.code is not None
    [code] = [code for code in _codes(mutant.code()) if code.co_qualname == mutant.function]
    found = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and each.__globals__.get("__name__") == mutant.module
        and each.__code__.co_qualname == mutant.function
    ]
    assert found, mutant
    for function in found:
        function.__globals__["_unchecked"] = unchecked
        function.__globals__["_above"] = above
        function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _swap_function(mutant: Mutant) -> None:
    """Put a view without one of its decorators in the place of the view."""
    module = sys.modules[mutant.module]
    old = getattr(module, mutant.function)
    fresh = dict(vars(module))
    assert mutant.code is not None
    exec(mutant.code(), fresh)
    for pattern in patterns(get_resolver()):
        if pattern.callback is old:
            pattern.callback = fresh[mutant.function]


def _swap_value(mutant: Mutant) -> None:
    module = sys.modules[mutant.module]
    fresh = dict(vars(module))
    assert mutant.code is not None
    exec(mutant.code(), fresh)
    name = mutant.what.rpartition(" ")[2]
    old = getattr(module, name)
    for each in map(sys.modules.__getitem__, DECIDING):  # also where it was imported
        if vars(each).get(name) is old:
            setattr(each, name, fresh[name])


def _exempt(mutant: Mutant) -> None:
    for callback in callbacks():
        view = inspect.unwrap(callback)
        if (view.__module__, view.__name__) == (mutant.module, mutant.function):
            callback.csrf_exempt = True  # type: ignore[attr-defined]
