"""Text files that are not UTF-8, drafts and packs alike, get the advice that fits them."""

import pytest

from twosource.cms.formats.decoding import NotUtf8Error, decoded

TEXT = "Größe: über 600 Betten, één ziekenhuis, a hospital"


@pytest.mark.parametrize("raw", [TEXT.encode(), TEXT.encode("utf-8-sig"), b"", b"a", b"a\0b"])
def test_utf_8_is_read(raw: bytes) -> None:
    assert decoded("draft.txt", raw).encode() == raw


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("latin-1", "-f WINDOWS-1252 "),
        ("cp1252", "-f WINDOWS-1252 "),
        ("utf-16", "-f UTF-16 "),
        ("utf-16-le", "-f UTF-16LE "),
        ("utf-16-be", "-f UTF-16BE "),
    ],
)
def test_any_other_encoding_is_told_with_the_command_that_mends_it(encoding: str, told: str) -> None:
    raw = TEXT.encode(encoding)

    with pytest.raises(NotUtf8Error, match="not UTF-8") as error:
        decoded("pack.yaml", raw)

    assert f"iconv {told}-t UTF-8 pack.yaml" in str(error.value)
    named = told.split()[1]
    assert raw.decode(named.replace("WINDOWS-", "cp")) == TEXT


def test_standard_input_has_no_name_for_the_command() -> None:
    with pytest.raises(NotUtf8Error) as error:
        decoded("-", b"\xff")

    assert str(error.value).endswith("-t UTF-8")
