"""The quiz “What happens?”: a recorded phase, and an order to judge."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ....course.quiz import all_questions
from ...pages.course import quiz as pages


@require_safe
def quiz(request: HttpRequest) -> HttpResponse:
    """Show all questions by number."""
    return render(request, "games/course/quiz.html", pages.quiz_page())


@require_safe
def question(request: HttpRequest, number: int) -> HttpResponse:
    """Ask a question; with an `answer` in the address, say whether it is right, and why."""
    questions = all_questions()
    if not 1 <= number <= len(questions):
        raise Http404
    asked = questions[number - 1]
    answer = request.GET.get("answer")
    if answer is None:
        return render(request, "games/course/question.html", pages.question_page(asked))
    if answer not in asked.answers:
        raise Http404
    return render(request, "games/course/answer.html", pages.answer_page(asked, answer))
