"""A round does every item once, one at a time for each host, and says what it put off."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quietedit_core.politeness import Wait
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.rounds import PutOff, Round

CLOCK = Clock()
Item = tuple[str, int]


def work(
    items: list[Item],
    step: Callable[[Item], Wait | None],
    *,
    seconds: float = 30.0,
    threads: int = 4,
) -> list[PutOff[Item]]:
    deadline = CLOCK.now() + timedelta(seconds=seconds)
    return Round(
        items, host_of=lambda item: item[0], step=step, clock=CLOCK, deadline=deadline
    ).run(threads=threads)


class Watcher:
    """Notes what is done, and whether two were ever at one host."""

    def __init__(self, waits: dict[Item, int] | None = None) -> None:
        self.done: list[Item] = []
        self.met = False
        self._waits = Counter(waits or {})
        self._lock = threading.Lock()
        self._busy: set[str] = set()

    def step(self, item: Item) -> Wait | None:
        with self._lock:
            self.met = self.met or item[0] in self._busy
            self._busy.add(item[0])
        time.sleep(0.0005)
        with self._lock:
            self._busy.discard(item[0])
            if self._waits[item] > 0:
                self._waits[item] -= 1
                return Wait(CLOCK.now() + timedelta(milliseconds=1), "pause")
            self.done.append(item)
            return None


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 99)), max_size=25, unique=True),
    st.integers(1, 6),
    st.data(),
)
def test_every_item_is_done_once_and_hosts_are_asked_by_one(
    items: list[Item], threads: int, data: st.DataObject
) -> None:
    waits = {item: data.draw(st.integers(0, 2)) for item in items}
    watcher = Watcher(waits)
    assert work(items, watcher.step, threads=threads) == []
    assert sorted(watcher.done) == sorted(items)
    assert not watcher.met
    for host in "abcd":
        assert [i for i in watcher.done if i[0] == host] == [i for i in items if i[0] == host]


def test_a_slow_host_holds_up_only_itself() -> None:
    free = threading.Event()
    others = [("quick", number) for number in range(5)]
    done: list[Item] = []

    def step(item: Item) -> None:
        if item[0] == "slow":
            assert free.wait(10)
        done.append(item)
        if len(done) == len(others):
            free.set()

    assert work([("slow", 0), *others], step, threads=2) == []
    assert done == [*others, ("slow", 0)]


def test_what_would_wait_beyond_the_deadline_is_put_off_with_its_line() -> None:
    until = CLOCK.now() + timedelta(hours=1)

    def step(item: Item) -> Wait | None:
        return Wait(until, "it answered 429") if item == ("a", 1) else None

    items = [("a", 0), ("a", 1), ("a", 2), ("b", 0)]
    put_off = work(items, step)
    assert put_off == [
        PutOff(item, Wait(until, "it answered 429")) for item in (("a", 1), ("a", 2))
    ]


def test_what_is_left_when_time_is_over_is_put_off() -> None:
    watcher = Watcher()

    def step(item: Item) -> Wait | None:
        time.sleep(0.03)
        return watcher.step(item)

    items = [("a", number) for number in range(20)]
    put_off = work(items, step, seconds=0.1)
    assert 1 <= len(watcher.done) < 20
    assert watcher.done + [left.item for left in put_off] == items
    assert {left.wait.reason for left in put_off} == {"the run's time was over"}


@pytest.mark.parametrize("threads", [1, 4])
def test_an_error_ends_the_round_and_surfaces(threads: int) -> None:
    watcher = Watcher()

    def step(item: Item) -> Wait | None:
        if item == ("a", 3):
            raise OSError("disk full")
        return watcher.step(item)

    items = [("a", number) for number in range(10)]
    with pytest.raises(OSError, match="disk full"):
        work(items, step, threads=threads)
    assert watcher.done == items[:3]


def test_an_error_wakes_those_who_wait() -> None:
    def step(item: Item) -> Wait | None:
        if item[0] == "b":
            raise OSError("disk full")
        return Wait(CLOCK.now() + timedelta(seconds=20), "pause")

    started = time.monotonic()
    with pytest.raises(OSError, match="disk full"):
        work([("a", 0), ("b", 0)], step)
    assert time.monotonic() - started < 5


def test_a_round_over_nothing_ends_at_once() -> None:
    assert work([], lambda _item: None) == []
