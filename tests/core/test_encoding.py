"""Bytes become the right characters, and what lost is on record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.encoding import EncodingSource, decode

GREEK = "Η γέφυρα έκλεισε"
LONG_HEAD = "<html><head><script>" + "var filler = 1;" * 400 + "</script>"


@pytest.mark.parametrize(
    ("body", "content_type", "text", "encoding"),
    [
        pytest.param("früh".encode(), None, "früh", "utf-8", id="nothing declared is UTF-8"),
        pytest.param(
            "früh".encode("latin-1"),
            'text/html; charset="ISO-8859-1"',
            "früh",
            "windows-1252",
            id="latin-1 means windows-1252, as in browsers",
        ),
        pytest.param(
            b"\xef\xbb\xbffr\xc3\xbch",
            "text/html; charset=latin1",
            "früh",
            "utf-8",
            id="a byte order mark beats the header",
        ),
        pytest.param(
            b'<meta charset="koi8-r">\xd0\xd2\xc9',
            "text/html; charset=windows-1251",
            '<meta charset="koi8-r">РТЙ',
            "windows-1251",
            id="the header beats the document",
        ),
        pytest.param(
            b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1253">'
            + GREEK.encode("cp1253", "ignore"),
            None,
            None,
            "windows-1253",
            id="a declaration by http-equiv",
        ),
        pytest.param(
            LONG_HEAD.encode() + b'<meta charset="gb2312">' + "桥梁关闭".encode("gb2312"),
            None,
            LONG_HEAD + '<meta charset="gb2312">桥梁关闭',
            "gbk",
            id="Chinese declared after a long ASCII head",
        ),
        pytest.param(
            b'<!-- <meta charset="koi8-r"> --><meta charset="utf-8">\xc3\xbc',
            None,
            '<!-- <meta charset="koi8-r"> --><meta charset="utf-8">ü',
            "utf-8",
            id="a declaration in a comment does not count",
        ),
        pytest.param(
            "<p>früh</p>".encode("utf-16le"), None, "<p>früh</p>", "utf-16le", id="UTF-16 unmarked"
        ),
        pytest.param(
            "<p>früh</p>".encode("utf-16be"), None, "<p>früh</p>", "utf-16be", id="big-endian too"
        ),
        pytest.param(
            b'<meta charset="utf-16">\xc3\xbc',
            None,
            '<meta charset="utf-16">ü',
            "utf-8",
            id="a readable declaration of UTF-16 is wrong",
        ),
        pytest.param(b"\x81\x93", "text/html; charset=cp1252", "\x81“", "windows-1252", id="C1"),
        pytest.param(b"ok", "text/html; charset=klingon", "ok", "utf-8", id="an unknown label"),
        pytest.param(b"", None, "", "utf-8", id="nothing at all"),
    ],
)
def test_decoding(body: bytes, content_type: str | None, text: str | None, encoding: str) -> None:
    decoded = decode(body, content_type)
    assert decoded.encoding == encoding
    assert text is None or decoded.text == text


def test_one_wrong_byte_is_one_replacement() -> None:
    decoded = decode("früh und spät".encode().replace("ä".encode(), b"\xe4"), None)
    assert (decoded.text, decoded.replaced) == ("früh und sp\ufffdt", 1)


def test_a_replacement_character_of_the_page_itself_is_not_counted() -> None:
    assert decode("\ufffd".encode() + b"\xff", None).replaced == 1
    assert decode("\ufffd".encode(), None).replaced == 0


def test_losing_declarations_are_kept_in_order_of_authority() -> None:
    decoded = decode(b'\xef\xbb\xbf<meta charset="koi8-r">', "text/html; charset=latin1")
    assert [claim.source for claim in decoded.evidence] == [
        EncodingSource.BOM,
        EncodingSource.HTTP,
        EncodingSource.DOCUMENT,
        EncodingSource.DEFAULT,
    ]
    assert [claim.encoding for claim in decoded.evidence][1:3] == ["windows-1252", "koi8-r"]


@given(st.binary(max_size=300), st.none() | st.text(max_size=40))
def test_decoding_never_raises(body: bytes, content_type: str | None) -> None:
    assert decode(body, content_type).replaced >= 0


ENCODINGS = (
    *("shift_jis", "euc-kr", "big5", "iso-2022-jp", "gb18030", "hz-gb-2312"),
    *("x-user-defined", "iso-8859-8-i", "macintosh", "windows-874"),
)


@pytest.mark.parametrize("label", ENCODINGS)
@given(body=st.binary(max_size=60))
def test_every_family_of_encodings_takes_any_bytes(label: str, body: bytes) -> None:
    decode(body, f"text/html; charset={label}")
