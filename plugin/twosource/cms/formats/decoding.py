"""Text files, drafts and packs alike, are UTF-8; of any other it is told how to convert it."""

from __future__ import annotations

import codecs

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOKED_AT = 1_000


class NotUtf8Error(ValueError):
    """Bytes that are not UTF-8; the message says where, and how to convert the file."""


def decoded(name: str, raw: bytes) -> str:
    """Return the text of a file in UTF-8, with its byte-order mark where it has one.

    Args:
        name: the file's name, for the advice.
        raw: its bytes.

    Raises:
        NotUtf8Error: it is not UTF-8.
    """
    if raw.startswith(_UTF_16) or _looks_like_utf_16(raw):
        raise NotUtf8Error(
            f"not UTF-8 but UTF-16; {_advice(name, 'UTF-16' if raw.startswith(_UTF_16) else _order(raw))}"
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotUtf8Error(
            f"not UTF-8: byte 0x{raw[error.start]:02x} at byte offset {error.start} (line {line}); "
            f"{_advice(name, 'WINDOWS-1252')}"
        ) from None


def _advice(name: str, encoding: str) -> str:
    return (
        f"save the file as UTF-8, or convert it, for example with: "
        f"iconv -f {encoding} -t UTF-8 {name if name != '-' else ''}".rstrip()
    )


def _looks_like_utf_16(raw: bytes) -> bool:
    """Return whether every other byte of the beginning is mostly zero, as that of UTF-16 is in our languages."""
    shown = raw[:_LOOKED_AT]
    even, odd = shown[::2].count(0), shown[1::2].count(0)
    return len(shown) >= 4 and max(even, odd) > len(shown) // 4 and min(even, odd) == 0


def _order(raw: bytes) -> str:
    return "UTF-16BE" if raw[0] == 0 else "UTF-16LE"
