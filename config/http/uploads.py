"""Limit for uploaded files, which Django stores before any form sees them."""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, StopUpload

LARGEST = 40 * 1024 * 1024  # bytes; archives of games are the only files that a form takes
TOO_LARGE = "entente.upload_too_large"  # set in META when a file was dropped


class SizeLimitHandler(FileUploadHandler):
    """Drops an upload that is too large, before a later handler has stored more of it."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > LARGEST:
            assert self.request is not None
            self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=False)  # the rest of the body is read and dropped
        return raw_data

    def file_complete(self, file_size: int | None) -> Any:
        return None  # the handlers after this one have the file
