"""Tools for sessions on a server: list, step, checkpoint, fork."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field as Described

from raftup._generated import session_pb2
from raftup.base.errors import bad_field
from raftup.mcp.answers import SessionAnswer, Sessions
from raftup.mcp.jobs import Jobs
from raftup.mcp.running_tools import MOST_STEPS
from raftup.model.convert import enum_short_name
from raftup.remote.client import Client
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session

SessionName = Annotated[str, Described(description="Id or name of a session on the server.")]


class SessionTools:
    """Tools that change sessions of a server."""

    def __init__(self, client: Client, jobs: Jobs) -> None:
        self._client, self._jobs = client, jobs

    def sessions(self) -> Sessions:
        """Sessions on the server with their states and times."""
        return Sessions(
            sessions=[
                _listed(self._client.session(one.name)) for one in self._client.list_sessions()
            ]
        )

    def step(
        self,
        session: SessionName,
        count: Annotated[int, Described(description=f"Steps, 1 to {MOST_STEPS}.")] = 1,
        outputs: Annotated[
            list[str] | None, Described(description="Outputs to read; default: the model's.")
        ] = None,
    ) -> SessionAnswer:
        """Take steps of a session, and read outputs at their end."""
        if not 1 <= count <= MOST_STEPS:
            raise bad_field("count", f"must be from 1 to {MOST_STEPS}, is {count}")

        def take() -> SessionAnswer:
            found = self._client.session(_name(session))
            rows = found.step(count, outputs or (), output_stride=count)
            values = [
                {"output": one.name, "unit": one.unit, "values": rows[one.name][-1].tolist()}
                for one in rows.columns.variables
            ]
            return _told(found, outputs=values)

        answer: SessionAnswer = self._jobs.compute("step", take)
        return answer

    def checkpoint(
        self,
        session: SessionName,
        label: Annotated[str, Described(description="Text that describes it.")] = "",
    ) -> SessionAnswer:
        """Store the state of a session, from which fork continues bit for bit."""
        found = self._client.session(_name(session))
        return _told(found, checkpoint=found.checkpoint(label))

    def fork(
        self,
        checkpoint: Annotated[str, Described(description="Name that checkpoint has answered.")],
        session_id: Annotated[
            str, Described(description="Id of the new session; default: a random one.")
        ] = "",
    ) -> SessionAnswer:
        """Create a session that continues from a checkpoint."""
        made = self._client.create_session(from_checkpoint=checkpoint, session_id=session_id)
        return _told(made, checkpoint=checkpoint)


def _told(
    session: Session, checkpoint: str = "", outputs: list[dict[str, object]] | None = None
) -> SessionAnswer:
    status = session.status()
    return SessionAnswer(
        session=session.name,
        step_index=status.step_index,
        time_s=status.time_ns / NANOSECONDS,
        checkpoint=checkpoint,
        outputs=outputs or [],
    )


def _listed(session: Session) -> dict[str, object]:
    status = session.status()
    return {
        "session": session.name,
        "model": status.spec.model.name,
        "state": enum_short_name(session_pb2.SessionState.DESCRIPTOR, status.state),
        "time_s": status.time_ns / NANOSECONDS,
        "step_index": status.step_index,
        "waiting_for": list(status.waiting_for),
    }


def _name(text: str) -> str:
    return text if text.startswith("sessions/") else f"sessions/{text}"
