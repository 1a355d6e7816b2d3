"""Working through many hosts at once, one item at a time for each host.

Hosts stand in a queue by the moment at which they may be asked again. Threads take the host that
is ready first, so a slow or far host holds up only itself, and a large one only its turn.
"""

import heapq
import itertools
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from quietedit_core.politeness import Wait
from quietedit_pipeline.clock import Clock

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PutOff(Generic[T]):
    """An item whose turn did not come before the deadline, and what it waited for."""

    item: T
    wait: Wait


class Round(Generic[T]):
    """One round over the items; `step` does one, or says what it has to wait for."""

    def __init__(
        self,
        items: Sequence[T],
        *,
        host_of: Callable[[T], str],
        step: Callable[[T], Wait | None],
        clock: Clock,
        deadline: datetime,
    ) -> None:
        self._step = step
        self._clock = clock
        self._deadline = deadline
        self._lines: dict[str, deque[T]] = {}
        for item in items:
            self._lines.setdefault(host_of(item), deque()).append(item)
        self._order = itertools.count()
        now = clock.now()
        self._ready = [(now, next(self._order), host) for host in self._lines]
        heapq.heapify(self._ready)
        self._busy_count = 0
        self._changed = threading.Condition()
        self._put_off: list[PutOff[T]] = []
        self._failure: BaseException | None = None

    def run(self, *, threads: int) -> list[PutOff[T]]:
        """Work until all is done or the deadline has come; returns what was put off.

        An error that `step` raises ends the round and is raised here.
        """
        count = max(1, min(threads, len(self._lines)))
        with ThreadPoolExecutor(count, thread_name_prefix="round") as pool:
            try:
                wait_for([pool.submit(self._work) for _ in range(count)])
            except BaseException as error:  # an interrupt: the threads end after what they do
                self._fail(error)
                raise
        if self._failure is not None:
            raise self._failure
        return self._put_off

    def _work(self) -> None:
        while (host := self._take_host()) is not None:
            item = self._lines[host].popleft()
            try:
                wait = self._step(item)
            except BaseException as error:  # noqa: BLE001  handed to the caller of run
                self._fail(error)
                return
            self._give_back(host, item, wait)

    def _fail(self, error: BaseException) -> None:
        with self._changed:
            self._failure = self._failure or error
            self._changed.notify_all()

    def _take_host(self) -> str | None:
        """The host that is ready first, waited for if need be; None: nothing is left to do."""
        with self._changed:
            while self._failure is None:
                if not self._ready:
                    if not self._busy_count:
                        return None
                    self._changed.wait()
                    continue
                ready_at = self._ready[0][0]
                pause = (ready_at - self._clock.now()).total_seconds()
                if pause <= 0:
                    self._busy_count += 1
                    return heapq.heappop(self._ready)[2]
                self._changed.wait(pause)
            return None

    def _give_back(self, host: str, item: T, wait: Wait | None) -> None:
        with self._changed:
            self._busy_count -= 1
            line = self._lines[host]
            if wait is not None:
                line.appendleft(item)
            ready_at = self._clock.now() if wait is None else wait.until
            if ready_at > self._deadline:
                reason = wait or Wait(ready_at, "the run's time was over")
                self._put_off.extend(PutOff(left, reason) for left in line)
                line.clear()
            elif line:
                heapq.heappush(self._ready, (ready_at, next(self._order), host))
            self._changed.notify_all()
