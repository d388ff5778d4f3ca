"""Takes the document out of an uploaded file: an archive, or the document itself.

Only `game.json` of an archive is unpacked, in memory and up to a limit; nothing is written to disk.
"""

import os
import stat
import struct
import zipfile
import zlib
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..core.errors import Refused
from .zip_file import DOCUMENT

MEBIBYTE = 1024 * 1024
LARGEST_UPLOAD = 40 * MEBIBYTE
LARGEST_UNPACKED = 400 * MEBIBYTE  # of all files together, as the archive declares them
LARGEST_DOCUMENT = 8 * MEBIBYTE  # a long game with much press has less than 3
LARGEST_DIRECTORY = MEBIBYTE  # the list of an archive's files; an entry of ours has 100 bytes
MOST_MEMBERS = 2000
HIGHEST_RATIO = 100  # of what a file has unpacked to what it has packed; ours have 20 at most
_SYSTEM_UNIX = 3
_END = struct.Struct("<4s4H2LH")  # of a central directory, before the comment
_END_MARK = b"PK\x05\x06"
_END_64_MARK = b"PK\x06\x07"  # before the end of archives with more than 65,535 files or 4 GB
_END_64_LENGTH = 20
_LONGEST_COMMENT = 0xFFFF


def read(file: IO[bytes], size: int) -> bytes:
    """The document in `file`, which has `size` bytes, or in that archive. Raises `Refused`."""
    if size > LARGEST_UPLOAD:
        raise too_large(LARGEST_UPLOAD)
    if zipfile.is_zipfile(file):
        return _document(file)
    file.seek(0)
    start = file.read(4)
    if start.startswith(b"PK"):
        raise _truncated()
    if size > LARGEST_DOCUMENT:
        raise too_large(LARGEST_DOCUMENT)
    return start + file.read()


def too_large(limit: int) -> Refused:
    message = _("This file is too large. It can have at most %(number)d MB.")
    return Refused(message % {"number": limit // MEBIBYTE})


def _document(file: IO[bytes]) -> bytes:
    _check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            _check_members(members)
            return _unpack(archive, DOCUMENT)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError):
        raise _truncated() from None


def _truncated() -> Refused:
    return Refused(_("The archive isn’t complete. Download it again, then choose the new file."))


def _check_directory(file: IO[bytes]) -> None:
    """Refuse a long list of files before `ZipFile` makes objects of it. Raises `Refused`.

    The end of the list is looked for where `ZipFile` does.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - _LONGEST_COMMENT))
    tail = file.read()
    start = len(tail) - _END.size
    if tail[start : start + 4] != _END_MARK or tail[-2:] != b"\0\0":
        start = tail.rfind(_END_MARK)
    if start < 0 or len(tail) - start < _END.size:
        raise _truncated()
    *_disks, number, length, _offset, _comment = _END.unpack_from(tail, start)
    is_64 = tail[max(0, start - _END_64_LENGTH) : start].startswith(_END_64_MARK)
    if is_64 or number > MOST_MEMBERS or length > LARGEST_DIRECTORY:
        raise _too_many()


def _too_many() -> Refused:
    message = ngettext(
        "The archive has more than %(number)d file. Choose an archive exported from Entente.",
        "The archive has more than %(number)d files. Choose an archive exported from Entente.",
        MOST_MEMBERS,
    )
    return Refused(message % {"number": MOST_MEMBERS})


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    """Refuse what no archive of ours holds. Raises `Refused`."""
    if len(members) > MOST_MEMBERS:  # the archive has declared less
        raise _too_many()
    names = [member.filename for member in members]
    if len({name.casefold() for name in names}) != len(names):
        raise Refused(_("A file is in the archive twice. Choose an archive exported from Entente."))
    for member in members:
        _check_member(member)
    if sum(member.file_size for member in members) > LARGEST_UNPACKED:
        raise _bomb()
    if DOCUMENT not in names:
        message = _(
            "“%(name)s” is missing. Choose the whole archive as it was exported from Entente."
        )
        raise Refused(message % {"name": DOCUMENT})


def _check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    parts = name.replace("\\", "/").split("/")
    if ".." in parts or name.startswith(("/", "\\")) or ":" in name:
        message = _(
            "The archive has a file outside its folder (%(name)s). Choose an archive exported from"
            " Entente."
        )
        raise Refused(message % {"name": name[:60]})
    kind = member.external_attr >> 16 if member.create_system == _SYSTEM_UNIX else 0
    if stat.S_ISLNK(kind):
        message = _(
            "The archive has a link in it (%(name)s). Choose an archive exported from Entente."
        )
        raise Refused(message % {"name": name[:60]})
    if member.flag_bits & 0x1:
        raise Refused(_("The archive is encrypted. Choose one without a password."))
    if member.file_size > HIGHEST_RATIO * max(member.compress_size, 1) + 1000:
        raise _bomb()


def _bomb() -> Refused:
    return Refused(
        _("The archive would be far too large unpacked. Choose an archive exported from Entente.")
    )


def _unpack(archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a file, whatever size the archive declares."""
    with archive.open(name) as member:
        content = member.read(LARGEST_DOCUMENT + 1)
        if len(content) > LARGEST_DOCUMENT or member.read(1):
            raise _bomb()
    return content
