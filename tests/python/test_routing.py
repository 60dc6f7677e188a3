"""Many servers behind one address: a relay that looks at nothing but the name of the session."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from zlib import crc32

import grpc
import pytest
from conftest import MODELS

import raftup
from raftup.remote.routing import ROUTING_HEADER

SERVERS = 3


class Relay(grpc.GenericRpcHandler):  # type: ignore[type-arg]
    """Hands calls on to one of several servers, bytes as they come, as a proxy does.

    Attributes:
        unnamed: methods of calls that named no session; those go to the first server.
        unreachable: how many streams of steps are still to find no server.
    """

    def __init__(self, addresses: list[str]) -> None:
        self._channels = [grpc.insecure_channel(address) for address in addresses]
        self.unnamed: set[str] = set()
        self.unreachable = 0

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        method = handler_call_details.method
        name = dict(handler_call_details.invocation_metadata).get(ROUTING_HEADER, "")
        if not name:
            self.unnamed.add(method.rpartition("/")[2])
        channel: Any = self._channels[crc32(str(name).encode()) % SERVERS if name else 0]

        def hand_on(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
            if self.unreachable and method.endswith("/Exchange"):
                self.unreachable -= 1
                yield b""  # what gRPC makes of a proxy's page of an error
                context.abort(grpc.StatusCode.UNAVAILABLE, "Received http2 header with status: 502")
            answers = channel.stream_stream(method)(requests)
            context.add_callback(answers.cancel)
            try:
                yield from answers
            except grpc.RpcError:
                context.set_trailing_metadata(answers.trailing_metadata())
                context.abort(answers.code(), answers.details())

        return grpc.stream_stream_rpc_method_handler(hand_on)


@pytest.fixture(scope="module")
def fleet() -> Iterator[tuple[raftup.Client, Relay, list[raftup.Client]]]:
    """A client of the relay, the relay, and a client of each server."""
    with ExitStack() as stack:
        addresses = [stack.enter_context(raftup.local_server()).address for _ in range(SERVERS)]
        relay = Relay(addresses)
        server = grpc.server(ThreadPoolExecutor(16), handlers=[relay])
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        stack.callback(server.stop, None)
        client = stack.enter_context(raftup.connect(f"127.0.0.1:{port}"))
        yield client, relay, [stack.enter_context(raftup.connect(one)) for one in addresses]


Fleet = tuple[raftup.Client, Relay, list[raftup.Client]]


def test_sessions_are_spread_and_each_is_found_again(fleet: Fleet) -> None:
    client, _, servers = fleet
    model = MODELS / "hemisphere_regular.yaml"
    made = {client.create_session(model).name for _ in range(24)}
    held = [{session.name for session in server.list_sessions()} for server in servers]
    assert set.union(*held) == made
    assert all(held), "each has one of 24, but for one run in 5000"
    for name in made:
        client.session(name).delete()


@pytest.mark.parametrize("session_id", ["", "harbour", "roads", "quay"])
def test_whatever_is_done_with_a_session_reaches_its_server(
    fleet: Fleet, session_id: str, tmp_path: Path
) -> None:
    client, relay, _ = fleet
    relay.unnamed.clear()
    model = MODELS / "forced_by_client.yaml"
    with client.create_session(model, session_id=session_id) as session:
        session.initialise()
        session.step(3)
        assert session.variables()
        checkpoint = session.checkpoint()
        with session.exchange() as exchange, session.watch() as watch:
            exchange.advance(20)
            next(watch)
        session.restore(checkpoint)
        assert client.session(session.name).status().step_index == 3
        session.export_checkpoint(checkpoint, tmp_path / "kept")
        assert session.import_checkpoint(tmp_path / "kept")
        with client.create_session(from_checkpoint=checkpoint) as fork:
            fork.step(1)
    client.check_model(model)
    client.linearize(model)
    assert not relay.unnamed


def test_a_stream_is_resumed_though_the_proxy_does_not_reach_its_server_at_first(
    fleet: Fleet,
) -> None:
    client, relay, _ = fleet
    with client.create_session(MODELS / "hemisphere_regular.yaml") as session:
        session.initialise()
        with session.exchange(output_stride=1) as exchange:
            exchange.advance(10)
            relay.unreachable = 3
            assert len(exchange.resume()) == 0
            assert relay.unreachable == 0
            assert len(exchange.advance(10)) == 10
