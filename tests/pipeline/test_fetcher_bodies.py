import gzip
import random
import zlib

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from quietedit_pipeline.bodies import decode_body

PAGE = b"<!doctype html><p>Der Pegel der Leine steigt weiter, sagte die Stadt.</p>" * 40
GZIP = gzip.compress(PAGE)
ZSTD = zstandard.compress(PAGE)
LIMIT = 4 * 1024 * 1024


def bare_deflate(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(data) + compressor.flush()


@pytest.mark.parametrize(
    ("wire", "label"),
    [
        pytest.param(PAGE, "", id="plain"),
        pytest.param(PAGE, "identity", id="plain and says so"),
        pytest.param(GZIP, "gzip", id="gzip"),
        pytest.param(GZIP, "x-gzip", id="gzip by its old name"),
        pytest.param(GZIP, ' "GZip" ', id="gzip in quotes and capitals"),
        pytest.param(GZIP, "gzip, identity,", id="gzip with nothing beside it"),
        pytest.param(zlib.compress(PAGE), "deflate", id="deflate"),
        pytest.param(zlib.compress(PAGE, 1), "deflate", id="deflate, quickly"),
        pytest.param(bare_deflate(PAGE), "deflate", id="deflate without its header"),
        pytest.param(ZSTD, "zstd", id="zstd"),
        pytest.param(gzip.compress(PAGE[:99]) + gzip.compress(PAGE[99:]), "gzip", id="two members"),
        pytest.param(
            zstandard.compress(PAGE[:99]) + zstandard.compress(PAGE[99:]), "zstd", id="two frames"
        ),
        pytest.param(gzip.compress(GZIP), "gzip, gzip", id="gzip twice"),
        pytest.param(gzip.compress(zlib.compress(PAGE)), "deflate, gzip", id="gzip over deflate"),
        pytest.param(GZIP + b"\0" * 512, "gzip", id="zeros behind"),
    ],
)
def test_codings_are_undone(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=LIMIT)
    assert (decoded.body, decoded.problem, decoded.is_truncated) == (PAGE, None, False)
    assert decoded.notes == ()


@pytest.mark.parametrize(
    ("wire", "label"),
    [
        pytest.param(PAGE, "gzip", id="plain called gzip"),
        pytest.param(PAGE, "deflate", id="plain called deflate"),
        pytest.param(PAGE, "zstd", id="plain called zstd"),
        pytest.param(PAGE, "br", id="plain called br"),
        pytest.param(PAGE, "utf-8", id="a charset for a coding"),
        pytest.param(PAGE, "none", id="a word for nothing"),
        pytest.param(GZIP, "gzip, gzip", id="gzip once called twice"),
        pytest.param(GZIP, "deflate", id="gzip called deflate"),
        pytest.param(GZIP, "br", id="gzip called br"),
        pytest.param(ZSTD, "gzip", id="zstd called gzip"),
        pytest.param(GZIP + b"<!-- 0.1 s -->", "gzip", id="text behind"),
    ],
)
def test_labels_that_lie_cost_a_note(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=LIMIT)
    assert (decoded.body, decoded.problem) == (PAGE, None)
    assert decoded.notes


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param("Für Köln gilt die Warnung bis Montag.", "latin-1", id="latin-1"),
        pytest.param("Für Köln gilt die Warnung bis Montag.", "utf-16", id="UTF-16"),
        pytest.param("大雨が続き、川の水位が上がった。", "shift-jis", id="Shift JIS"),
        pytest.param("大雨が続き、川の水位が上がった。", "iso-2022-jp", id="with escapes"),
    ],
)
def test_plain_text_called_gzip_may_be_in_any_encoding(text: str, encoding: str) -> None:
    body = text.encode(encoding)
    assert decode_body(body, "gzip", limit_bytes=LIMIT).body == body


@pytest.mark.parametrize(
    ("wire", "label"),
    [
        pytest.param(GZIP[:-20], "gzip", id="gzip"),
        pytest.param(GZIP[:-4], "gzip", id="gzip without its length"),
        pytest.param(zlib.compress(PAGE)[:-12], "deflate", id="deflate"),
        pytest.param(ZSTD[:-10], "zstd", id="zstd"),
        pytest.param(gzip.compress(GZIP[:-12]), "gzip, gzip", id="the inner of two"),
    ],
)
def test_what_came_of_a_body_cut_short_is_kept(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=LIMIT)
    assert decoded.is_truncated
    assert decoded.problem is None
    assert decoded.body is not None
    assert PAGE.startswith(decoded.body)
    assert decoded.notes


@pytest.mark.parametrize(
    ("wire", "label"),
    [
        pytest.param(GZIP[:-8] + b"\0" * 8, "gzip", id="a checksum that is wrong"),
        pytest.param(GZIP[:40] + b"\xff" * 20 + GZIP[60:], "gzip", id="bytes overwritten"),
        pytest.param(b"\x8b\x01\x80\x00\x07" * 90, "br", id="br, which we did not ask for"),
        pytest.param(b"\x00\x01\x02" * 90, "gzip", id="noise called gzip"),
        pytest.param(GZIP, "gzip, gzip, gzip, gzip", id="too many codings"),
        pytest.param(gzip.compress(b"") * 10_001, "gzip", id="too many members"),
    ],
)
def test_what_cannot_be_read_is_not_believed(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=LIMIT)
    assert (decoded.body, decoded.problem) == (None, "decoding")
    assert decoded.notes


@pytest.mark.parametrize(
    ("wire", "label"),
    [
        pytest.param(gzip.compress(b"\0" * (LIMIT + 1)), "gzip", id="gzip"),
        pytest.param(gzip.compress(gzip.compress(b"\0" * 2**25)), "gzip, gzip", id="gzip twice"),
        pytest.param(zlib.compress(b"\0" * 2**23), "deflate", id="deflate"),
        pytest.param(zstandard.compress(b"\0" * 2**25), "zstd", id="zstd"),
        pytest.param(gzip.compress(b"\0" * 2**21), "gzip", id="within the limit, by its ratio"),
        pytest.param(b"x" * (LIMIT + 1), "", id="plain"),
    ],
)
def test_bombs_end_at_the_limit(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=LIMIT)
    assert (decoded.body, decoded.problem) == (None, "too_large")


def test_a_zstd_window_beyond_the_webs_is_not_given_memory() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=27)
    compressor = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    wire = compressor.compress(bytes(range(64))) + compressor.flush()
    assert decode_body(wire, "zstd", limit_bytes=LIMIT).problem == "decoding"


LABELS = st.lists(
    st.sampled_from(["gzip", "deflate", "zstd", "br", "identity", "utf-8", ""]), max_size=4
).map(",".join)


@given(st.binary(max_size=400), LABELS)
def test_no_bytes_raise(wire: bytes, label: str) -> None:
    decoded = decode_body(wire, label, limit_bytes=2000)
    assert (decoded.body is None) == (decoded.problem is not None)
    assert len(decoded.body or b"") <= 2000


@pytest.mark.parametrize("label", ["gzip", "deflate", "zstd"])
def test_no_damaged_body_raises(label: str) -> None:
    whole = {"gzip": GZIP, "deflate": zlib.compress(PAGE), "zstd": ZSTD}[label]
    rng = random.Random(7)  # noqa: S311  the same damage at every run
    for _ in range(500):
        damaged = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        decoded = decode_body(
            bytes(damaged[: rng.randrange(len(damaged))]), label, limit_bytes=LIMIT
        )
        assert (decoded.body is None) == (decoded.problem is not None)
