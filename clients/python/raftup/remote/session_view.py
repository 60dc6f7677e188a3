"""Read access to a session: its model, its values, its contacts."""

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
    """Read access to a session of a server, which does not change the session.

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
        """The simulated model with the value of every default."""
        return self._created.spec.model

    @property
    def databases(self) -> list[str]:
        """Names `databases/{id}@{sha256}` of the databases of the hydrodynamic groups."""
        return list(self._created.spec.databases)

    @property
    def findings(self) -> list[Finding]:
        """Findings about the model that break no rule but that a user should know."""
        return list(self._created.findings)

    def database_findings(self) -> list[list[Finding]]:
        """Findings of the checks of each hydrodynamic group's database when its file was read."""
        if self._database_findings is None:  # they stay what they are
            known = [list(self._catalogue.get(name).findings) for name in self.databases]
            self._database_findings = known
        return self._database_findings

    @property
    def radiation(self) -> list[session_pb2.RadiationReport]:
        """Form of the radiation memory of each hydrodynamic group, and its errors."""
        return list(self._created.radiation)

    @property
    def islands(self) -> list[session_pb2.IslandReport]:
        """Islands, groups of bodies that influence each other, with their time-stepping methods."""
        return list(self._created.islands)

    @property
    def stages(self) -> list[session_pb2.StageSpan]:
        """Steps of each stage of the model; empty if it has none."""
        return list(self._created.stages)

    @property
    def first_recorded_step(self) -> int:
        """Number of steps after which results begin: those before the first recorded stage."""
        return self._created.first_recorded_step

    @property
    def step_ns(self) -> int:
        """Duration of a step [ns]."""
        return self._created.step_ns

    def status(self) -> session_pb2.Session:
        """The present status of the session on the server."""
        with rpc_errors():
            request = session_pb2.GetSessionRequest(name=self.name)
            return self._stub.GetSession(request, timeout=CALL_TIMEOUT).session

    def read(self, variables: str | Sequence[str] = ()) -> Rows:
        """Reads values at the end of the last step, as one row.

        Args:
            variables: names of outputs, or names of inputs only; default: the model's outputs.
        """
        variables = names_of(variables)
        request = session_pb2.ReadValuesRequest(session=self.name, variables=variables)
        with rpc_errors():
            response = self._stub.ReadValues(request, timeout=CALL_TIMEOUT)
        values: FloatArray = np.array(response.values, dtype=float)[None, :]
        return Rows(np.array([response.time_ns]), values, self._columns(variables))

    def statistics(self) -> Statistics:
        """Reads the statistics that the model defines, over the steps taken so far.

        Raises:
            RaftupError: WRONG_STATE if the model defines no statistics.
        """
        request = session_pb2.GetStatisticsRequest(session=self.name)
        with rpc_errors():
            response = self._stub.GetStatistics(request, timeout=CALL_TIMEOUT)
        return Statistics.from_message(response)

    def contacts(self) -> list[ShapePair]:
        """Reads the session's contacts over its last step: points, normals, depths and forces."""
        return self._query_contacts(QueryContactsRequest(session=self.name))

    def query_contacts(
        self, shapes: Sequence[Mapping[str, Any]], query: str = "contacts"
    ) -> list[ShapePair]:
        """Finds shapes of the session that given shapes overlap now. No forces result from this.

        Example:
            [gap] = session.query_contacts(
                [{"sphere": {"radius": 2.0}, "position": [40, 0, 1]}], "distance"
            )

        Args:
            shapes: shapes as in a model file, with poses in the world.
            query: contacts: points of overlap; bounds: shapes whose bounding boxes along the
                world's axes overlap; distance: distances; or pick: the first shape that each given
                line meets.

        Raises:
            RaftupError: BAD_FIELD if the query is unknown or a shape breaks a rule.
            ModelError: if a shape has unknown fields or wrong values.
        """
        return self._query_contacts(query_message(self.name, shapes, query)) if shapes else []

    def _query_contacts(self, request: QueryContactsRequest) -> list[ShapePair]:
        with rpc_errors():
            return shape_pairs(self._stub.QueryContacts(request, timeout=CALL_TIMEOUT).pairs)

    def sea(self) -> session_pb2.GetSeaResponse:
        """Reads the wave components of the session's sea, with the formula of the elevation."""
        request = session_pb2.GetSeaRequest(session=self.name)
        with rpc_errors():
            return self._stub.GetSea(request, timeout=CALL_TIMEOUT)

    def variables(self) -> list[session_pb2.Variable]:
        """Lists all inputs and outputs of the session, inputs first."""
        request = session_pb2.ListVariablesRequest(session=self.name)
        return [
            variable
            for page in pages(self._stub.ListVariables, request)
            for variable in page.variables
        ]

    def _columns(self, names: Sequence[str]) -> Columns:
        known = {variable.name: variable for variable in self.variables()}
        return Columns.of(known[name] for name in (names or self.model.outputs))
