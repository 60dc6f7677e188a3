"""Calls that name their session, so that a proxy sends all calls of a session to one server."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.remote.databases import Databases
from raftup.remote.identity import HeaderSender
from raftup.remote.undisturbed import UndisturbedChannel

ROUTING_HEADER = "x-raftup-session"
"""Key of the metadata with the session of a call, `sessions/{id}`, which proxies hash."""


@dataclass(frozen=True)
class Route:
    """Stubs that reach the server which has, or will have, a session.

    Attributes:
        session: `sessions/{id}`, sent with every call and stream.
        sessions: stub of SessionService.
        databases: catalogue of this server.
    """

    session: str
    sessions: SessionServiceStub
    databases: Databases


def route(channel: UndisturbedChannel, session: str) -> Route:
    """Makes the stubs for calls that concern a session."""
    routed = channel.with_interceptor(HeaderSender(ROUTING_HEADER, session))
    return Route(session, SessionServiceStub(routed), Databases(DatabaseServiceStub(routed)))


def new_session_id() -> str:
    """A random session id that cannot be guessed, in the form that servers use.

    The client chooses it, since a request that creates a session must already name the session.
    """
    return f"s{secrets.token_hex(16)}"
