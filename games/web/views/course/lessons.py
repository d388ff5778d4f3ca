"""Lessons of the course: a board with a task, and what the reader's orders make of it."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits

from ....course import lessons, progress, tries
from ....course.lessons import Exercise
from ....sandbox import address, order_lists
from ....sandbox.line import Line
from ...pages.course import lessons as pages
from ...pages.sandbox.line import not_saved_page
from ..sandbox.line import is_of_map


@require_safe
def course(request: HttpRequest) -> HttpResponse:
    """Show all lessons."""
    return render(request, "games/course/course.html", pages.course_page(request.user))


@require_safe
def course_end(request: HttpRequest) -> HttpResponse:
    """Show what to do after the last lesson."""
    return render(request, "games/course/end.html")


@require_POST
@login_required
def take_progress(request: HttpRequest) -> HttpResponse:
    """Take over into the account what the person has done in this browser without it."""
    assert request.user.is_authenticated
    progress.mark_done(request.user, progress.exercises_called(request.POST.getlist("done")))
    return redirect("games:course")


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, lesson: str, number: int) -> HttpResponse:
    """Show the board of an exercise, and take orders for it."""
    exercise = _exercise(lesson, number)
    return _position(request, exercise, exercise.start)


@require_http_methods(["GET", "HEAD", "POST"])
def lesson_try(request: HttpRequest, lesson: str, number: int, line: str) -> HttpResponse:
    """Show the orders of a try on the board, or what they made of it once they are resolved."""
    exercise = _exercise(lesson, number)
    try:
        known, is_whole = address.read(line)
    except address.AddressError as error:
        raise Http404 from error
    if not is_whole or not tries.is_try(exercise, known):
        raise Http404
    if not known.phases:
        return _position(request, exercise, known)
    if request.method == "POST":
        return HttpResponse(status=405)
    return render(request, "games/course/results.html", pages.results_page(exercise, known))


def _exercise(lesson: str, number: int) -> Exercise:
    try:
        return lessons.exercise_at(lesson, number)
    except KeyError as error:
        raise Http404 from error


def _refused(
    request: HttpRequest,
    exercise: Exercise,
    line: Line,
    problems: Sequence[str],
    *,
    status: int = 422,
) -> HttpResponse:
    """The answer to orders that were not taken: the page, or for the map's script the reasons."""
    if is_of_map(request):
        context = not_saved_page(problems)
        return render(request, "games/sandbox/saved.html", context, status=status)
    return _page(request, exercise, line, problems, status=status)


def _position(request: HttpRequest, exercise: Exercise, line: Line) -> HttpResponse:
    """The board of an exercise with the orders of a line, and the answer to orders for it."""
    if request.method != "POST":
        return _page(request, exercise, line)
    if rate_limits.exceeds_limit(request, "sandbox"):
        return _refused(request, exercise, line, [rate_limits.refusal_message()], status=429)
    orders, problems = order_lists.read_lists(request.POST.dict(), exercise.start)
    ordered = tries.with_orders(exercise, orders)
    if problems:
        return _refused(request, exercise, ordered, problems)
    if "resolve" in request.POST:
        resolved = tries.resolved(exercise, ordered)
        if request.user.is_authenticated and not tries.misses_of(exercise, resolved):
            progress.mark_done(request.user, [exercise])
        return redirect(pages.try_url(exercise, resolved))
    if is_of_map(request):
        return render(request, "games/sandbox/saved.html", pages.saved_page(exercise, ordered))
    return redirect(pages.try_url(exercise, ordered))


def _page(
    request: HttpRequest,
    exercise: Exercise,
    line: Line,
    problems: Sequence[str] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    context = pages.position_page(exercise, line) | {"problems": problems}
    return render(request, "games/course/lesson.html", context, status=status)
