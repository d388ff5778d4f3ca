"""The boards of the course that people with accounts have done."""

from collections.abc import Iterable, Iterator

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts import account_closing
from accounts.models import User
from accounts.own_data import data_archive
from accounts.own_data.data_archive import Section

from ..models import LessonDone
from .lessons import Exercise, all_lessons


def register() -> None:
    """Let own data have the boards done, and erase them with the account."""
    data_archive.sources.append(course_section)
    account_closing.on_close.append(erase_if_closed)


def exercises_called(names: Iterable[str]) -> list[Exercise]:
    """The exercises with these names, such as “support/2”; other names are left out."""
    wanted = set(names)
    every = (each for lesson in all_lessons() for each in lesson.exercises)
    return [each for each in every if each.name in wanted]


def done_by(viewer: User | AnonymousUser) -> list[str]:
    """The names of the exercises that a person has done, in the order in which they were."""
    if not viewer.is_authenticated:
        return []
    rows = LessonDone.objects.filter(person=viewer).order_by("pk")
    return [f"{lesson}/{number}" for lesson, number in rows.values_list("lesson", "number")]


def mark_done(person: User, exercises: Iterable[Exercise]) -> None:
    """Store that a person has done these exercises; those stored before stay as they are."""
    LessonDone.objects.bulk_create(
        [LessonDone(person=person, lesson=each.lesson, number=each.number) for each in exercises],
        ignore_conflicts=True,
    )


def erase_if_closed(person: User) -> None:
    """Erase what a person has done if the account is closed for good, not only about to be."""
    if person.closed_at:
        LessonDone.objects.filter(person=person).delete()


def course_section(person: User) -> Iterator[Section]:
    """The section of own data with the boards done."""
    yield Section(
        "course",
        _("Learn to play"),
        {"boards_done": done_by(person)},
        "games/own_data/course.html",
    )
