"""Pages come back as they were stored, or not at all."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quietedit_store.pages import PageMissing, PageStore

BODY = "<p>Die Fähre fährt öfter.</p>".encode() * 50


@pytest.fixture(params=["folder", "memory"])
def pages(request: pytest.FixtureRequest, tmp_path: Path) -> PageStore:
    return PageStore(f"memory://{tmp_path}" if request.param == "memory" else str(tmp_path / "p q"))


def file_of(folder: Path, page_sha256: str) -> Path:
    return folder / page_sha256[:2] / page_sha256[2:4] / f"{page_sha256}.zst"


@settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30
)
@given(st.binary(max_size=2000))
def test_what_is_put_comes_back(pages: PageStore, body: bytes) -> None:
    page_sha256 = pages.put(body)
    assert page_sha256 == hashlib.sha256(body).hexdigest()
    assert pages.has(page_sha256)
    assert pages.get(page_sha256) == body


def test_a_page_that_was_never_put_is_missing(pages: PageStore) -> None:
    assert not pages.has("0" * 64)
    with pytest.raises(PageMissing, match="not in the page store"):
        pages.get("0" * 64)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="emptied"),
        pytest.param(lambda stored: stored[:-9], id="cut short"),
        pytest.param(lambda stored: stored[:30] + b"\0" + stored[31:], id="a byte changed"),
        pytest.param(lambda _: b"<p>plain</p>", id="never compressed"),
        pytest.param(lambda _: zstandard.compress(b"<p>other</p>"), id="another page's bytes"),
    ],
)
def test_damage_is_found(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    pages = PageStore(str(tmp_path))
    page_sha256 = pages.put(BODY)
    file = file_of(tmp_path, page_sha256)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(PageMissing) as caught:
        pages.get(page_sha256)
    assert caught.value.page_sha256 == page_sha256


def test_a_damaged_page_is_mended_when_it_comes_again(tmp_path: Path) -> None:
    pages = PageStore(str(tmp_path))
    page_sha256 = pages.put(BODY)
    file_of(tmp_path, page_sha256).write_bytes(b"cut sh")
    assert pages.put(BODY) == page_sha256
    assert pages.get(page_sha256) == BODY


def test_many_writers_of_one_page_do_not_meet(pages: PageStore) -> None:
    bodies = [BODY + str(number).encode() for number in range(5)] * 8
    with ThreadPoolExecutor(8) as pool:
        hashes = list(pool.map(pages.put, bodies))
    assert [pages.get(page_sha256) for page_sha256 in hashes] == bodies


def test_what_a_killed_writer_left_aside_is_no_page(tmp_path: Path) -> None:
    pages = PageStore(str(tmp_path))
    page_sha256 = hashlib.sha256(BODY).hexdigest()
    aside = file_of(tmp_path, page_sha256).with_suffix(".zst.0badcafe")
    aside.parent.mkdir(parents=True)
    aside.write_bytes(b"half a pa")
    assert not pages.has(page_sha256)
    assert pages.put(BODY) == page_sha256
    assert pages.get(page_sha256) == BODY


def test_a_page_is_stored_once_and_compressed(tmp_path: Path) -> None:
    pages = PageStore(str(tmp_path))
    pages.put(BODY)
    pages.put(BODY)
    [file] = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert file.stat().st_size < len(BODY) / 4
