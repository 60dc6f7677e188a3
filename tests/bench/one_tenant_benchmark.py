"""One tenant does its worst while another steps two ships: what the other feels of it.

Prints a JSON object of figures and ends with 1 where one passes its limit. On a machine that does
other work besides, the factor of the 99th percentile says little.

    python tests/bench/one_tenant_benchmark.py [SECONDS]
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import numpy as np

import raftup
from raftup._generated import database_pb2, session_pb2
from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.local.server import find_server
from raftup.model.load import load_model

MODELS = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models"
LIMITS = {"p99_factor": 3.0, "create_s": 5.0, "memory_mib": 2048.0, "sigterm_s": 5.0}
BUOY = {
    "name": "buoy",
    "mass": 1000,
    "inertia": {"xx": 1000, "yy": 1000, "zz": 1000},
    "gravity": False,
}
LINE = {
    "body": "buoy",
    "anchor": [100, 0, -50],
    "length": 113,
    "diameter": 0.05,
    "mass_per_length": 20,
    "axial_stiffness": 1e6,
}


def buoy_with(count: int = 1, **line: Any) -> dict[str, Any]:
    """A buoy on equal lines."""
    load = {"dynamic_line": {**LINE, **line}}
    return {
        "name": "worst",
        "bodies": [BUOY],
        "loads": [{"name": f"line{i}", **load} for i in range(count)],
        "integration": {"step": 0.05, "duration": 5},
    }


def overlapping_balls(count: int) -> dict[str, Any]:
    """Balls of 1 m within 1 m of one another: a contact of every pair."""
    ball = {"name": "ball", "material": "steel", "sphere": {"radius": 1.0}}
    bodies = [
        {
            **BUOY,
            "name": f"b{i}",
            "position": [0.57 * (share * i % 1.0) for share in (0.02, 0.013, 0.017)],
            "shapes": [ball],
        }
        for i in range(count)
    ]
    return {
        "name": "worst",
        "materials": [{"name": "steel"}],
        "bodies": bodies,
        "integration": {"step": 0.01, "duration": 1, "stepper": "moreau_jean"},
    }


def free_bodies(count: int) -> dict[str, Any]:
    """Bodies on springs of their own."""
    bodies = [{**BUOY, "name": f"b{i}", "position": [10.0 * i, 0, 0]} for i in range(count)]
    spring = {"stiffness": [1e4, 2e4, 3e4, 4e4, 5e4, 6e4]}
    loads = [{"name": f"l{i}", "linear_mooring": {"body": f"b{i}", **spring}} for i in range(count)]
    return {"name": "worst", "bodies": bodies, "loads": loads, "integration": {"step": 0.1}}


class Server:
    """A raftupd with two tenants, its memory and its end."""

    def __init__(self, folder: Path) -> None:
        program = str(find_server())
        access = folder / "access"
        self.tokens = {
            tenant: subprocess.run(
                [program, "tokens", "add", tenant, f"--access={access}", f"--tenant={tenant}"],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.strip()
            for tenant in ("worst", "other")
        }
        self.address = f"unix:{folder}/socket"
        command = [program, f"--listen={self.address}", f"--data={folder}/data"]
        self.process = subprocess.Popen(
            [*command, f"--access={access}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def client(self, tenant: str) -> raftup.Client:
        """Somebody of a tenant."""
        return raftup.connect(self.address, token=self.tokens[tenant])

    def peak_memory(self) -> float:
        """The most that it has had at once [MiB]."""
        for row in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if row.startswith("VmHWM:"):
                return int(row.split()[1]) / 1024
        raise RuntimeError("no VmHWM")

    def end(self) -> float:
        """Ends it; the time that takes [s]."""
        start = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0
        return time.perf_counter() - start


class Worst:
    """One tenant with all that it can think of, in threads; goes on until it is told to stop."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address, token
        self._stop = threading.Event()
        self.outcomes: dict[str, dict[str, int]] = {}
        self._metadata = (("authorization", f"Bearer {token}"),)

    def start(self) -> None:
        """Begins with everything."""
        heavy = load_model(buoy_with(10, element_count=1000))
        bodies = load_model(free_bodies(20))
        attempts: list[tuple[str, int, Callable[[grpc.Channel], object]]] = [
            ("stuck steps", 1, self._steps_for_ever),
            ("refused line", 1, lambda _: self._create(buoy_with(length=-1.0))),
            ("build", 8, lambda channel: self._build(channel, heavy)),
            ("linearize", 40, lambda channel: self._linearise(channel, bodies)),
            ("zipped zeros", 2, self._send_zeros),
            ("reader", 2, self._never_reads),
            ("upload", 1, self._abandon_uploads),
        ]
        for name, count, attempt in attempts:
            for _ in range(count):
                thread = threading.Thread(target=self._go_on, args=(name, attempt), daemon=True)
                thread.start()

    def _go_on(self, name: str, attempt: Callable[[grpc.Channel], object]) -> None:
        seen = self.outcomes.setdefault(name, {})
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)]
        with grpc.insecure_channel(self._address, options=options) as channel:
            while not self._stop.is_set():
                try:
                    attempt(channel)
                    outcome = "done"
                except raftup.RaftupError as error:
                    outcome = error.reason or error.code
                except grpc.RpcError as error:
                    outcome = str(error.code()).removeprefix("StatusCode.")
                seen[outcome] = seen.get(outcome, 0) + 1
                time.sleep(0.05)

    def _create(self, model: dict[str, Any]) -> None:
        with raftup.connect(self._address, token=self._token) as client:
            client.create_session(model)

    def _steps_for_ever(self, _: grpc.Channel) -> None:
        with raftup.connect(self._address, token=self._token) as client:
            session = client.create_session(overlapping_balls(250))
            session.initialise()
            with session.exchange() as stream:
                stream.advance(100)

    def _build(self, channel: grpc.Channel, model: Any) -> None:
        spec = session_pb2.SessionSpec(model=model)
        request = session_pb2.CreateSessionRequest(
            session=session_pb2.Session(spec=spec), validate_only=True
        )
        SessionServiceStub(channel).CreateSession(request, metadata=self._metadata, timeout=30)

    def _linearise(self, channel: grpc.Channel, model: Any) -> None:
        request = session_pb2.LinearizeRequest(model=model, modes=True)
        stub = SessionServiceStub(channel)
        for _ in stub.Linearize(request, metadata=self._metadata, timeout=60):
            pass

    def _send_zeros(self, channel: grpc.Channel) -> None:
        request = session_pb2.ListSessionsRequest(page_token=" " * (100 << 20))
        SessionServiceStub(channel).ListSessions(request, compression=grpc.Compression.Gzip)

    def _never_reads(self, channel: grpc.Channel) -> None:
        with raftup.connect(self._address, token=self._token) as client:
            session = client.create_session(free_bodies(20))
            session.initialise()
        attach = session_pb2.Attach(
            session=session.name, role=session_pb2.ROLE_CONTROLLER, credit=4096
        )

        def ask() -> Any:
            yield session_pb2.ExchangeRequest(attach=attach)
            for i in range(250):
                advance = session_pb2.Advance(expected_step_index=1000 * i, step_count=1000)
                yield session_pb2.ExchangeRequest(advance=advance)
            self._stop.wait()

        call = SessionServiceStub(channel).Exchange(ask(), metadata=self._metadata)
        next(iter(call))
        self._stop.wait()

    def _abandon_uploads(self, channel: grpc.Channel) -> None:
        stub = DatabaseServiceStub(channel)
        for i in range(200):
            digest = hashlib.sha256(str(i).encode()).hexdigest()
            request = database_pb2.StartUploadRequest(
                database_id=f"abandoned-{i}", sha256=digest, size_bytes=1 << 20
            )
            stub.StartUpload(request, metadata=self._metadata, timeout=30)
        self._stop.wait()


def step_times(session: raftup.Session, seconds: float) -> np.ndarray:
    """How long each step takes, asked for one at a time [s]."""
    times = []
    with session.exchange() as stream:
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            stream.advance(1)
            times.append(time.perf_counter() - start)
    return np.array(times)


def measure(seconds: float) -> dict[str, Any]:
    """All figures."""
    with tempfile.TemporaryDirectory(prefix="raftup-") as folder:
        server = Server(Path(folder))
        try:
            with server.client("other") as client:
                session = client.create_session(MODELS / "alongside.yaml")
                session.initialise()
                step_times(session, 1.0)
                quiet = step_times(session, seconds)
                worst = subprocess.Popen(
                    [sys.executable, __file__, "--worst", server.address, server.tokens["worst"]],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                assert worst.stdout is not None
                worst.stdout.readline()
                time.sleep(min(5.0, seconds))
                beside = step_times(session, seconds)
                start = time.perf_counter()
                client.create_session(MODELS / "alongside.yaml")
                create = time.perf_counter() - start
            memory = server.peak_memory()
            sigterm = server.end()
            outcomes = json.loads(worst.communicate(timeout=60)[0])
        finally:
            server.process.kill()
            server.process.communicate()
    quiet_p99, beside_p99 = (float(np.percentile(times, 99)) for times in (quiet, beside))
    return {
        "quiet_p50_ms": 1e3 * float(np.median(quiet)),
        "beside_p50_ms": 1e3 * float(np.median(beside)),
        "quiet_p99_ms": 1e3 * quiet_p99,
        "beside_p99_ms": 1e3 * beside_p99,
        "p99_factor": beside_p99 / quiet_p99,
        "create_s": create,
        "memory_mib": memory,
        "sigterm_s": sigterm,
        "outcomes": outcomes,
    }


def be_the_worst(address: str, token: str) -> None:
    """In a process of its own, behind all others: its work is no part of what is measured."""
    os.nice(10)
    worst = Worst(address, token)
    worst.start()
    while not worst.outcomes.get("refused line"):
        time.sleep(0.1)
    print("at work", flush=True)
    sys.stdin.read()
    print(json.dumps(worst.outcomes), flush=True)
    os._exit(0)  # its threads wait for a server that is gone


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worst"]:
        be_the_worst(*sys.argv[2:])
    figures = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
    print(json.dumps(figures, indent=2))
    sys.exit(any(figures[name] > limit for name, limit in LIMITS.items()))
