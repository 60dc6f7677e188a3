"""Work that nobody waits for any more ends, and no caller's work holds up another's."""

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
import numpy as np
import pytest

import raftup
from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.model.load import load_model

TIME_OUT = "DEADLINE_EXCEEDED"
PATIENCE = 30.0  # s, on a loaded machine


def buoy_on_line(step: float, **line: Any) -> dict[str, Any]:
    """A buoy and its line."""
    inertia = {"xx": 1000, "yy": 1000, "zz": 1000}
    dynamic_line = {
        "body": "buoy",
        "anchor": [100, 0, -50],
        "length": 113,
        "diameter": 0.05,
        "mass_per_length": 20,
        "axial_stiffness": 1e6,
        **line,
    }
    return {
        "name": "buoy_on_line",
        "bodies": [{"name": "buoy", "mass": 1000, "inertia": inertia, "gravity": False}],
        "loads": [{"name": "line", "dynamic_line": dynamic_line}],
        "integration": {"step": step, "duration": 10 * step},
    }


# The most work that a step may have: some 10 s.
LONG_STEPS = buoy_on_line(0.05, element_count=20, sub_step=2.1e-7)
# Comes to rest in seconds of work.
LONG_BUILD = buoy_on_line(1e-4, element_count=1000)
SHORT_STEPS = buoy_on_line(0.05, element_count=2)


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


@contextmanager
def in_step(stub: SessionServiceStub, session: raftup.Session) -> Iterator[None]:
    """While a step of the session is at work, whatever becomes of it."""
    call: Any = stub.StepSession.future(
        session_pb2.StepSessionRequest(name=session.name, step_count=1), timeout=2 * PATIENCE
    )
    time.sleep(0.5)
    assert not call.done()
    yield
    call.exception(timeout=PATIENCE)  # answered, with an error or cut short


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


def test_a_session_is_ended_while_its_step_runs() -> None:
    with one_worker() as (_, client, stub):
        for _ in range(2):
            session = started(client, LONG_STEPS)
            with in_step(stub, session):
                session.terminate()
                assert session.status().step_index == 0
                session.delete()
            session = started(client, LONG_STEPS)
            with in_step(stub, session):
                session.delete()


def test_other_sessions_step_on_while_one_holds_the_only_worker() -> None:
    with one_worker() as (_, client, stub):
        held, other = started(client, LONG_STEPS), started(client, SHORT_STEPS)
        with other.exchange() as stream:
            alone = stream.advance(5)
            with in_step(stub, held):
                other.reset()
                other.initialise()
                beside = stream.advance(5)
                held.delete()
        assert beside.values.tobytes() == alone.values.tobytes()


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


def test_a_server_ends_in_time_while_it_is_at_work() -> None:
    with raftup.local_server(arguments=["--workers=1"]) as server:
        client = raftup.connect(server.address)
        session = started(client, LONG_STEPS)
        spec = session_pb2.SessionSpec(model=load_model(LONG_BUILD))
        build = session_pb2.CreateSessionRequest(
            session=session_pb2.Session(spec=spec), validate_only=True
        )
        with grpc.insecure_channel(server.address) as channel:
            stub = SessionServiceStub(channel)
            step = session_pb2.StepSessionRequest(name=session.name, step_count=1)
            calls: list[Any] = [stub.StepSession.future(step), stub.CreateSession.future(build)]
            time.sleep(1.0)
            start = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
            assert time.monotonic() - start < 8.0  # 5 s, and a loaded machine
            for call in calls:
                call.exception(timeout=PATIENCE)  # answered, with an error or cut short


@pytest.mark.parametrize("algorithm", [grpc.Compression.Gzip, grpc.Compression.Deflate])
def test_a_compressed_message_is_refused(
    client: raftup.Client, algorithm: grpc.Compression
) -> None:
    with grpc.insecure_channel(client.address, compression=algorithm) as channel:
        request = session_pb2.ListSessionsRequest(page_token=" " * (100 << 20))
        with pytest.raises(grpc.RpcError) as refused:
            SessionServiceStub(channel).ListSessions(request, timeout=PATIENCE)
    assert code_of(refused.value) == "UNIMPLEMENTED"


def test_a_controller_that_does_not_read_makes_its_session_wait_and_loses_nothing() -> None:
    messages, steps = 60, 1000
    bodies = [
        {**SHORT_STEPS["bodies"][0], "name": f"b{i}", "position": [10.0 * i, 0, 0]}
        for i in range(20)
    ]
    model = {"name": "wide", "bodies": bodies, "integration": {"step": 0.1, "duration": 1e4}}
    with one_worker() as (_, client, stub):
        session = started(client, model)
        attach = session_pb2.Attach(
            session=session.name, role=session_pb2.ROLE_CONTROLLER, credit=4096
        )
        reads = threading.Event()

        def requests() -> Iterator[session_pb2.ExchangeRequest]:
            yield session_pb2.ExchangeRequest(attach=attach)
            for i in range(messages):
                advance = session_pb2.Advance(expected_step_index=steps * i, step_count=steps)
                yield session_pb2.ExchangeRequest(advance=advance)
            reads.wait(PATIENCE)

        responses: Any = stub.Exchange(requests())
        next(responses)
        before, now = -1, 0
        while before != now or now == 0:
            time.sleep(0.5)
            before, now = now, session.status().step_index
        assert now < messages * steps
        frames = (response.frame for response in responses if response.HasField("frame"))
        ends = [frame.step_index for frame, _ in zip(frames, range(messages), strict=False)]
        reads.set()
        responses.cancel()
        assert np.array_equal(ends, steps * (1 + np.arange(messages)))
