"""A Dask cluster on this machine: a scheduler and two workers on loopback, one of which is killed."""

from __future__ import annotations

import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from batches import Faulty
from loopback import Loopback

import gfkit
from gfkit.batch import Work
from gfkit.cli.main import main
from gfkit.errors import OptionError, WorkerError
from gfkit.runs.executors import open_executor
from gfkit.typing import Progress

WORK = ("derive", "arc-kayles", "12xn", "--certify", "--quiet")
KILLED = """
import sys
import gfkit.transfer
from gfkit import batch
from gfkit.cli.main import main

said = []

def derive(*given, on_progress, **named):
    def tell(report):
        if report.stage == {at!r} and report.done and not said:
            said.append(print("now", file=sys.stderr, flush=True))
        on_progress(report)
    return engine(*given, on_progress=tell, **named)

engine, gfkit.transfer.derive, batch._WORTH_KEEPING = gfkit.transfer.derive, derive, 0.0
sys.exit(main(["derive", *sys.argv[1:]]))
"""


@pytest.fixture
def loopback(tmp_path: Path) -> Iterator[Loopback]:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    cluster = Loopback(tmp_path)
    yield cluster
    cluster.end()


def test_a_cluster_that_loses_a_worker_gives_the_same(loopback: Loopback) -> None:
    alone = gfkit.derive("arc-kayles", "11xn")
    landed = 0

    def kill_one(progress: Progress) -> None:
        nonlocal landed
        if progress.stage == "primes":
            landed += 1
            if landed == 1:
                loopback.workers[0].send_signal(signal.SIGKILL)

    with open_executor(cluster=loopback.address) as executor:
        assert executor is not None
        assert executor.workers == 2  # type: ignore[attr-defined]
        found = gfkit.derive("arc-kayles", "11xn", executor=executor, on_progress=kill_one)
    assert landed > 1, "the worker was killed after the work was done"
    assert loopback.workers[0].wait(10) == -signal.SIGKILL
    assert found == alone
    assert found.evidence == alone.evidence


def test_no_cluster_is_said() -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    with pytest.raises(OptionError, match=r"--cluster 'nonsense://here': no Dask scheduler answers there"):
        open_executor(cluster="nonsense://here").__enter__()


@contextmanager
def peer(says: Callable[[socket.socket], object]) -> Iterator[str]:
    """Somebody who is no scheduler, and what is said to whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    kept.append(connection)
                    says(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        for connection in kept:
            connection.close()


PEERS: dict[str, Callable[[socket.socket], object]] = {
    "silent": lambda _: None,
    "leaves": lambda connection: connection.close(),
    "speaks of pages": lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "large frames": lambda connection: connection.sendall(b"\xff" * 4096),
    "many frames": lambda connection: connection.sendall(struct.pack("<QQ", 1 << 20, 1 << 40)),
    "zeros": lambda connection: connection.sendall(bytes(1 << 16)),
}


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err.startswith("gfkit: ")) == ("", 1, True), err[-2000:]
    return err


@pytest.mark.parametrize("kind", PEERS)
def test_a_peer_that_is_no_scheduler(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    with peer(PEERS[kind]) as address:
        assert main([*WORK, "--cluster", address, "--cluster-timeout", "1s"]) == 2
    assert f"--cluster {address!r}: no Dask scheduler answers there" in one_line(capsys)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "here",
        "tcp://",
        "tcp://127.0.0.1",
        "tcp://127.0.0.1:1",
        "tcp://127.0.0.1:99999999",
        "tls://127.0.0.1:1",
        "tcp://no-such-host.invalid:8786",
        "inproc://x",
        "nonsense://here:1",
        "tcp://\x1b[31m:1",
        "tcp://[::1]:1",
        "tcp://a\0b:1",
        "x" * 5000 + ":1",
    ],
)
def test_an_address_of_nobody(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    assert main([*WORK, "--cluster", address]) == 2
    assert "no Dask scheduler answers there" in one_line(capsys)


def test_tls_without_certificates(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    with peer(PEERS["silent"]) as address:
        assert main([*WORK, "--cluster", address.replace("tcp", "tls")]) == 2
    assert "tls needs certificates" in one_line(capsys)


def ended(loopback: Loopback, cache: Path, at: str, who: Callable[[], object]) -> str:
    """What the command says whose cluster loses somebody at a report; it is over, and it said one line."""
    program = KILLED.format(at=at)
    process = subprocess.Popen(
        [sys.executable, "-c", program, *WORK[1:], "--cluster", loopback.address, "--cluster-timeout", "3s"],
        env={**loopback.environment, "GFKIT_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        assert process.stderr.readline() == "now\n"
        who()
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out, err.count("\n")) == (3, "", 1), err[-2000:]
    return err


def test_a_scheduler_that_dies_in_the_middle(loopback: Loopback, tmp_path: Path) -> None:
    said = ended(loopback, tmp_path / "cache", "primes", lambda: loopback.processes[0].kill())
    assert "kept, go on with: gfkit derive arc-kayles" in said


def test_workers_that_all_die_in_the_middle(loopback: Loopback, tmp_path: Path) -> None:
    said = ended(
        loopback, tmp_path / "cache", "primes", lambda: [worker.kill() for worker in loopback.workers]
    )
    assert "it has no worker, for 3 s (cluster timeout)" in said
    assert "kept, go on with: gfkit derive arc-kayles" in said


def test_a_cluster_without_workers(loopback: Loopback, capsys: pytest.CaptureFixture[str]) -> None:
    for worker in loopback.workers:
        worker.kill()
        worker.wait()
    assert main([*WORK, "--cluster", loopback.address, "--cluster-timeout", "2s"]) == 2
    assert "it had no worker within 2 s" in one_line(capsys)


def test_a_batch_that_ends_its_workers(loopback: Loopback, tmp_path: Path) -> None:
    """Dask sends it to others, and says at last that it kills them."""
    for number in range(3, 7):
        loopback.start_worker(number)
    with (
        open_executor(cluster=loopback.address, patience=20) as executor,
        pytest.raises(WorkerError, match=r"ends its workers again and again|has no worker"),
        Work(executor=executor) as work,
    ):
        list(work.in_order([Faulty(n, "die", str(tmp_path), 0, times=99) for n in range(2)], Faulty.perform))
