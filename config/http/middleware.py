"""Middleware for compression, caching, the encoding of forms, and programs without https."""

import codecs
import gzip
import io
import re
import secrets
from collections.abc import Callable

import brotli
from django.conf import settings
from django.core.exceptions import BadRequest, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import has_vary_header, patch_vary_headers

# What programs ask for; the addresses of calendars and news may hold a key, as requests to the API
# do. config/Caddyfile has the same list.
PROGRAMS = (".ics", ".atom", "/metrics")
API = "/api/v1/"

# Besides text/*. Pictures and archives are compressed already.
TEXTS = {"application/javascript", "application/json", "application/atom+xml", "image/svg+xml"}

SHORTEST = 200  # bytes that are worth compressing
GZIP_LEVEL = 4  # of 9; a page is 7 % longer than at Django's 6
BROTLI_LEVEL = 5  # of 11; a page is 16 % shorter than by gzip, and takes a third longer
BROTLI_WINDOW = 16  # the power of 2 that is the farthest distance of a repetition, in bytes

Handler = Callable[[HttpRequest], HttpResponse]


class CompressionMiddleware(GZipMiddleware):
    """Compress texts for browsers that accept it, so that pages load quickly without a proxy too.

    Against BREACH, the length of the result varies at random, and each page masks the token of its
    forms differently. Browsers do not send the session cookie with requests that other sites cause.
    Must stand above WhiteNoise, whose files are compressed already in production, and above
    all that sets Vary.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        is_text = kind.startswith("text/") or kind in TEXTS
        # The 304 of a feed or map has no content, and would not have the Vary of its 200. That of a
        # page has it: its view sets it.
        is_conditional = "ETag" in response.headers and not has_vary_header(
            response, "Accept-Encoding"
        )
        if not is_text or (is_conditional and not request.path.startswith(settings.STATIC_URL)):
            return response
        if isinstance(response, HttpResponse) and not response.has_header("Content-Encoding"):
            return self._compressed(request, response)
        return super().process_response(request, response)

    def _compressed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Compress a page, faster than Django does, and with Brotli if the browser knows it."""
        if len(response.content) < SHORTEST:
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        accepted = request.headers.get("Accept-Encoding", "")
        encoding = next((each for each in ENCODERS if accepts(accepted, each)), None)
        if encoding is None:
            return response
        padding = secrets.token_bytes(secrets.randbelow(self.max_random_bytes) + 1)
        content = ENCODERS[encoding](response.content, padding)
        response.content = content
        response.headers["Content-Length"] = str(len(content))
        response.headers["Content-Encoding"] = encoding
        return response


def accepts(header: str, coding: str) -> bool:
    """Whether an Accept-Encoding header names a coding, and not with the weight 0 (RFC 9110)."""
    weight = r"(\s*;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+)?"
    return bool(re.search(rf"(^|,)\s*{coding}{weight}\s*(,|$)", header, re.IGNORECASE))


def by_gzip(content: bytes, padding: bytes) -> bytes:
    """Compress with gzip; the padding takes the place of a file's name, which nobody reads."""
    file = io.BytesIO()
    with gzip.GzipFile(padding.hex()[: len(padding)], "wb", GZIP_LEVEL, file, mtime=0) as gzipped:
        gzipped.write(content)
    return file.getvalue()


def by_brotli(content: bytes, padding: bytes) -> bytes:
    """Compress with Brotli; the padding, of 1 to 256 bytes, is metadata, which nobody reads.

    Metadata stand between blocks, where a flush has filled the last byte: two bytes with the bits
    0 (not the last block), 11 (metadata), 0, 01 (one byte for the length), the length less 1 in
    eight bits, and zeros, each number from its lowest bit on; then the data (RFC 7932, 9.2).
    """
    compressor = brotli.Compressor(quality=BROTLI_LEVEL, lgwin=BROTLI_WINDOW)
    start = compressor.flush()
    head = (0b01_0_11_0 | len(padding) - 1 << 6).to_bytes(2, "little")
    return b"".join((start, head, padding, compressor.process(content), compressor.finish()))


ENCODERS = {"br": by_brotli, "gzip": by_gzip}  # the shortest first


def encrypted_programs_middleware(get_response: Handler) -> Handler:
    """Refuse programs that come by http to a site with https; people are redirected.

    A program that is redirected would send its key unencrypted each time, and nobody would notice.
    Must stand above SecurityMiddleware.
    """
    if not settings.SECURE_SSL_REDIRECT:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if (path.endswith(PROGRAMS) or path.startswith(API)) and not request.is_secure():
            return HttpResponseForbidden("Use https://", content_type="text/plain; charset=utf-8")
        return get_response(request)

    return middleware


def shared_response_middleware(get_response: Handler) -> Handler:
    """Remove cookies and Vary from responses that a view marks `same_for_everyone`.

    Caches then need only one copy. Must stand above the middleware that adds both.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if getattr(response, "same_for_everyone", False):
            response.cookies.clear()
            response.headers.pop("Vary", None)
        return response

    return middleware


# Pages about the reader's own account. Views of orders and press say the same themselves.
SIGN_OUT = "/accounts/logout/"
NEVER_STORED = ("/accounts/", "/mail/", "/feeds/")


def private_cache_middleware(get_response: Handler) -> Handler:
    """Set `Cache-Control: private`, with `no-cache` or `no-store`, unless the view has set it.

    Every page depends on its reader: the language, a form's token, a name. `Vary: Cookie` alone
    does not stop a CDN that is configured to cache everything. Browsers may keep most pages for the
    back button, with what was typed, but ask again otherwise. They must not keep what nobody else
    at the same machine may see once the reader has signed out. The choices of orders, which they
    keep, are deleted then. Must stand below WhiteNoise, whose
    files are public.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kept = "no-store" if request.path_info.startswith(NEVER_STORED) else "no-cache"
        response.headers.setdefault("Cache-Control", f"private, {kept}")
        if request.method == "POST" and request.path_info == SIGN_OUT:
            response.headers["Clear-Site-Data"] = '"cache"'
        return response

    return middleware


def charset_middleware(get_response: Handler) -> Handler:
    """Refuse a request that declares another charset than UTF-8.

    Django decodes a form with whatever Python codec the Content-Type header names. Some codecs give
    lone surrogates, which no page can show and no database can store. Browsers send UTF-8.
    Must come last, so that the refusal is logged, and before the view reads the form. The API
    refuses by problems of its own (games/api/bodies.py).
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = request.encoding
        is_other = charset is not None and codecs.lookup(charset).name != "utf-8"
        if is_other and not request.path_info.startswith(API):
            raise BadRequest("forms are sent as UTF-8")
        return get_response(request)

    return middleware
