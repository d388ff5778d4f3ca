"""Pages that ask before an act: the form that was sent, to be sent again."""

from django.http import HttpRequest


def sent_again(request: HttpRequest) -> list[tuple[str, str]]:
    """The names and values that were sent, and `sure`, for hidden fields of the question."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "sure")
    ]
    return [*fields, ("sure", "yes")]
