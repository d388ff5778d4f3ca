"""Find the checks of permissions in the code, and take one of them out of the running process."""

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

# The modules that decide who may open, read and do what, and those that use the decisions.
DECIDING = tuple(each.name for each in pkgutil.iter_modules(access.__path__, "games.access."))
MODULES = (
    *DECIDING,
    "games.admin",
    "games.board.pictures",
    "games.notifications.content",
    "games.notifications.kind_texts",
    "games.press.locations",
    "games.press.sending",
    "games.press.unread",
    "games.seats.invitations",
    "games.seats.unplayed",
    "games.templatetags.seats",
    "games.web.feeds.news",
    "games.web.pages.front",
    "games.web.pages.game",
    "games.web.pages.game_lists",
    "games.web.pages.invitations",
    "games.web.pages.lobby",
    "games.web.pages.my_games",
    "games.web.pages.provisional_end",
    "games.web.pages.replace_seat",
    "games.web.pages.seat_lines",
    "games.web.pages.shared_devices",
    "games.web.pages.vacancies",
    "games.web.pages.press.compose",
    "games.web.pages.press.threads",
    "games.web.views.allotment",
    "games.web.views.amendments",
    "games.web.views.archive",
    "games.web.views.complaints",
    "games.web.views.declared_players",
    "games.web.views.feeds",
    "games.web.views.game_master",
    "games.web.views.games",
    "games.web.views.history",
    "games.web.views.invitations",
    "games.web.views.joint_orders",
    "games.web.views.lobby",
    "games.web.views.mail",
    "games.web.views.maps",
    "games.web.views.muting",
    "games.web.views.notifications",
    "games.web.views.order_mail",
    "games.web.views.orders_on_behalf",
    "games.web.views.own_webhooks",
    "games.web.views.play",
    "games.web.views.press",
    "games.web.views.replace_seat",
    "games.web.views.report",
    "games.web.views.seats",
    "games.web.views.take_over",
    "games.web.views.thread_members",
    "games.web.views.votes",
    "games.web.views.webhooks",
    "games.wording.results",
    "games.wording.signatures",
    "accounts.admin",
    "accounts.sessions.views",
    "accounts.sessions.open_sessions",
    "accounts.views",
    "config.monitoring.views",
)
DOORS = {"login_required", "require_http_methods", "require_safe", "require_POST", "require_GET"}
# Names that mark a condition as one about people.
PEOPLE = {
    "access", "user", "viewer", "person", "reader", "is_master", "held", "mine", "own", "entered",
    "names_open", "watching", "keeps", "is_superuser", "is_staff", "may_open", "writers",
}  # fmt: skip
# The methods by which the QuerySets of people's seats and games select rows.
SELECTING = {
    "active", "current", "entered_by_master", "held", "held_by", "lasting", "played"
}  # fmt: skip
BY_PERSON = {"person", "actor", "user", "viewer", "held", "until", "invitation_key", "circle"}
# Modules whose filters only select rows: permissions are checked before them.
NO_FILTERS = {
    "games.press.sending",
    "games.press.unread",
    "games.seats.invitations",
    "games.web.pages.shared_devices",
}
Edit = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One check taken out of `function` of `module`; `what` says which.

    `code` compiles the module without it.
    """

    module: str
    function: str
    what: str
    how: str
    code: Callable[[], CodeType] | None = None

    def __str__(self) -> str:
        return f"{self.module}{'.' * bool(self.function)}{self.function}: {self.what}"

    def apply(self) -> None:
        """Change the running process. This cannot be undone."""
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
    """Compile the module after `edit` of one of its nodes."""
    tree = ast.parse(source)
    edit(_nodes(tree)[number][0])
    ast.fix_missing_locations(tree)
    return compile(tree, str(importlib.import_module(module).__file__), "exec")


def _nodes(tree: ast.AST, function: str = "") -> list[tuple[ast.AST, str]]:
    """Return every node with the qualified name of its function or class, in a fixed order."""
    found = []
    for node in ast.iter_child_nodes(tree):
        inside = function
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = f"{function}.{node.name}" if function else node.name
        found += [(node, inside), *_nodes(node, inside)]
    return found


def _edits(node: ast.AST, module: str, function: str) -> Iterator[tuple[str, Edit, str]]:
    """Yield what can be taken out at a node: a description, the edit, and the `how` of `Mutant`."""
    deciding = module in DECIDING and function not in unchecked.HARMLESS
    if isinstance(node, ast.FunctionDef):
        yield from _doors(node, module)
    elif isinstance(node, ast.Assign) and module in DECIDING and not function:
        if isinstance(node.value, ast.List):
            yield (
                f"an empty {_name_of(node.targets[0])}",
                _set("value", ast.List([], ast.Load())),
                "value",
            )
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
    """Make a guard (which ends in a refusal) never refuse, and a permission always granted."""
    last = node.body[-1] if isinstance(node, ast.If) else node.body
    guard = isinstance(last, ast.Raise | ast.Return) and not node.orelse
    guard = guard and "person" not in _names(last)  # a name, or a person's permission
    yield f"{not guard} for “{_short(node.test)}”", _set("test", ast.Constant(not guard)), "body"
    test = node.test
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if guard else ast.And):
        yield from _operands(test, "test")


def _operands(test: ast.BoolOp, field: str) -> Iterator[tuple[str, Edit, str]]:
    """Drop one part of the condition, so that less is refused or more is granted."""
    for place, part in enumerate(test.values):
        constant = ast.Constant(isinstance(test.op, ast.And))
        edit = _inside(field, _put("values", place, constant))
        yield f"without “{_short(part)}” of “{_short(test)}”", edit, "body"


def _answer(node: ast.Return) -> Iterator[tuple[str, Edit, str]]:
    """Make a function that returns a bool return True."""
    value = node.value
    if isinstance(value, ast.Compare | ast.BoolOp) or _name_of(value or node) == "exists":
        assert value is not None
        yield f"True for “{_short(value)}”", _set("value", ast.Constant(True)), "body"
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.And):
        yield from _operands(value, "value")


def _calls(node: ast.Call, module: str) -> Iterator[tuple[str, Edit, str]]:
    called = _name_of(node.func)
    deciding = module in DECIDING
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else node
    if called == "require" and _name_of(receiver) == "reauthentication":
        func = ast.Attribute(ast.Name("_unchecked", ast.Load()), "always", ast.Load())
        yield f"without “{_short(node)}”", _set("func", func), "body"
    if _name_of(receiver) == "access" and called not in unchecked.HARMLESS:
        assert hasattr(unchecked, called), f"tell unchecked.py what {called} is without its check"
        func = ast.Attribute(ast.Name("_unchecked", ast.Load()), called, ast.Load())
        yield f"unchecked {called}", _set("func", func), "body"
    if called in SELECTING and module not in NO_FILTERS and not _of_module(node.func, module):
        yield f"all instead of “{_short(node)}”", _all_rows, "body"
    if called not in ("filter", "exclude", "Q") or module in NO_FILTERS:
        return
    for place, part in enumerate(node.args):
        if deciding:
            yield f"{called} without “{_short(part)}”", _drop("args", place), "body"
    for place, keyword in enumerate(node.keywords):
        if deciding or BY_PERSON & {*str(keyword.arg).split("__"), *_names(keyword.value)}:
            what = f"{called} without {keyword.arg}={_short(keyword.value)}"
            yield what, _drop("keywords", place), "body"


def _of_module(function: ast.AST, module: str) -> bool:
    """Whether a function that `module` calls is one of another module, and no method."""
    receiver = _name_of(function.value) if isinstance(function, ast.Attribute) else ""
    return inspect.ismodule(getattr(importlib.import_module(module), receiver, None))


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


def _all_rows(node: ast.AST) -> None:
    """Let the call of a QuerySet's method return all rows of the QuerySet."""
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Attribute)
    node.func.attr, node.args, node.keywords = "all", [], []


def _body(node: ast.FunctionDef) -> Edit:
    """Replace the method by that of its base class in Django."""
    arguments = ", ".join(argument.arg for argument in node.args.args[1:])
    answer = f"_above(self, {node.name!r})({arguments})"
    return _set("body", ast.parse(f"return {answer}").body)  # type: ignore[arg-type]


def views() -> list[tuple[str, str]]:
    """Return the module and name of each of the site's own views."""
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


# Taking a check out


def above(owner: Any, name: str) -> Any:
    """Return the method `name` of `owner` as its base class in Django has it."""
    for kind in type(owner).__mro__:
        if name in vars(kind) and kind.__module__.startswith("django."):
            return vars(kind)[name].__get__(owner)
    raise LookupError(name)


def _swap_body(mutant: Mutant) -> None:
    """Give the mutant's code to the function, wherever it is referred to."""
    assert mutant.code is not None
    [code] = [code for code in _codes(mutant.code()) if code.co_qualname == mutant.function]
    gc.unfreeze()  # tests/conftest.py hides what existed before the first test
    found = [
        each
        for each in gc.get_objects()
        if type(each) is FunctionType  # isinstance() would evaluate lazy objects
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
    """Replace the view by one without the decorator."""
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
    setattr(module, name, fresh[name])


def _exempt(mutant: Mutant) -> None:
    for callback in callbacks():
        view = inspect.unwrap(callback)
        if (view.__module__, view.__name__) == (mutant.module, mutant.function):
            callback.csrf_exempt = True  # type: ignore[attr-defined]
