"""An event loop on virtual time: when nothing is ready, its clock jumps to the next timer.

Every simulated process has a queue of its own, in order, as its own loop would have. Which process
runs next is a seeded choice. A killed process is never run again: no `finally` of it is, either.
"""

import asyncio
import heapq
from asyncio.base_events import BaseEventLoop
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple

START = 1_000.0  # seconds on the monotonic clock when a run begins
WORK_SECONDS = 0.002  # what is given to a thread takes so long


class Span(NamedTuple):
    """A span of time, in seconds by the clock that never jumps."""

    began: float
    ended: float

    def within(self, began: float, ended: float) -> float:
        """Return how much of it lies between two times."""
        return max(0.0, min(self.ended, ended) - max(self.began, began))


class Trace:
    """What happened in which order, as one hash: two runs of a seed must have the same."""

    def __init__(self, now: Callable[[], float], keep: bool = False) -> None:
        self._now = now
        self._hash = blake2b(digest_size=16)
        self.lines: list[str] | None = [] if keep else None

    def add(self, what: str) -> None:
        line = f"{self._now():.6f} {what}"
        self._hash.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    def digest(self) -> str:
        return self._hash.hexdigest()


class Process:
    """One simulated process from its start to its end: what it has to run, and its tasks."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.skew = 0.0  # seconds by which its wall clock is ahead
        self.steps_left: int | None = None  # it is killed after so many more steps
        self.on_death: Callable[[], None] = lambda: None
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.waiting: dict[asyncio.Future[Any], None] = {}  # of others, for an answer of it
        self.context = copy_context()
        self.context.run(CURRENT.set, self)


CURRENT: ContextVar[Process] = ContextVar("process")


class VirtualLoop(BaseEventLoop):
    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng
        self.steps = 0
        self.outside = Process("outside")  # networks, clients, receivers, observers
        self.known: dict[Process, None] = {}  # processes that have been given anything to do
        self.buried: list[asyncio.Task[Any]] = []
        self.failures: list[dict[str, Any]] = []
        self._now = START
        self._active: list[Process] = []
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._timed = 0
        self.set_task_factory(_task)
        self.set_exception_handler(lambda _, context: self.failures.append(context))

    def time(self) -> float:
        return self._now

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._enqueue(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._timed += 1
        heapq.heappush(self._timers, (when, self._timed, timer))
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> Any:
        """Run the function in this thread, a little later."""
        future = self.create_future()
        self.call_later(WORK_SECONDS, _resolve, future, func, args)
        return future

    def start(self, process: Process, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of a process."""
        self.known[process] = None
        return self.create_task(work, context=process.context.copy())

    def kill(self, process: Process) -> None:
        """End a process where it stands."""
        if process.alive:
            process.alive = False
            process.ready.clear()
            if process in self._active:
                self._active.remove(process)
            self.known.pop(process, None)
            self.buried += process.tasks
            for waiting in process.waiting:
                waiting.cancel()
            process.on_death()

    def bury(self) -> None:
        """Close what was never finished; call this when nothing runs any more."""
        asyncio._set_running_loop(self)
        try:
            for process in [*self.known]:
                self.kill(process)
            for task in (*self.buried, *self.outside.tasks):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                _close(task.get_coro())
        finally:
            asyncio._set_running_loop(None)
        self.buried.clear()
        self._timers.clear()
        self._closed = True

    def _enqueue(self, handle: asyncio.Handle) -> None:
        process = handle._context.get(CURRENT, self.outside)  # type: ignore[attr-defined]
        if process.alive:
            if not process.ready:
                self._active.append(process)
            process.ready.append(handle)

    def _run_once(self) -> None:
        timers = self._timers
        if not self._active and timers:
            self._now = max(self._now, timers[0][0])
        while timers and timers[0][0] <= self._now:
            timer = heapq.heappop(timers)[2]
            if not timer._cancelled:
                self._enqueue(timer)
        if self._active:
            self._step()

    def _step(self) -> None:
        active = self._active
        place = self.rng.randrange(len(active)) if len(active) > 1 else 0
        process = active[place]
        if process.steps_left is not None:
            process.steps_left -= 1
            if process.steps_left < 0:
                self.kill(process)
                return
        handle = process.ready.popleft()
        if not process.ready:
            active.pop(place)
        self.steps += 1
        if not handle._cancelled:
            handle._run()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        return

    def _write_to_self(self) -> None:
        return

    def _process_events(self, event_list: Any) -> None:
        return


def _task(loop: Any, work: Any, **options: Any) -> "asyncio.Task[Any]":
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **options)
    context = options.get("context")
    process = (context or copy_context()).get(CURRENT, loop.outside)
    process.tasks[task] = None
    task.add_done_callback(lambda done: process.tasks.pop(done, None))
    return task


def _close(coroutine: Any) -> None:
    """Close a coroutine, also one that awaits something more when it is closed."""
    for _ in range(20):
        with suppress(BaseException):
            coroutine.close()
            return


def _resolve(future: "asyncio.Future[Any]", func: Callable[..., Any], args: Any) -> None:
    if future.cancelled():
        return
    try:
        future.set_result(func(*args))
    except Exception as failure:  # noqa: BLE001 - raised where the future is awaited
        future.set_exception(failure)
