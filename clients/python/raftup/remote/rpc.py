"""Functions shared by all calls to a server: channels, deadlines and errors."""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc

from raftup.base.errors import RaftupError, error_from_rpc
from raftup.remote.identity import HeaderSender, Identity
from raftup.remote.undisturbed import UndisturbedChannel

CALL_TIMEOUT = 60.0
"""Deadline of a call that only reads stored data [s]."""

BUILD_TIMEOUT = 600.0
"""Deadline of a call that reads a database file or fits a radiation memory [s]."""

_RECONNECT_PATIENCE = 1.0  # s
_RECONNECT_PAUSE = 0.01  # s

_ADDRESS = re.compile(
    r"(?:(unix|unix-abstract|dns|ipv4|ipv6):/*)?\[?(.*?)\]?(?::\d*)?", re.DOTALL | re.IGNORECASE
)
"""Regular expression that splits an address into its scheme, if it has one, and its host."""

_Answer = TypeVar("_Answer")

CHANNEL_OPTIONS = [
    # A server that is gone without closing the connection is detected within 30 s.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    # One connection per channel, so that streams of one session do not delay other sessions.
    ("grpc.use_local_subchannel_pool", 1),
]


def channel_options(address: str) -> list[tuple[str, Any]]:
    """Options of a connection to `address`; no proxy is used for addresses on this machine."""
    if is_on_this_machine(address):
        return [*CHANNEL_OPTIONS, ("grpc.enable_http_proxy", 0)]
    return CHANNEL_OPTIONS


def is_on_this_machine(address: str) -> bool:
    """Whether an address is a Unix socket or a loopback address."""
    scheme, host = _ADDRESS.fullmatch(address).groups()  # type: ignore[union-attr]  # of any text
    if (scheme or "").startswith("unix") or host.lower() == "localhost":
        return True
    try:
        address_of_host = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address_of_host.is_loopback or address_of_host.is_unspecified


def open_channel(address: str, identity: Identity | None = None) -> UndisturbedChannel:
    """Opens a channel, with TLS if the identity names an authority, otherwise without encryption.

    Args:
        address: `host:port` or `unix:/path`.
        identity: certificates and token; default: none, without TLS.
    """
    identity = identity or Identity()
    credentials = identity.channel_credentials()
    if credentials is None:
        channel = grpc.insecure_channel(address, options=channel_options(address))
    else:
        channel = grpc.secure_channel(address, credentials, options=channel_options(address))
    undisturbed = UndisturbedChannel(channel)
    if identity.token is None:
        return undisturbed
    return undisturbed.with_interceptor(HeaderSender("authorization", f"Bearer {identity.token}"))


@contextmanager
def rpc_errors() -> Iterator[None]:
    """Converts the errors of failed calls inside the block to RaftupError."""
    try:
        yield
    except grpc.RpcError as error:
        raise error_from_rpc(error) from error


def reconnecting(call: Callable[[], _Answer]) -> _Answer:
    """Calls a function, and repeats it for about a second while the server is unreachable.

    gRPC may not have noticed yet that a connection is broken, and a server may just be starting.

    Args:
        call: function that raises RaftupError if it fails.

    Raises:
        RaftupError: the error of the last attempt.
    """
    patience_ends = time.monotonic() + _RECONNECT_PATIENCE
    while True:
        try:
            return call()
        except RaftupError as error:
            unreachable = error.code == "UNAVAILABLE" and not error.reason
            if not unreachable or time.monotonic() > patience_ends:
                raise
        time.sleep(_RECONNECT_PAUSE)


def pages(call: Callable[..., Any], request: Any) -> Iterator[Any]:
    """Iterates over the pages of a listing; each is requested when the one before is used up."""
    while True:
        with rpc_errors():
            page = call(request, timeout=CALL_TIMEOUT)
        yield page
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token
