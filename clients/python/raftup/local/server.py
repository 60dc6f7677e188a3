"""Private servers: a raftupd that this program starts and ends."""

from __future__ import annotations

import importlib.util
import os
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from raftup.base.errors import RaftupError
from raftup.base.files import temporary_folder
from raftup.base.interruption import Outcome, held_back
from raftup.local.programs import find_program

READY = "listening on "
"""First part of the line with which a raftupd reports its address."""

_SOCKET_FOLDER_BYTES = 84  # with the name of the socket and of what gRPC makes beside it
_PLAIN = re.compile(r"[A-Za-z0-9/._+~-]*")
_START_TIMEOUT = 30.0  # s; a server is ready within .1 s on an idle machine
_LOG_INTERVAL = 0.01  # s, between two looks at its log until then
_STOP_TIMEOUT = 10.0  # s, then it is killed
_STOP_TIMEOUT_WITHOUT_DATA = 2.0  # s: one whose data go with it has nothing to bring in order


@dataclass(frozen=True)
class LocalServer:
    """A raftupd that this program has started.

    Attributes:
        address: address of the server, for `connect`.
        process: process of the server.
    """

    address: str
    process: subprocess.Popen[bytes]


def find_server() -> Path:
    """Path of raftupd, see find_program(); the environment variable is RAFTUP_SERVER_BINARY.

    Raises:
        RaftupError: PROGRAM_NOT_FOUND.
    """
    return find_program("raftupd", "server", "RAFTUP_SERVER_BINARY")


def find_moordyn() -> Path | None:
    """Path of the library of MoorDyn 2 in the package moordyn; None if that is not installed.

    This package does not load the library: raftupd runs it in separate processes.
    """
    package = importlib.util.find_spec("moordyn")
    if package is None or package.origin is None:
        return None
    libraries = Path(package.origin).parents[1] / "moordyn.libs"
    return next(iter(sorted(libraries.glob("libmoordyn*.so*"))), None)


def moordyn_arguments(given: Sequence[str] = ()) -> list[str]:
    """Arguments that give raftupd the library of MoorDyn; none if it is missing or given."""
    library = find_moordyn()
    if library is None or any(argument.partition("=")[0] == "--moordyn" for argument in given):
        return []
    return [f"--moordyn={library}"]


@contextmanager
def local_server(
    listen: str | None = None,
    arguments: Sequence[str] = (),
    data: str | Path | None = None,
) -> Iterator[LocalServer]:
    """Runs a raftupd for the duration of the block, on a private Unix socket.

    At the end of the block the server ends, and its databases and sessions are deleted. It also
    ends if this program is killed, on systems with setpriv (Linux). Any thread may enter the block,
    and may end before the block does.

    Args:
        listen: another address, such as `127.0.0.1:50051`; port 0 = any free port.
        arguments: further arguments for raftupd.
        data: folder in which databases and sessions are kept for the next server.

    Raises:
        RaftupError: if there is no raftupd, or it does not start.
    """
    find_server()  # before folders are made
    with temporary_folder("raftup-") as folder, _socket_folder(folder) as socket_folder:
        address = listen or f"unix:{socket_folder}/socket"
        if data is None:
            kept = [f"--data={_data_folder(folder)}", "--durability=none"]
        else:
            kept = [f"--data={data}"]
        further = [*moordyn_arguments(arguments), *arguments]
        process: subprocess.Popen[bytes] | None = None
        try:
            with held_back():
                process = _start(address, folder, [*kept, *further])
            yield LocalServer(_await_address(address, process, folder / "log"), process)
        finally:
            if process is not None:
                with held_back():
                    _stop(process, _STOP_TIMEOUT_WITHOUT_DATA if data is None else _STOP_TIMEOUT)


@contextmanager
def _socket_folder(folder: Path) -> Iterator[Path]:
    """A folder with a path short enough for a Unix socket: `folder`, or one in /tmp.

    The path of a socket has at most 107 bytes, and gRPC treats % and # in an address as in a URL.

    Raises:
        RaftupError: if `folder` is not suitable and /tmp cannot be written.
    """
    if len(os.fsencode(folder)) <= _SOCKET_FOLDER_BYTES and _PLAIN.fullmatch(str(folder)):
        yield folder
        return
    with ExitStack() as resources:
        try:
            short = resources.enter_context(temporary_folder("raftup-", parent="/tmp"))
        except OSError as error:
            raise RaftupError(
                "the folder of temporary files must have a path of at most "
                f"{_SOCKET_FOLDER_BYTES} letters, digits and /._-+~, or /tmp must be one that can "
                f"be written; it is {folder}: set TMPDIR to another, or name a server's address",
                code="FAILED_PRECONDITION",
            ) from error
        yield short


@contextmanager
def server_address(named: str | None = None) -> Iterator[str]:
    """Address of the named server, or of a `local_server` for the duration of the block.

    Args:
        named: address, for example from a command line; None = a private server is started.

    Raises:
        RaftupError: if no server is named and the private one does not start.
    """
    if named is not None:
        yield named
    else:
        with local_server() as server:
            yield server.address


def user_data_folder() -> Path:
    """Folder for the data of a user's server if no other folder is given.

    Raises:
        RaftupError: FAILED_PRECONDITION if the user has no home folder.
    """
    return _user_folder("XDG_DATA_HOME", ".local/share") / "raftup"


def _user_folder(variable: str, default: str) -> Path:
    """A folder of the XDG base directory specification; relative paths in the variable are ignored.

    Args:
        variable: name of the environment variable.
        default: default path, relative to the home folder.
    """
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / default
    except RuntimeError as error:
        raise RaftupError(
            f"there is no home to keep data in: set {variable}", code="FAILED_PRECONDITION"
        ) from error


def _data_folder(folder: Path) -> Path:
    """Makes the data folder of a private server in `folder`, which is deleted with the server.

    Only fits of radiation memories are kept, for the user's next server: a fit takes seconds and
    depends only on data, options and the build of the server.
    """
    data = folder / "data"
    data.mkdir(mode=0o700)
    try:
        cache = _user_folder("XDG_CACHE_HOME", ".cache") / "raftup" / "fits"
        cache.mkdir(parents=True, exist_ok=True)
    except (OSError, RaftupError):
        return data  # no home to write to: every server fits anew
    (data / "fits").symlink_to(cache)
    return data


def _start(address: str, folder: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts a server from a thread that lives as long as the server.

    Linux sends the parent-death signal when the *thread* ends that has started a process.
    """
    started: queue.SimpleQueue[Outcome[subprocess.Popen[bytes]]] = queue.SimpleQueue()

    def live_as_long() -> None:
        outcome = Outcome.of(lambda: _start_here(address, folder, arguments))
        started.put(outcome)
        if outcome.value is not None:
            # not wait(), which would consume the exit code that another thread may read
            with suppress(ChildProcessError):  # it has ended, and that is known already
                os.waitid(os.P_PID, outcome.value.pid, os.WEXITED | os.WNOWAIT)

    threading.Thread(target=live_as_long, name="raftup parent of raftupd", daemon=True).start()
    return started.get().result()


def _start_here(address: str, folder: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    end_with_this_program = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    command = [
        *end_with_this_program,
        str(find_server()),
        f"--listen={address}",
        *arguments,
    ]
    with (folder / "log").open("wb") as log:
        # A session of its own, so that Ctrl-C reaches the client alone, which then ends the server.
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )


def _await_address(wanted: str, process: subprocess.Popen[bytes], log: Path) -> str:
    """Waits for the line with which a raftupd reports its address."""
    deadline = time.monotonic() + _START_TIMEOUT
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        text = log.read_text(errors="replace")
        for line in text.splitlines(keepends=True):
            if line.startswith(READY) and line.endswith("\n"):
                return line.removeprefix(READY).strip()
        if ended:
            break
        time.sleep(_LOG_INTERVAL)
    raise RaftupError(
        f"raftupd did not start on {wanted}: {text.strip()}",
        code="UNAVAILABLE",
        reason="SERVER_NOT_STARTED",
    )


def _stop(process: subprocess.Popen[bytes], timeout: float) -> None:
    process.terminate()
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
