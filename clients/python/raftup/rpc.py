"""What every call to a server shares: messages without size surprises, deadlines and errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from raftup.errors import error_from_rpc

CALL_TIMEOUT = 60.0
"""Deadline of a call that only looks something up [s]."""

BUILD_TIMEOUT = 600.0
"""Deadline of a call that reads a database or fits a radiation memory [s]."""

_CHANNEL_OPTIONS = [
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    # One connection per channel: sessions of one program do not wait for each other's streams.
    ("grpc.use_local_subchannel_pool", 1),
]


def open_channel(address: str) -> grpc.Channel:
    """A plaintext channel.

    Args:
        address: `host:port` or `unix:/path`.
    """
    return grpc.insecure_channel(address, options=_CHANNEL_OPTIONS)


@contextmanager
def rpc_errors() -> Iterator[None]:
    """Turns failed calls inside the block into RaftupError."""
    try:
        yield
    except grpc.RpcError as error:
        raise error_from_rpc(error) from error
