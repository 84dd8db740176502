"""A cluster: workers come and are lost, and the totals do not change; workers with other rules are refused."""

import os
import shutil
import signal
import socket
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.counter import written
from croupier.exact.parts import run as counted_on
from croupier.exact.solve import model_of
from croupier.exact.space import Space, full
from croupier.front.variant import game
from croupier.kernel import cluster as clusters
from croupier.kernel.cluster import ClusterExecutor, cluster_executor
from croupier.kernel.effort import effort
from croupier.kernel.work import AHEAD, threads
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager
from croupier.simulation.job import played
from croupier.simulation.rounds.trial import Experiment, experiment
from croupier.simulation.run import Crew
from tests.simulation.local_cluster import PATHS, PATIENCE, Holding, LocalCluster, local_cluster, played_when, until

pytestmark = pytest.mark.slow

CHUNK = 1 << 18
CHUNKS = 120


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler beside twenty busy processes may take its time to answer."""
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", PATIENCE)
    monkeypatch.setattr(clusters, "WAIT_SECONDS", PATIENCE)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with local_cluster(tmp_path_factory.mktemp("cluster")) as started:
        for _ in range(2):
            started.worker()
        yield started


@pytest.fixture
def two_workers(cluster: LocalCluster) -> Iterator[ClusterExecutor]:
    """The cluster with two good workers, those that were lost replaced."""
    for _ in range(2 - sum(worker.poll() is None for worker in cluster.workers)):
        cluster.worker()
    with cluster_executor(cluster.address, wait=PATIENCE) as (executor, _):
        assert isinstance(executor, ClusterExecutor)
        until(lambda: len(executor.members.addresses()) == 2)
        executor.members.agree()
        executor.counted_at = 0
        yield executor


@contextmanager
def losing(executor: ClusterExecutor, cluster: LocalCluster, folder: Path) -> Iterator[Holding]:
    """The cluster, one worker of which is ended as a machine that fails would, with work in hand."""
    lost = next(worker for worker in cluster.workers if worker.poll() is None)
    mark = folder / "held"

    def end() -> None:
        until(mark.exists)
        os.kill(lost.pid, signal.SIGKILL)

    killer = Thread(target=end, daemon=True)
    killer.start()
    yield Holding(executor, lost.pid, AHEAD, mark)
    killer.join(timeout=PATIENCE)
    assert lost.wait(timeout=PATIENCE) == -signal.SIGKILL


@pytest.fixture(scope="module")
def monte() -> Experiment:
    return experiment("casino-monte", seed="cluster")


def test_a_simulation_that_loses_a_worker_comes_to_the_same(
    cluster: LocalCluster, two_workers: ClusterExecutor, monte: Experiment, tmp_path: Path
) -> None:
    assert two_workers.workers == 2
    with losing(two_workers, cluster, tmp_path) as executor:
        told = list(Crew(executor, played, chunk=CHUNK).play(monte, CHUNKS * CHUNK))
    until(lambda: len(two_workers.members.addresses()) == 1)
    with threads(1) as one:
        *_, alone = Crew(one, played).play(monte, CHUNKS * CHUNK)
    assert told[-1] == alone
    units = [progress.units for progress in told]
    assert units == sorted(set(units))
    assert {CHUNK * (place + 1) for place in range(CHUNKS)} <= set(units), "chunks, and where marks cut them"
    assert sum(alone.tally) == CHUNKS * CHUNK


def test_a_count_that_loses_a_worker_comes_to_the_same(
    cluster: LocalCluster, two_workers: ClusterExecutor, tmp_path: Path
) -> None:
    space = Space(model_of("three-card-poker"), full(1), lumped=True)
    counter = written(space)
    told: list[float] = []
    with losing(two_workers, cluster, tmp_path) as executor, effort(progress=told.append):
        counted = counted_on(space, counter, executor=executor)
    until(lambda: len(two_workers.members.addresses()) == 1)
    assert told == sorted(told)
    assert told[-1] == 1
    for there, here in zip(counted, counted_on(space, counter, 1), strict=True):
        assert np.array_equal(there, here)


def test_whoever_stops_takes_the_outstanding_work_with_him(
    two_workers: ClusterExecutor, monte: Experiment, tmp_path: Path
) -> None:
    mark = tmp_path / "go on"
    try:
        player = partial(played_when, str(mark))
        progress = Crew(two_workers, player, chunk=CHUNK).play(monte, 1000 * CHUNK)
        next(progress)
        assert len(two_workers.remote) >= AHEAD, "what was sent ahead waits for a file that is not there"
        assert isinstance(progress, Generator)
        progress.close()  # as an interruption does
        assert not two_workers.remote
        until(lambda: not any(two_workers.client.processing().values()))
    finally:
        mark.touch()


def test_analyze_counts_on_a_cluster(
    cluster: LocalCluster,
    two_workers: ClusterExecutor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = []
    for address in (None, cluster.address):
        told.append(game("casino-monte", decks=1).analyze(removed="Ah", cluster=address).to_dict())
        # what was counted here is not to be found there; and were it counted here again, that would be seen
        monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
        monkeypatch.setattr("croupier.kernel.work.ThreadPoolExecutor", None)
    assert told[0] == told[1]


# ── Rules of one's own ───────────────────────────────────────────────────────────────────────────────────────────────


def high(least: int) -> Model:
    """A game whose rule is made here, and cannot be imported by its name."""

    @rule
    def higher(card: int) -> int:
        return 1 if rank_of(card) >= least else 0

    lines = (Line(1, "win", "Win", Fraction(1)), Line(0, "lose", "Lose", Fraction(-1)))
    return Model("high", 1, (Drawn("one", Draw.SET, 1),), (Wager("bet", "Bet", Rule(higher, ("one",)), lines),))


def test_rules_without_a_name_are_sent_along(two_workers: ClusterExecutor) -> None:
    trial = experiment(high(least=11))
    *_, there = Crew(two_workers, played, chunk=3000).play(trial, 10_000)
    with threads(1) as one:
        *_, here = Crew(one, played).play(trial, 10_000)
    assert there == here
    assert 1300 < there.tally[1] < 1800  # two ranks of thirteen; with this seed, always the same


def test_rules_that_a_worker_cannot_import_are_refused(
    two_workers: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text(
        "from croupier.rule import rule\n\n\n@rule\ndef high(card: int) -> int:\n    return card // 26\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]  # noqa: PLC0415  # there only while the test runs

    model = high(2)
    wager = Wager("bet", "Bet", Rule(only_here.high, ("one",)), model.wagers[0].lines)
    trial = experiment(Model("only-here", 1, model.draws, (wager,)))
    with pytest.raises(Refused, match=r"^a worker cannot import the rules: No module named 'only_here'\.$"):
        list(Crew(two_workers, played).play(trial, 10_000))


# ── Refused before the start, and after it ───────────────────────────────────────────────────────────────────────────


def other_rules(folder: Path) -> str:
    """The whole package, one rule of it changed."""
    shutil.copytree(Path(PATHS[0]) / "croupier", folder / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "croupier" / "games" / "casino_monte.py"
    text = file.read_text(encoding="utf-8")
    changed = text.replace("if alike == 2:", "if alike >= 2:")
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    return str(folder)


def no_croupier(folder: Path) -> str:
    """A path on which there is no Croupier, wherever else it may be installed."""
    (folder / "croupier").mkdir()
    text = "raise ModuleNotFoundError(\"No module named 'croupier'\", name='croupier')\n"
    (folder / "croupier" / "__init__.py").write_text(text, encoding="utf-8")
    return str(folder)


@contextmanager
def joined(executor: ClusterExecutor, cluster: LocalCluster, path: str) -> Iterator[None]:
    """Have a worker join for a while that imports from another path."""
    worker = cluster.worker(path)
    try:
        until(lambda: len(executor.members.addresses()) == 3)
        yield
    finally:
        worker.kill()
        worker.wait()
    until(lambda: len(executor.members.addresses()) == 2)


def test_a_worker_with_other_rules_is_refused_before_the_start_and_after_it(
    cluster: LocalCluster, two_workers: ClusterExecutor, monte: Experiment, tmp_path: Path
) -> None:
    progress = Crew(two_workers, played, chunk=CHUNK).play(monte, 1000 * CHUNK)
    next(progress)
    with joined(two_workers, cluster, other_rules(tmp_path)):
        with pytest.raises(Refused, match=r"^this machine has Croupier \S+, but the work comes from"):
            list(progress)
        told = r"^the worker tcp://127\.0\.0\.1:\d+ has Croupier \S+, but the work comes from"
        with pytest.raises(Refused, match=told), cluster_executor(cluster.address):
            pass


def test_a_worker_without_croupier_is_refused(
    cluster: LocalCluster, two_workers: ClusterExecutor, tmp_path: Path
) -> None:
    told = r"^the worker tcp://127\.0\.0\.1:\d+ does not run this version of Croupier: .*No module named 'croupier'"
    with (
        joined(two_workers, cluster, no_croupier(tmp_path)),
        pytest.raises(Refused, match=told),
        cluster_executor(cluster.address),
    ):
        pass


def test_workers_are_waited_for_and_then_no_longer(cluster: LocalCluster) -> None:
    said: list[str] = []
    with (
        pytest.raises(Refused, match=r"^no worker with GPU joined tcp://127\.0\.0\.1:\d+ within 0\.2 seconds\.$"),
        effort(notice=said.append),
        cluster_executor(cluster.address, wait=0.2, resources={"GPU": 1}),
    ):
        pass
    assert said == [f"waiting for workers at {cluster.address}"]


def refusal(address: str) -> str:
    """Why an address is refused."""
    with pytest.raises(Refused) as refused, cluster_executor(address):
        pass
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_an_address_where_no_scheduler_is_is_refused(
    two_workers: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(next(iter(two_workers.members.addresses()))).endswith(": this is a Worker.")
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        assert refusal(address) == f'no Dask scheduler answers at "{address}": no answer in 0.5 seconds.'
        silent.listen()
        assert refusal(address) == f'no Dask scheduler answers at "{address}": no answer in 0.5 seconds.'
    assert "unknown address scheme" in refusal("pigeon://post:1")
    assert "missing port number" in refusal("tcp://127.0.0.1")


def test_an_address_where_something_else_answers_is_refused() -> None:
    """The first bytes of HTTP, taken for a number of frames, would fill more memory than there is."""

    def answer(server: socket.socket) -> None:
        with server.accept()[0] as asker:
            asker.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            asker.recv(1 << 16)

    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=answer, args=(server,), daemon=True).start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        assert refusal(address).startswith(f'no Dask scheduler answers at "{address}": ')


def test_without_dask_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert (
        refusal("127.0.0.1:8786")
        == "a cluster needs distributed; in a checkout install it with: pip install '.[cluster]'."
    )
