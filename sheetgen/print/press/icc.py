"""The ICC profile of a printing condition, of which a PDF/X-4 carries a copy (ISO 15930-7: 6.3; ICC.1: 7.2 and 10)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from sheetgen.print.errors import PrintError

_HEADER, _ENTRY = 128, 12
"""Bytes of the head of a profile, and of an entry of the table of its tags."""


@dataclass(frozen=True)
class InkProfile:
    """A profile for four inks, as it is in its file, and what it is called."""

    data: bytes
    title: str


def ink_profile(data: bytes) -> InkProfile:
    """A profile read from a file. Raises PrintError for what is none, and for one of a screen or of other inks."""
    if len(data) < _HEADER + 4 or data[36:40] != b"acsp" or struct.unpack_from(">I", data)[0] != len(data):
        raise PrintError("this is no ICC profile, or not the whole of one")
    sort, space = data[12:16], data[16:20]
    if sort != b"prtr" or space != b"CMYK":
        raise PrintError("this ICC profile is not that of a printing condition with four inks")
    if data[8] > 4:
        raise PrintError(f"this ICC profile is of version {data[8]}, and PDF/X-4 takes versions up to 4")
    return InkProfile(data, _title(data) or "Custom")


def _title(data: bytes) -> str:
    """What a profile is called: its description, as text of version 2 or in the first language of version 4."""
    try:
        (count,) = struct.unpack_from(">I", data, _HEADER)
        for number in range(min(count, 100)):
            name, start, _ = struct.unpack_from(">4sII", data, _HEADER + 4 + number * _ENTRY)
            if name == b"desc":
                return _description(data[start:])
    except (struct.error, UnicodeDecodeError):
        pass
    return ""


def _description(tag: bytes) -> str:
    if tag[:4] == b"mluc":
        length, start = struct.unpack_from(">II", tag, 20)
        return tag[start : start + length].decode("utf-16-be").strip("\0 ")
    (length,) = struct.unpack_from(">I", tag, 8)
    return tag[12 : 12 + length].decode("ascii").strip("\0 ")
