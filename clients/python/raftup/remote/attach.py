"""The message with which a client attaches to the Exchange stream of a session."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from raftup._generated import session_pb2


class Role(Enum):
    """Role of a client on an Exchange stream, which determines what the client may do."""

    CONTROLLER = session_pb2.ROLE_CONTROLLER
    PARTICIPANT = session_pb2.ROLE_PARTICIPANT
    OBSERVER = session_pb2.ROLE_OBSERVER


def attach_message(
    session: str,
    role: Role,
    participant_id: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    output_stride: int,
    take_over: bool = False,
    token: str = "",
    state_hash: bool = False,
) -> session_pb2.Attach:
    """Makes the first message of a stream, which selects the session, the role and the columns."""
    return session_pb2.Attach(
        session=session,
        participant_id=participant_id,
        role=session_pb2.Role.ValueType(role.value),
        input_variables=inputs,
        output_variables=outputs,
        output_stride=output_stride,
        take_over=take_over,
        resume_token=token,
        state_hash=state_hash,
    )
