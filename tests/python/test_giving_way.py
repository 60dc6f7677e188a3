"""Work that nobody waits for any more ends, and no caller's work holds up another's."""

import runpy
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

import raftup
from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.model.load import load_model

TIME_OUT = "DEADLINE_EXCEEDED"
PATIENCE = 30.0  # s, on a loaded machine


INERTIA = {"xx": 1000, "yy": 1000, "zz": 1000}


def buoy_on_lines(count: int, elements: int) -> dict[str, Any]:
    """A buoy on equal lines."""
    line = {
        "body": "buoy",
        "anchor": [100, 0, -50],
        "length": 113,
        "diameter": 0.05,
        "mass_per_length": 20,
        "axial_stiffness": 1e6,
        "element_count": elements,
    }
    return {
        "name": "buoy_on_lines",
        "bodies": [{"name": "buoy", "mass": 1000, "inertia": INERTIA, "gravity": False}],
        "loads": [{"name": f"line{i}", "dynamic_line": line} for i in range(count)],
        "integration": {"step": 0.05, "duration": 0.5},
    }


def overlapping_balls(count: int) -> dict[str, Any]:
    """Balls of 1 m within 1 m of one another: a contact of every pair."""
    ball = {"name": "ball", "material": "steel", "sphere": {"radius": 1.0}}
    bodies = [
        {
            "name": f"body{i}",
            "mass": 1000,
            "inertia": INERTIA,
            "position": [0.57 * (share * i % 1.0) for share in (0.02, 0.013, 0.017)],
            "shapes": [ball],
        }
        for i in range(count)
    ]
    return {
        "name": "balls",
        "materials": [{"name": "steel"}],
        "bodies": bodies,
        "integration": {"step": 0.01, "duration": 0.1, "stepper": "moreau_jean"},
    }


# Some 10 s.
LONG_STEPS = overlapping_balls(250)
# Comes to rest in seconds of work.
LONG_BUILD = buoy_on_lines(10, 1000)
SHORT_STEPS = buoy_on_lines(1, 2)


@contextmanager
def one_worker() -> Iterator[tuple[raftup.LocalServer, raftup.Client, SessionServiceStub]]:
    """A server with one thread for steps, and two ways to call it."""
    with (
        raftup.local_server(arguments=["--workers=1"]) as server,
        raftup.connect(server.address) as client,
        grpc.insecure_channel(server.address) as channel,
    ):
        yield server, client, SessionServiceStub(channel)


def started(client: raftup.Client, model: dict[str, Any]) -> raftup.Session:
    """A session that is ready to step."""
    session = client.create_session(model)
    session.initialise()
    return session


def code_of(error: grpc.RpcError) -> str:
    """Its name."""
    return str(error.code()).removeprefix("StatusCode.")


def test_a_step_whose_caller_gives_up_has_not_happened() -> None:
    with one_worker() as (_, client, stub):
        session = started(client, LONG_STEPS)
        request = session_pb2.StepSessionRequest(name=session.name, step_count=1)
        with pytest.raises(grpc.RpcError) as late:
            stub.StepSession(request, timeout=0.5)
        assert code_of(late.value) == TIME_OUT
        assert session.status().step_index == 0
        with session.exchange() as stream:
            with pytest.raises(raftup.RaftupError, match=r"within 0\.5 s"):
                stream.advance(1, timeout=0.5)
            stream.resume()
            assert stream.step_index == session.status().step_index == 0


def test_models_that_nobody_waits_for_give_their_threads_back() -> None:
    with one_worker() as (_, client, stub):
        spec = session_pb2.SessionSpec(model=load_model(LONG_BUILD))
        build = session_pb2.CreateSessionRequest(
            session=session_pb2.Session(spec=spec), validate_only=True
        )

        def give_up(_: int) -> str:
            try:
                stub.CreateSession(build, timeout=0.5)
            except grpc.RpcError as error:
                return code_of(error)
            return "OK"

        with ThreadPoolExecutor(8) as callers:
            assert set(callers.map(give_up, range(16))) == {TIME_OUT}
        start = time.monotonic()
        started(client, SHORT_STEPS)
        assert time.monotonic() - start < PATIENCE


def test_too_many_computations_of_a_tenant_are_refused_with_the_time_to_try_again() -> None:
    with one_worker() as (_, client, stub):
        spec = session_pb2.SessionSpec(model=load_model(LONG_BUILD))
        build = session_pb2.CreateSessionRequest(
            session=session_pb2.Session(spec=spec), validate_only=True
        )
        calls: list[Any] = [stub.CreateSession.future(build, timeout=PATIENCE) for _ in range(64)]
        time.sleep(1.0)
        try:
            with pytest.raises(raftup.RaftupError, match="at most 64 computations") as refused:
                client.create_session(SHORT_STEPS)
            assert (refused.value.code, refused.value.reason) == (
                "RESOURCE_EXHAUSTED",
                "QUOTA_COMPUTATIONS",
            )
        finally:
            for call in calls:
                call.cancel()


def test_one_tenant_at_its_worst_leaves_another_its_server() -> None:
    path = Path(__file__).parents[1] / "bench" / "one_tenant_benchmark.py"
    benchmark = runpy.run_path(str(path))
    figures = benchmark["measure"](1.0)
    # How long a step takes beside it is measured on a machine that does nothing else.
    for name in ("create_s", "memory_mib", "sigterm_s"):
        assert figures[name] < 2.0 * benchmark["LIMITS"][name], figures
    assert "BAD_FIELD" in figures["outcomes"]["refused line"]
    assert not any("INTERNAL" in seen for seen in figures["outcomes"].values())
