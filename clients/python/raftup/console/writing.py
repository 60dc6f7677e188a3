"""Writing of inputs from the console, by a participant that attaches for each order."""

from __future__ import annotations

import secrets

import grpc

from raftup._generated import exchange_pb2
from raftup._generated.console_pb2 import Write, Written
from raftup.base.errors import RaftupError, error_from_rpc
from raftup.console.backend import Backend
from raftup.console.login import Login
from raftup.console.stream import NO_ROWS, Stream


async def write_inputs(calls: Backend, login: Login, order: Write) -> Written:
    """Writes a sample at the present time of a session, which holds until the next sample.

    Args:
        calls: connection to the server.
        login: user who gave the order.
        order: session, inputs and values.

    Raises:
        RaftupError: the error of the server: INPUT_OWNED, BAD_FIELD, PERMISSION_DENIED.
    """
    stream = Stream(calls.exchange(login))
    attach = exchange_pb2.Attach(
        session=order.session,
        participant_id=f"console-{secrets.token_hex(4)}",
        role=exchange_pb2.ROLE_PARTICIPANT,
        input_variables=order.input_variables,
        output_stride=NO_ROWS,
        credit=1,
    )
    try:
        await stream.send(attach=attach)
        attached = await stream.receive()
        if attached is None or not attached.HasField("attached"):
            raise RaftupError("the server has ended the stream", code="UNAVAILABLE")
        time_ns = attached.attached.time_ns
        inputs = exchange_pb2.Inputs(sequence=1, sample_time_ns=[time_ns], values=order.values)
        await stream.send(inputs=inputs)
        await stream.end()  # no Detach: writing where the samples were refused hides why
    except grpc.aio.AioRpcError as error:
        raise error_from_rpc(error) from error
    finally:
        stream.cancel()
    return Written(time_ns=time_ns)
