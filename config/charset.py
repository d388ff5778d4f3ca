"""What people send is read as UTF-8, or not at all."""

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


def charset_middleware(get_response: Handler) -> Handler:
    """Refuse a request that names another charset.

    Django reads a form by any codec of Python's that its header names, and some make halves of
    characters out of it, which no page can give back and no database store. Browsers send UTF-8.
    Stands last, where requests are logged; forms are read after it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = request.encoding
        if charset is not None and codecs.lookup(charset).name != "utf-8":
            raise BadRequest("forms are sent as UTF-8")
        return get_response(request)

    return middleware
