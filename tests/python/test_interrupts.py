"""Signals at any time: none hangs the command, files are whole, the exit code says which it was."""

import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import netCDF4
import pytest
from conftest import MODELS

import raftup
from raftup.base.interruption import Interrupted, Worker, awaited, interruptions, wait

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
WANTED = int(os.environ.get("RAFTUP_INTERRUPTS", "200"))
BUDGET = 20.0 if "RAFTUP_INTERRUPTS" not in os.environ else 1e9  # s
LONGEST = 60.0  # s, from a signal to the end: on a loaded machine a server takes seconds to stop

# Loads the libraries once; each command is a copy of this process. A line of standard input is a
# folder and the arguments, the answer is the process; another line waits for its exit code.
ZYGOTE = """
import os, sys, netCDF4, xarray
import raftup.results.file, raftup.frequency_domain.dataset
from raftup.base.starting import _end
from raftup.cli.main import app
import signal
numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
for number in numbers:
    signal.signal(number, _end)  # as while the command is loaded
for line in sys.stdin:
    folder, *arguments = line.split()
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)  # Python forgets what comes during a fork
    child = os.fork()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)
    if child == 0:
        os.setsid()
        os.chdir(folder)
        said = os.open("said", os.O_WRONLY | os.O_CREAT)
        os.dup2(said, 1), os.dup2(said, 2)
        sys.argv = ["raftup", *arguments]
        try:
            app()
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 1)
        os._exit(99)
    print(child, flush=True)
    sys.stdin.readline()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Zygote:
    """Commands of which each is a copy of one process that has loaded the libraries."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", ZYGOTE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, line: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def interrupt(
        self, arguments: list[str], folder: Path, number: int, after: float, file: str
    ) -> int:
        """Starts a command, sends it a signal, and gives its exit code.

        Args:
            arguments: of the command.
            folder: where it works.
            number: of the signal.
            after: s from its start, or from when `file` is there.
            file: of its result; "" = none is waited for.
        """
        child = self._ask(" ".join([str(folder), *arguments]))
        while file and not (folder / file).exists():
            time.sleep(0.001)
        time.sleep(after)
        os.kill(child, number)
        end_by = time.monotonic() + LONGEST
        while Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
            if time.monotonic() > end_by:
                os.kill(child, signal.SIGKILL)
                self._ask("wait")
                pytest.fail(f"hung: {arguments} after signal {number} at {after:g} s in {folder}")
            time.sleep(0.005)
        return self._ask("wait")

    def close(self) -> None:
        self._process.communicate(timeout=LONGEST)


@pytest.mark.timeout(300 + 3 * WANTED)
def test_interrupts_at_any_time_end_the_command_with_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tempfile.mkdtemp(prefix="rt-", dir="/tmp")  # short, as a socket's path must be
    monkeypatch.setenv("TMPDIR", temporary)
    chance = random.Random(20)
    zygote = Zygote()
    model = str(MODELS / "alongside.yaml")
    commands = {
        "run": ["run", model, "--duration=1e5", "--quiet"],
        "paced": ["run", model, "--duration=1e5", "--quiet", "--pace=1"],
        "response": ["response", model, "--quiet"],
    }
    start, files = time.monotonic(), 0
    try:
        for count in range(WANTED):
            if time.monotonic() - start > BUDGET:
                break
            name = chance.choice(list(commands))
            number = chance.choice(SIGNALS)
            folder = tmp_path / str(count)
            folder.mkdir()
            file = chance.choice(["", "result.nc"]) if name != "response" else ""
            after = chance.uniform(0.0, 0.8)
            code = zygote.interrupt(commands[name], folder, number, after, file)
            case = f"{count}: {name}, {number.name} {after:.3f} s after {file or 'its start'}"
            said = (folder / "said").read_text() if (folder / "said").exists() else ""
            done = name == "response" and code == 0  # it was done before
            assert done or code == 128 + number, f"{case}: {said}"
            assert "Traceback" not in said, f"{case}: {said}"
            left = {file.name for file in folder.iterdir()} - {"said"}
            assert left <= {"result.nc", "response.nc"}, case
            for file in left:
                with netCDF4.Dataset(folder / file) as result:
                    files += 1
                    assert result.dimensions["body"].size == 2, case
    finally:
        zygote.close()
    assert count >= 5
    assert files > 0
    assert os.listdir(temporary) == []
    os.rmdir(temporary)


@pytest.mark.parametrize("number", SIGNALS)
def test_an_interrupt_while_the_command_is_loaded_leaves_no_traceback(number: int) -> None:
    for pause in (0.0, 0.2):
        process = subprocess.Popen(
            [sys.executable, "-m", "raftup", "run", "none.yaml"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        maps = Path(f"/proc/{process.pid}/maps")
        while "grpc" not in maps.read_text():  # Python is there, and loads what we need
            time.sleep(0.001)
        time.sleep(pause)
        process.send_signal(number)
        said = "".join(process.communicate(timeout=LONGEST))
        assert "Traceback" not in said
        assert process.returncode in (128 + number, 2)  # 2: the file was missed before


def test_a_wait_is_ended_by_a_signal_once_and_a_worker_never() -> None:
    worker = Worker("test")

    def interrupted() -> list[int]:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.05)
        return [1]

    with interruptions():
        assert worker.call(interrupted) == [1]  # is waited for
        with pytest.raises(Interrupted) as caught:
            worker.await_call(lambda: 2)
        assert caught.value.number == signal.SIGTERM
        os.kill(os.getpid(), signal.SIGHUP)
        assert worker.await_call(lambda: 3) == 3  # what cleans up is not interrupted again


def compute_through_a_signal() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    end = time.monotonic() + 10.0
    while time.monotonic() < end:
        pass


def test_a_computation_that_does_not_wait_is_interrupted_where_it_is() -> None:
    with interruptions(), pytest.raises(Interrupted):
        compute_through_a_signal()


def test_a_finalizer_is_not_interrupted_but_what_comes_after_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Python prints and forgets what is raised in a finalizer: the signal would be lost."""

    class Slow:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            end = time.monotonic() + 1.0  # twice as long as a signal waits for the program
            while time.monotonic() < end:
                pass

    def drop_and_compute() -> None:
        thing = Slow()
        del thing
        for _ in range(10**9):
            pass

    with interruptions(), pytest.raises(Interrupted):
        drop_and_compute()
    assert "Traceback" not in capfd.readouterr().err


def test_items_that_are_awaited_come_in_order_with_their_error() -> None:
    def items() -> Iterator[int]:
        yield from (1, 2)
        raise raftup.RaftupError("no more")

    awaiting = awaited(items(), "test")
    assert [next(awaiting), next(awaiting)] == [1, 2]
    with pytest.raises(raftup.RaftupError, match="no more"):
        next(awaiting)
    assert list(awaited([], "test")) == []


def wait_for_a_signal() -> None:
    worker = Worker("test")
    worker.post(lambda: os.kill(os.getpid(), signal.SIGINT))
    wait(queue.SimpleQueue())


def test_what_waits_for_an_answer_wakes_at_once() -> None:
    with interruptions(), pytest.raises(Interrupted):
        wait_for_a_signal()
