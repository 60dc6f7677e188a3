"""What a session says of itself: its model, its values, what touches in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from raftup._generated import session_pb2
from raftup._generated.contact_query_pb2 import QueryContactsRequest
from raftup._generated.finding_pb2 import Finding
from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.names import names_of
from raftup.remote.contacts import ShapePair, query_message, shape_pairs
from raftup.remote.routing import Route
from raftup.remote.rows import Columns, Rows
from raftup.remote.rpc import CALL_TIMEOUT, pages, rpc_errors
from raftup.remote.statistics import Statistics

_BODIES_SHOWN = 3  # of a session in a line


class SessionView:
    """A session of a server as one sees it who changes nothing.

    Attributes:
        name: `sessions/{id}`.
    """

    def __init__(self, way: Route, message: session_pb2.Session) -> None:
        self._stub = way.sessions
        self._catalogue = way.databases
        self._created = message
        self._database_findings: list[list[Finding]] | None = None
        self.name = message.name

    def __repr__(self) -> str:
        names = [body.name for body in self.model.bodies]
        bodies = ", ".join(names[:_BODIES_SHOWN]) or "none"
        more = len(names) - _BODIES_SHOWN
        return f"<raftup.Session {self.name}, bodies {bodies}{f' and {more} more' * (more > 0)}>"

    @property
    def model(self) -> Model:
        """What it simulates, every default written out."""
        return self._created.spec.model

    @property
    def databases(self) -> list[str]:
        """`databases/{id}@{sha256}` of each hydrodynamic group."""
        return list(self._created.spec.databases)

    @property
    def findings(self) -> list[Finding]:
        """What is worth knowing about the model though no rule is broken."""
        return list(self._created.findings)

    def database_findings(self) -> list[list[Finding]]:
        """What readers and checks had to say of the database of each hydrodynamic group."""
        if self._database_findings is None:  # they stay what they are
            known = [list(self._catalogue.get(name).findings) for name in self.databases]
            self._database_findings = known
        return self._database_findings

    @property
    def radiation(self) -> list[session_pb2.RadiationReport]:
        """How each hydrodynamic group remembers, and how good that is."""
        return list(self._created.radiation)

    @property
    def islands(self) -> list[session_pb2.IslandReport]:
        """Bodies that move together, and how each such island is stepped."""
        return list(self._created.islands)

    @property
    def step_ns(self) -> int:
        """Duration of a step [ns]."""
        return self._created.step_ns

    def status(self) -> session_pb2.Session:
        """The session as it stands on the server."""
        with rpc_errors():
            request = session_pb2.GetSessionRequest(name=self.name)
            return self._stub.GetSession(request, timeout=CALL_TIMEOUT).session

    def read(self, variables: str | Sequence[str] = ()) -> Rows:
        """Values at the last completed step, as one row.

        Args:
            variables: names of outputs, or of inputs alone; default: the model's outputs.
        """
        variables = names_of(variables)
        request = session_pb2.ReadValuesRequest(session=self.name, variables=variables)
        with rpc_errors():
            response = self._stub.ReadValues(request, timeout=CALL_TIMEOUT)
        values: FloatArray = np.array(response.values, dtype=float)[None, :]
        return Rows(np.array([response.time_ns]), values, self._columns(variables))

    def statistics(self) -> Statistics:
        """What the model's `statistics` asked for, of the steps taken so far.

        Raises:
            RaftupError: WRONG_STATE where the model asks for none.
        """
        request = session_pb2.GetStatisticsRequest(session=self.name)
        with rpc_errors():
            response = self._stub.GetStatistics(request, timeout=CALL_TIMEOUT)
        return Statistics.from_message(response)

    def contacts(self) -> list[ShapePair]:
        """What touches in the session over its last step: points, normals, depths and forces."""
        return self._query_contacts(QueryContactsRequest(session=self.name))

    def query_contacts(
        self, shapes: Sequence[Mapping[str, Any]], query: str = "contacts"
    ) -> list[ShapePair]:
        """Asks what given shapes would touch where the session stands; nothing feels them.

        Example:
            [gap] = session.query_contacts(
                [{"sphere": {"radius": 2.0}, "position": [40, 0, 1]}], "distance"
            )

        Args:
            shapes: as in a model file, posed in the world.
            query: contacts; bounds: whose boxes along the world's axes overlap; distance; or pick:
                the first shape that each line meets.

        Raises:
            RaftupError: BAD_FIELD.
            ModelError: a shape has unknown fields or wrong values.
        """
        return self._query_contacts(query_message(self.name, shapes, query)) if shapes else []

    def _query_contacts(self, request: QueryContactsRequest) -> list[ShapePair]:
        with rpc_errors():
            return shape_pairs(self._stub.QueryContacts(request, timeout=CALL_TIMEOUT).pairs)

    def sea(self) -> session_pb2.GetSeaResponse:
        """The components of its waves as the solver has them, with the formula of the elevation."""
        request = session_pb2.GetSeaRequest(session=self.name)
        with rpc_errors():
            return self._stub.GetSea(request, timeout=CALL_TIMEOUT)

    def variables(self) -> list[session_pb2.Variable]:
        """Everything that can be written or read, inputs first."""
        request = session_pb2.ListVariablesRequest(session=self.name)
        return [
            variable
            for page in pages(self._stub.ListVariables, request)
            for variable in page.variables
        ]

    def _columns(self, names: Sequence[str]) -> Columns:
        known = {variable.name: variable for variable in self.variables()}
        return Columns.of(known[name] for name in (names or self.model.outputs))
