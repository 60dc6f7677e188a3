#!/usr/bin/env python3
"""Many sessions over three servers behind a proxy; one is drained and one killed on the way.

    check.py                    # 300 sessions, by nginx.conf beside this file
    check.py --proxy envoy      # by chart/envoy.yaml
    check.py --sessions 30 --steps 300

Every row that a client was given is compared, bit for bit, with those of a session that nobody
disturbed: nothing that was acknowledged may be lost or differ. Needs the proxy, and a Python with
the package raftup.
"""

import argparse
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from simulation import PATIENCE, STEPS_AT_ONCE, Simulation, undisturbed

import raftup
from raftup.local.server import find_server

HERE = Path(__file__).resolve().parent
ADDRESSES = ("127.0.0.1:50561", "127.0.0.1:50562", "127.0.0.1:50563")
PROXY = "127.0.0.1:50551"
THREADS = 16
ROUND = 0.1  # s, from round to round where the machine is as fast: the trouble takes 4 s


class Server:
    """A raftupd at an address that stays, over a data folder that stays."""

    def __init__(self, address: str, data: Path) -> None:
        self.address = address
        self._data = data
        self.start()

    def start(self) -> None:
        """Starts it; the first time or as the successor of the one before."""
        log = (self._data.parent / f"{self._data.name}.log").open("ab")
        command = [str(find_server()), f"--listen={self.address}", f"--data={self._data}"]
        self._process = subprocess.Popen(command, stdout=log, stderr=log)

    def stop(self, how: signal.Signals) -> float:
        """Ends it; seconds until it is gone."""
        since = time.monotonic()
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        assert code == (0 if how == signal.SIGTERM else -how), f"{self.address} ended with {code}"
        return time.monotonic() - since


def proxy_command(kind: str, folder: Path) -> list[str]:
    """How a proxy is started in the foreground, with what it writes in a folder."""
    if kind == "envoy":
        return ["envoy", "-c", f"{HERE}/chart/envoy.yaml", "-l", "warning", "--base-id", "50551"]
    nginx = ["nginx", "-p", f"{folder}", "-c", f"{HERE}/nginx.conf"]
    return [*nginx, "-g", f"daemon off; pid {folder}/nginx.pid;"]


@contextmanager
def proxy(kind: str, folder: Path) -> Iterator[None]:
    """An nginx or an Envoy, until its calls are over."""
    process = subprocess.Popen(proxy_command(kind, folder))
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM if kind == "envoy" else signal.SIGQUIT)
        process.wait()


def wait_for(address: str) -> None:
    """Until somebody listens there."""
    host, _, port = address.partition(":")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection((host, int(port)), 1.0).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nobody listens at {address}"
            time.sleep(0.05)


def disturb(servers: list[Server]) -> None:
    """Drains the first and kills the second; a successor takes the place of each."""
    for server, how in ((servers[0], signal.SIGTERM), (servers[1], signal.SIGKILL)):
        time.sleep(2.0)
        gone = server.stop(how)
        server.start()
        since = time.monotonic()
        wait_for(server.address)
        back = time.monotonic() - since
        print(f"{server.address} {how.name}: gone in {gone:.2f} s, successor after {back:.2f} s")


def main() -> None:
    """Runs the check and says what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--proxy", choices=("nginx", "envoy"), default="nginx")
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--steps", type=int, default=800)
    arguments = parser.parse_args()
    expected = undisturbed(arguments.steps)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="raftup-scale-")))
        servers = []
        for number, address in enumerate(ADDRESSES):
            server = Server(address, folder / f"server{number}")
            stack.callback(server.stop, signal.SIGTERM)
            wait_for(address)
            servers.append(server)
        stack.enter_context(proxy(arguments.proxy, folder))
        wait_for(PROXY)
        pool = stack.enter_context(ThreadPoolExecutor(THREADS))
        client = stack.enter_context(raftup.connect(PROXY))
        runs = list(pool.map(lambda _: Simulation(client), range(arguments.sessions)))
        for address in ADDRESSES:
            with raftup.connect(address) as direct:
                print(f"{address}: {len(list(direct.list_sessions()))} sessions")
        trouble = threading.Thread(target=disturb, args=(servers,))
        trouble.start()
        since = time.monotonic()
        for goal in range(STEPS_AT_ONCE, arguments.steps + 1, STEPS_AT_ONCE):
            list(pool.map(Simulation.advance, runs, [goal] * len(runs)))
            time.sleep(max(0.0, since + ROUND * goal / STEPS_AT_ONCE - time.monotonic()))
        seconds = time.monotonic() - since
        trouble.join()
        rows = sum(pool.map(lambda run: run.check(expected), runs))
        print(f"streams resumed so many times: {dict(Counter(run.resumed for run in runs))}")
        print(f"{rows} rows in {seconds:.1f} s, each the same bits as undisturbed; none lost")
        list(pool.map(lambda run: run.end(), runs))


if __name__ == "__main__":
    main()
