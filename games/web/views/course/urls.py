"""Addresses of the course, below `/course/`."""

from django.urls import path

from . import lessons, quiz

urlpatterns = [
    path("", lessons.course, name="course"),
    path("end/", lessons.course_end, name="course_end"),
    path("progress/", lessons.take_progress, name="course_progress"),
    path("quiz/", quiz.quiz, name="quiz"),
    path("quiz/<int:number>/", quiz.question, name="question"),
    path("<slug:lesson>/<int:number>/", lessons.lesson, name="lesson"),
    path("<slug:lesson>/<int:number>/<slug:line>/", lessons.lesson_try, name="lesson_try"),
]
