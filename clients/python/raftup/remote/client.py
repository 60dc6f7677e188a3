"""Connections to a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from raftup._generated import session_pb2
from raftup._generated.database_pb2 import Database
from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.estimate_pb2_grpc import EstimateServiceStub
from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import ModelError, RaftupError
from raftup.base.names import names_of
from raftup.model.load import ModelSource, read_model
from raftup.remote.checkpoints import import_checkpoint
from raftup.remote.coefficients import Coefficients
from raftup.remote.databases import Databases, Hydrostatics, HydrostaticsQuestion, Mesh
from raftup.remote.estimates import Estimates
from raftup.remote.fit_progress import FitCallback, fit_told
from raftup.remote.identity import Identity
from raftup.remote.iteration import Iteration
from raftup.remote.linearisation import Linearisation
from raftup.remote.linearisation_answer import linearisation_of
from raftup.remote.linearisation_request import LinearizeOptions
from raftup.remote.model_outputs import ModelOutputs
from raftup.remote.participant import Participant
from raftup.remote.routing import Route, new_session_id, route
from raftup.remote.rpc import BUILD_TIMEOUT, CALL_TIMEOUT, open_channel, pages, rpc_errors
from raftup.remote.session import DURABILITIES, Session
from raftup.remote.stored_models import model_error, unrelated, with_stored_databases
from raftup.remote.versions import VersionComparison

_FILE_FIELDS = (".database", ".file", ".mesh")


class Client(Closing):
    """A connection to a raftupd server; a context manager. Several threads may use it.

    Attributes:
        address: address of the server, `host:port` or `unix:/path`.
        identity: certificates and token of the connection.
        estimates: estimates of roll damping and resistance from the main particulars of a ship.
    """

    def __init__(self, address: str, identity: Identity | None = None) -> None:
        self.address = address
        self.identity = identity or Identity()
        self._channel = open_channel(address, self.identity)
        self._sessions = SessionServiceStub(self._channel)
        self._databases = Databases(DatabaseServiceStub(self._channel))
        self.estimates = Estimates(EstimateServiceStub(self._channel))
        self._on_fit: FitCallback | None = None
        self._versions = VersionComparison(address)

    def __repr__(self) -> str:
        return f"<raftup.Client of {self.address}>"

    def close(self) -> None:
        """Closes the connection. Sessions continue to exist on the server."""
        self._channel.close()

    @contextmanager
    def fits_told_to(self, callback: FitCallback) -> Iterator[None]:
        """Reports, inside the block, the progress of the server in fitting a radiation memory.

        Example:
            with client.fits_told_to(print):
                session = client.create_session("array.yaml")

        Args:
            callback: called a few times per second, in another thread, while create_session(),
                check_model() or linearize() waits for a fit; called with None when the call ends.
        """
        before, self._on_fit = self._on_fit, callback
        try:
            yield
        finally:
            self._on_fit = before

    def upload_database(self, file: str | Path, *, accepted_checks: Sequence[str] = ()) -> Database:
        """Uploads a database or mesh unless the server has it; the server checks and stores it.

        Args:
            file: a mesh, or a database in a single file (BEMIO, Capytaine 3, Raftup).
            accepted_checks: names of physical checks whose failure does not refuse the file,
                however large, as a refusal names them: `haskind`. Their findings are kept.

        Raises:
            RaftupError: INVALID_ARGUMENT if the file is refused, with the cause.
        """
        return self._databases.upload(Path(file), accepted_checks)

    def cancel_upload(self, file: str | Path) -> None:
        """Cancels an unfinished upload of a file; the server deletes the bytes it has received.

        Raises:
            RaftupError: NOT_FOUND if no upload of the file is in progress.
        """
        self._databases.cancel_upload(Path(file))

    def list_databases(self) -> Iterator[Database]:
        """Iterates over all databases and meshes of the server, in the order of their names."""
        return self._databases.list()

    def read_coefficients(self, name: str, node: int = 0) -> Coefficients:
        """Reads the coefficients of a stored database, or of one node of a family of databases.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            node: index of the node of a family, from 0, in the order of read_node_positions(). The
                dofs of a node are along the bow of each body.

        Raises:
            RaftupError: BAD_FIELD if there is no such node.
        """
        return self._databases.read(name, node)

    def read_node_positions(self, name: str) -> FloatArray:
        """Reads the positions of the nodes of a stored family of databases.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.

        Returns:
            [nodes, 3]: x and y [m] and heading [rad] of the second body in the heading frame of
            the first; [nodes, others, 3] of all other bodies for a family along a track.

        Raises:
            RaftupError: BAD_FIELD if the database is not a family.
        """
        return self._databases.read_node_positions(name)

    def read_mesh(self, name: str) -> Mesh:
        """Reads the triangles of a stored hull mesh.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
        """
        return self._databases.read_mesh(name)

    def hydrostatics(self, name: str, question: HydrostaticsQuestion) -> Hydrostatics:
        """Computes the hydrostatics of a stored hull mesh, as defined in hydrostatics.proto.

        Example:
            mesh = client.upload_database("barge.stl")
            client.hydrostatics(mesh.name, HydrostaticsQuestion(draughts=[3.0])).figures[0].volume

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            question: draughts, mass and angles of heel.

        Raises:
            RaftupError: BAD_FIELD if the mesh is not that of a hull, does not float, or has an open
                edge below the water.
        """
        return self._databases.hydrostatics(name, question)

    def delete_database(self, name: str, *, force: bool = False) -> None:
        """Deletes a stored database or mesh from the server.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            force: deletes it even if sessions use it; they keep the data that they have loaded.

        Raises:
            RaftupError: DATABASE_IN_USE if a session uses it and `force` is false.
        """
        self._databases.delete(name, force)

    def create_session(
        self,
        model: ModelSource | None = None,
        *,
        overrides: Mapping[str, Any] | None = None,
        from_checkpoint: str = "",
        session_id: str = "",
        participants: Sequence[Participant] = (),
        base_tick_ns: int = 0,
        lease: float = 0.0,
        recorder_ids: str | Sequence[str] = (),
        iteration: Iteration | None = None,
        durability: str = "",
        strict: bool = False,
    ) -> Session:
        """Creates a session on the server. Databases and meshes given as files are uploaded first.

        Args:
            model: model file, mapping or message; may be omitted if `from_checkpoint` is given.
            overrides: values that replace those of the model, by their paths in it.
            from_checkpoint: `sessions/{id}/checkpoints/{id}`: the session continues from it, bit
                for bit, with its model; with all settings of its session if only an id is given
                besides.
            session_id: 4 to 63 characters of [a-z0-9-]; default: a random id.
            participants: clients that will write inputs, and whether steps wait for their samples.
            iteration: inputs whose values are found by iteration of each step, and how.
            base_tick_ns: ns, unit of the periods of participants; the step must be a multiple.
            lease: s, 0.1 to 3600: time without a message from a client after which another client
                may take its place; default 15.
            recorder_ids: ids of watchers for which the session waits, so that they lose no rows.
            durability: failures that the session survives: none, process (end of the server
                process), disk_batched or disk_step (a power cut); default: as the server is
                configured.
            strict: findings of severity warning are errors, now and in every step.

        Raises:
            ModelError: with every rule that the model breaks.
            RaftupError: SESSION_EXISTS, QUOTA_SESSIONS; BAD_FIELD if the checkpoint has another
                model.
            ValueError: if neither a model nor a checkpoint is given.
        """
        if model is None and not from_checkpoint:
            raise ValueError("create_session needs a model or a checkpoint")
        session_id = session_id or new_session_id()
        # A session that continues from a checkpoint is created on the server of the checkpoint.
        way = self._route(from_checkpoint or f"sessions/{session_id}")
        spec = session_pb2.SessionSpec(
            model=None if model is None else self._read(way, model, overrides),
            participants=[participant.to_message() for participant in participants],
            iteration=None if iteration is None else iteration.to_message(),
            base_tick_ns=base_tick_ns,
            lease_ms=round(lease * 1000),
            recorder_ids=names_of(recorder_ids),
            durability=DURABILITIES[durability],
            strict=strict,
        )
        request = session_pb2.CreateSessionRequest(
            session_id=session_id, from_checkpoint=from_checkpoint
        )
        return Session(way, self._create(way, spec, request))

    def import_checkpoint(self, file: str | Path, session_id: str = "") -> Session:
        """Creates a session that continues from an exported checkpoint, bit for bit.

        Args:
            file: path of a file that Session.export_checkpoint() has written.
            session_id: id of the new session, as in create_session().

        Raises:
            RaftupError: CHECKPOINT_REFUSED if the file is no checkpoint or this server computes
                differently from the one that wrote it; BAD_FIELD if a database is missing.
            OSError: if the file cannot be read.
        """
        session_id = session_id or new_session_id()
        name = f"sessions/{session_id}"
        import_checkpoint(self._route(name).sessions, Path(file), session_id=session_id)
        return self.session(name)

    def check_model(
        self, model: ModelSource, overrides: Mapping[str, Any] | None = None
    ) -> Session:
        """Checks a model as create_session() does, without creating a session.

        Returns:
            The session as it would be, with defaults, findings and radiation memory; not on the
            server.

        Raises:
            ModelError: with every rule that the model breaks.
        """
        way = self._route_of_nobody()
        spec = session_pb2.SessionSpec(model=self._read(way, model, overrides))
        request = session_pb2.CreateSessionRequest(validate_only=True)
        return Session(way, self._create(way, spec, request))

    def describe_outputs(
        self, model: ModelSource, overrides: Mapping[str, Any] | None = None
    ) -> ModelOutputs:
        """Lists all outputs of a model and those that a run of it records; no memory is fitted.

        Example:
            [one.name for one in client.describe_outputs("alongside.yaml").variables]

        Args:
            model: model file, mapping or message.
            overrides: values that replace those of the model, by their paths in it.

        Raises:
            ModelError: with every rule that the model breaks.
        """
        way = self._route_of_nobody()
        read = self._read(way, model, overrides)
        request = session_pb2.DescribeOutputsRequest(model=with_stored_databases(way, read))
        try:
            with rpc_errors():
                answer = way.sessions.DescribeOutputs(request, timeout=BUILD_TIMEOUT)
        except RaftupError as error:
            raise model_error(error, "model.") from error
        return ModelOutputs(read, tuple(answer.outputs), tuple(answer.recorded_outputs))

    def linearize(
        self,
        model: ModelSource,
        overrides: Mapping[str, Any] | None = None,
        *,
        options: LinearizeOptions | None = None,
        **wanted: Any,
    ) -> Linearisation:
        """Computes the linear equations of a model about a mean position. No session is created.

        Example:
            client.linearize("alongside.yaml", modes=True).modes[0].omega

        Args:
            model: model file, mapping or message.
            overrides: values that replace those of the model, by their paths in it.
            options: options of the linearization; may be omitted and given one by one instead.
            **wanted: attributes of LinearizeOptions, if `options` is not given.

        Raises:
            ModelError: with every rule that the model or a sea breaks; also without a static
                equilibrium (path `bodies`) or with contradictory joints (path `joints`).
            RaftupError: BAD_FIELD if an option breaks a rule, with the rule.
        """
        way = self._route_of_nobody()
        request = (options or LinearizeOptions(**wanted)).to_message()
        request.model.CopyFrom(with_stored_databases(way, self._read(way, model, overrides)))
        try:
            with fit_told(way.sessions, request, self._on_fit):
                return linearisation_of(way.sessions, request)
        except RaftupError as error:
            raise model_error(error, "model.") from error

    def _route(self, name: str) -> Route:
        """The route to the server of a session, by the name of the session or of its checkpoint."""
        return route(self._channel, name.partition("/checkpoints/")[0])

    def _route_of_nobody(self) -> Route:
        """A route with a random session id, for a few calls to one server that make no session."""
        return self._route(f"sessions/{new_session_id()}")

    def _read(self, way: Route, source: ModelSource, overrides: Mapping[str, Any] | None) -> Model:
        """Reads a model; one error lists all rules of schema and server that the model breaks."""
        read = read_model(source, overrides)
        if not read.violations:
            return read.model
        violations = list(read.violations)
        if not any(violation.path.endswith(_FILE_FIELDS) for violation in violations):
            try:
                self._create(
                    way,
                    session_pb2.SessionSpec(model=read.model),
                    session_pb2.CreateSessionRequest(validate_only=True),
                )
            except ModelError as error:
                violations += unrelated(error.violations, read.violations)
        raise ModelError(violations)

    def _create(
        self,
        way: Route,
        spec: session_pb2.SessionSpec,
        request: session_pb2.CreateSessionRequest,
    ) -> session_pb2.Session:
        """Creates a session of `spec` by `request`. A spec without content is not sent."""
        self._versions.tell_once(self.caller)
        if spec.ByteSize():
            request.session.spec.CopyFrom(spec)
        if spec.HasField("model"):
            request.session.spec.model.CopyFrom(with_stored_databases(way, spec.model))
        try:
            with fit_told(way.sessions, request, self._on_fit), rpc_errors():
                return way.sessions.CreateSession(request, timeout=BUILD_TIMEOUT).session
        except RaftupError as error:
            raise model_error(error) from error

    def session(self, name: str) -> Session:
        """Finds a session that exists on the server.

        Args:
            name: `sessions/{id}`.
        """
        way = self._route(name)
        with rpc_errors():
            request = session_pb2.GetSessionRequest(name=name)
            message = way.sessions.GetSession(request, timeout=CALL_TIMEOUT).session
        return Session(way, message)

    def caller(self) -> session_pb2.GetCallerResponse:
        """How the server identifies this client: tenant, role, quota; also the server's version."""
        with rpc_errors():
            return self._sessions.GetCaller(session_pb2.GetCallerRequest(), timeout=CALL_TIMEOUT)

    def list_sessions(self) -> Iterator[session_pb2.Session]:
        """Iterates over all sessions that this client may see, without their models."""
        for page in pages(self._sessions.ListSessions, session_pb2.ListSessionsRequest()):
            yield from page.sessions


def connect(
    address: str,
    *,
    ca: str | Path | None = None,
    certificate: str | Path | None = None,
    key: str | Path | None = None,
    token: str | None = None,
) -> Client:
    """Makes a client of the server at an address. No message is sent yet.

    Before its first session or check of a model, the client compares the server's version with its
    own and issues a VersionWarning if they differ.

    Args:
        address: `host:port` or `unix:/path`.
        ca: PEM file of the authorities that may have signed the server's certificate; enables TLS.
        certificate: PEM file of the client's own certificate, for servers that ask for one.
        key: PEM file of the private key of `certificate`.
        token: bearer token that identifies the client, for servers that ask for one.

    Raises:
        ValueError: if a certificate is given without its key or without `ca`.
        OSError: if a file cannot be read.
    """
    return Client(address, Identity(ca=ca, certificate=certificate, key=key, token=token))
