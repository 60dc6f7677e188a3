"""Calls that name their session, so that a proxy before many servers sends them all to one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.remote.databases import Databases
from raftup.remote.identity import HeaderSender
from raftup.remote.undisturbed import UndisturbedChannel

ROUTING_HEADER = "x-raftup-session"
"""Metadata of a call whose value proxies hash: `sessions/{id}`."""


@dataclass(frozen=True)
class Route:
    """The services of the server that has, or will have, a session.

    Attributes:
        session: `sessions/{id}`, sent with every call and stream.
        sessions: stub of SessionService.
        databases: the catalogue of that server.
    """

    session: str
    sessions: SessionServiceStub
    databases: Databases


def route(channel: UndisturbedChannel, session: str) -> Route:
    """How calls about a session go over a channel."""
    routed = channel.with_interceptor(HeaderSender(ROUTING_HEADER, session))
    return Route(session, SessionServiceStub(routed), Databases(DatabaseServiceStub(routed)))


def new_session_id() -> str:
    """One that nobody can guess, in the form of those that servers choose.

    Where the server chose it, the calls before its answer could not name it.
    """
    return f"s{secrets.token_hex(16)}"
