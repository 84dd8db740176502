"""A Dask cluster as an executor: chunks sent to whichever worker is free, and again where a worker is lost.

A chunk travels as bytes and is unpacked by the worker alone, so the scheduler needs no rules. Workers are asked before
the start whether they have what is here, and every kernel asks again where it arrives, so that a worker that joins
later cannot slip in with other rules.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from croupier.errors import Refused, quoted
from croupier.kernel.terms import of_this_program, unlike
from croupier.kernel.work import Elastic

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Remote

P = ParamSpec("P")
T = TypeVar("T")
Notice = Callable[[str], None]
Resources = Mapping[str, float]

CONNECT_SECONDS: Final = 5
WAIT_SECONDS: Final = 60
COUNT_SECONDS: Final = 5
"""How old the number of workers may be."""


@contextmanager
def cluster_executor(
    address: str,
    *,
    notice: Notice = lambda _: None,
    wait: float = WAIT_SECONDS,
    resources: Resources | None = None,
) -> Iterator[tuple[Elastic, int]]:
    """An executor over a Dask scheduler, and how many chunks its workers take at once.

    Workers are waited for, at most so many seconds. Resources say which of them are meant, such as those that were
    started with `--resources GPU=1`.
    """
    try:
        import distributed  # noqa: F401, PLC0415  # an extra, and slow to import
    except ModuleNotFoundError as missing:
        raise Refused(f"a cluster needs {missing.name}: pip install 'croupier[cluster]'") from None
    with quiet(), connected(address) as client:
        members = Members(client, resources or {})
        if not members.threads():
            notice(f"waiting for workers at {address}")
            members.wait(wait, address)
        members.agree()
        executor = ClusterExecutor(client, members, address)
        try:
            yield executor, executor.workers
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def connected(address: str) -> "Iterator[Client]":
    """A client of a scheduler."""
    from distributed import Client  # noqa: PLC0415  # an extra, and slow to import

    try:
        with ThreadPoolExecutor(1) as apart:  # an event loop of its own, beside that of a notebook
            apart.submit(asyncio.run, greeted(address)).result()
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=False)
    except Exception as error:  # noqa: BLE001  # what is no scheduler may answer anything, and Dask make anything of it
        raise Refused(f"no Dask scheduler answers at {quoted(address)}: {first_line(error)}") from None
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_SECONDS)


async def greeted(address: str) -> None:
    """Ask who answers; a client alone would wait for ever for something that listens and says nothing."""
    from distributed import rpc  # noqa: PLC0415  # an extra, and slow to import

    async with asyncio.timeout(CONNECT_SECONDS), rpc(address) as one:
        kind = (await one.identity())["type"]
    if kind != "Scheduler":
        raise ValueError(f"this is a {kind}")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Dask's log to itself; what matters of it is said in a sentence."""
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [log.level for log in logs]
    try:
        for log in logs:
            log.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


def first_line(error: BaseException) -> str:
    """What an error says first."""
    if isinstance(error, TimeoutError) and not str(error):
        return f"no answer in {CONNECT_SECONDS} seconds"
    if isinstance(error, MemoryError):  # an answer of another kind, taken for a length
        return "what answers there is none"
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".: ")


class Members:
    """The workers that are meant, as the scheduler knows them at present."""

    def __init__(self, client: "Client", resources: Resources) -> None:
        """Take what the workers must have."""
        self.client = client
        self.resources = resources

    def addresses(self) -> dict[str, int]:
        """Each worker's address and its threads."""
        known: dict[str, dict[str, Any]] = self.client.scheduler_info(n_workers=-1)["workers"]
        return {
            address: worker["nthreads"]
            for address, worker in known.items()
            if all(worker["resources"].get(name, 0) >= amount for name, amount in self.resources.items())
        }

    def threads(self) -> int:
        """How many threads they have together."""
        return sum(self.addresses().values())

    def wait(self, seconds: float, address: str) -> None:
        """Wait for the first of them."""
        last = monotonic() + seconds
        while not self.threads():
            if monotonic() > last:
                what = f" with {', '.join(self.resources)}" if self.resources else ""
                raise Refused(f"no worker{what} has come to {address} in {seconds:g} seconds")
            sleep(0.1)

    def agree(self) -> None:
        """Refuse workers that have other versions or sources than this machine, or none."""
        asked = list(self.addresses())
        answers = self.client.run(unlike, of_this_program(), workers=asked, on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # it went away just now
            if isinstance(answer, Exception):
                raise Refused(f"the worker {worker} has no Croupier like this one: {first_line(answer)}")
            if answer:
                raise Refused(f"the worker {worker} has {answer}")


def worked(data: bytes) -> object:
    """Unpack a function and its arguments on a worker, and work."""
    function, arguments, named = pickle.loads(data)  # noqa: S301  # whoever reaches a worker can run code on it anyway
    return function(*arguments, **named)


class ClusterExecutor(Elastic):
    """Hands chunks to a scheduler; one that a lost worker had is given to another by the scheduler itself."""

    def __init__(self, client: "Client", members: Members, address: str) -> None:
        """Take the client of a scheduler."""
        self.client = client
        self.members = members
        self.address = address
        self.counted_at = 0.0
        self.counted = 1
        self.remote: dict[Future[Any], Remote[Any]] = {}

    @property
    def workers(self) -> int:
        """The threads of all workers; at least one, for those that are still to come back."""
        if monotonic() > self.counted_at + COUNT_SECONDS:
            self.counted = max(1, self.members.threads())
            self.counted_at = monotonic()
        return self.counted

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send work; it is unpacked by a worker, not by the scheduler."""
        from distributed.protocol import pickle as either  # noqa: PLC0415  # by name where it can be, else by value

        data = either.dumps((fn, args, kwargs))
        answer: Future[T] = Future()
        remote = self.client.submit(worked, data, pure=False, resources=dict(self.members.resources) or None)
        self.remote[answer] = remote
        answer.add_done_callback(self.forget)
        remote.add_done_callback(partial(self.answered, answer))
        return answer

    def forget(self, answer: Future[Any]) -> None:
        """Let go of what is answered or no longer wanted; the scheduler takes it from its list."""
        if remote := self.remote.pop(answer, None):
            remote.release()

    def answered(self, answer: Future[Any], remote: "Remote[Any]") -> None:
        """Pass an answer on, unless nobody waits for it any more."""
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(remote.result())
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is for whoever waits
            answer.set_exception(self.told(error))

    def told(self, error: BaseException) -> BaseException:
        """What went wrong on a cluster, in a sentence."""
        match type(error).__name__:
            case "KilledWorker":
                return Refused("a chunk was lost with several workers, one after the other: see what ended them")
            case "CancelledError" | "FutureCancelledError":
                return Refused(f"the scheduler at {self.address} is gone, or has let the work go")
            case "ModuleNotFoundError":
                return Refused(f"a worker cannot import the rules: {first_line(error)}")
            case "RuntimeError" if "deserialization of the task graph" in str(error):
                return Refused(f"the scheduler at {self.address} has no Croupier; start it where Croupier is installed")
        return error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  # as its base has it
        """Let all work go that is not answered yet."""
        if cancel_futures:
            for answer in list(self.remote):
                answer.cancel()
