"""Declarations of the clients that will write inputs of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from raftup._generated import session_pb2
from raftup.base.names import names_of
from raftup.remote.rows import NANOSECONDS

_INTERPOLATIONS = {
    "hold": session_pb2.INTERPOLATION_HOLD,
    "linear": session_pb2.INTERPOLATION_LINEAR,
    "hermite": session_pb2.INTERPOLATION_HERMITE,
}

_SILENCE_POLICIES = {
    "pause": session_pb2.SILENCE_POLICY_PAUSE,
    "fail": session_pb2.SILENCE_POLICY_FAIL,
    "hold_last": session_pb2.SILENCE_POLICY_HOLD_LAST,
    "extrapolate": session_pb2.SILENCE_POLICY_EXTRAPOLATE,
    "decay_to_zero": session_pb2.SILENCE_POLICY_DECAY_TO_ZERO,
    "detach": session_pb2.SILENCE_POLICY_DETACH,
}


@dataclass(frozen=True)
class Participant:
    """Declaration of a client that will write inputs of a session.

    Attributes:
        participant_id: id with which the client will attach in Session.exchange().
        inputs: names of the inputs that only this client may write.
        required: whether steps wait for its samples.
        interpolation: how values between samples are computed: hold, linear or hermite.
        silence_policy: what the session does if steps wait for this client and it sends no message:
            pause, fail, hold_last, extrapolate, decay_to_zero or detach.
        silence_timeout: s without a message after which the policy applies; 0 = the session's
            lease.
        max_extrapolation: s of simulation time during which inputs are extrapolated; required by
            extrapolate.
        decay: s of simulation time in which the inputs fall to zero; required by decay_to_zero.
        period_ticks: sampling period as a number of the session's base ticks; sample times must be
            multiples of it. 0 = any times.
    """

    participant_id: str
    inputs: str | Sequence[str] = field(default_factory=list)
    required: bool = True
    interpolation: str = "hold"
    silence_policy: str = "pause"
    silence_timeout: float = 0.0
    max_extrapolation: float = 0.0
    decay: float = 0.0
    period_ticks: int = 0

    def to_message(self) -> session_pb2.ParticipantSpec:
        """The declaration as a message of the service."""
        return session_pb2.ParticipantSpec(
            participant_id=self.participant_id,
            required=self.required,
            input_variables=names_of(self.inputs),
            interpolation=_INTERPOLATIONS[self.interpolation],
            silence_policy=_SILENCE_POLICIES[self.silence_policy],
            silence_timeout_ms=round(self.silence_timeout * 1000),
            max_extrapolation_ns=round(self.max_extrapolation * NANOSECONDS),
            decay_ns=round(self.decay * NANOSECONDS),
            period_ticks=self.period_ticks,
        )
