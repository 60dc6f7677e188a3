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
    """A connection to a raftupd; a context manager. Threads may share it."""

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
        """Ends the connection; sessions stay on the server."""
        self._channel.close()

    @contextmanager
    def fits_told_to(self, callback: FitCallback) -> Iterator[None]:
        """Tells inside the block how far the server is with a radiation memory that takes seconds.

        Example:
            with client.fits_told_to(print):
                session = client.create_session("array.yaml")

        Args:
            callback: called a few times a second, from another thread, while create_session(),
                check_model() or linearize() waits for a fit; with None when the call ends.
        """
        before, self._on_fit = self._on_fit, callback
        try:
            yield
        finally:
            self._on_fit = before

    def upload_database(self, file: str | Path, *, accepted_checks: Sequence[str] = ()) -> Database:
        """Stores a database or a mesh, which the server checks, unless it is there already.

        Args:
            file: any database that is one file and whole by itself (BEMIO, Capytaine 3, Raftup).
            accepted_checks: names of checks of physics that do not refuse the file however far
                they fail, as a refusal gives them: `haskind`. Findings keep what they say.

        Raises:
            RaftupError: INVALID_ARGUMENT where the file is refused, with the reason.
        """
        return self._databases.upload(Path(file), accepted_checks)

    def cancel_upload(self, file: str | Path) -> None:
        """Ends an upload of a file that broke off, and forgets its bytes on the server.

        Raises:
            RaftupError: NOT_FOUND where no upload of the file is in progress.
        """
        self._databases.cancel_upload(Path(file))

    def list_databases(self) -> Iterator[Database]:
        """Every database of the server, ordered by name."""
        return self._databases.list()

    def read_coefficients(self, name: str, node: int = 0) -> Coefficients:
        """The coefficients of a stored database, or of a node of a family.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            node: of a family, from 0, in the order of read_node_positions(); its dofs are those
                along each body's own bow.

        Raises:
            RaftupError: BAD_FIELD for a node that there is not.
        """
        return self._databases.read(name, node)

    def read_node_positions(self, name: str) -> FloatArray:
        """Where the nodes of a stored family are.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.

        Returns:
            [nodes, 3]: x and y [m] and heading [rad] of the second body in the heading frame of
            the first.

        Raises:
            RaftupError: BAD_FIELD where it is no family.
        """
        return self._databases.read_node_positions(name)

    def read_mesh(self, name: str) -> Mesh:
        """The triangles of a stored hull mesh.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
        """
        return self._databases.read_mesh(name)

    def hydrostatics(self, name: str, question: HydrostaticsQuestion) -> Hydrostatics:
        """What still water does about a stored mesh, as the service's hydrostatics.proto has it.

        Example:
            mesh = client.upload_database("barge.stl")
            client.hydrostatics(mesh.name, HydrostaticsQuestion(draughts=[3.0])).figures[0].volume

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            question: draughts and heels.

        Raises:
            RaftupError: BAD_FIELD for what is no hull, does not float or has an open edge below
                the water.
        """
        return self._databases.hydrostatics(name, question)

    def delete_database(self, name: str, *, force: bool = False) -> None:
        """Forgets a stored database.

        Args:
            name: `databases/{id}`, with or without `@{sha256}`.
            force: even while sessions use it, which keep what they have loaded.

        Raises:
            RaftupError: DATABASE_IN_USE.
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
        """Builds a session on the server; databases and meshes named as files are uploaded.

        Args:
            model: file, mapping or message; may be left out with `from_checkpoint`.
            overrides: values by path.
            from_checkpoint: `sessions/{id}/checkpoints/{id}`: the session goes on from there, bit
                for bit. It is like that one in everything where nothing but its id is given, else
                in its model.
            session_id: 4 to 63 characters of [a-z0-9-]; default: one that nobody can guess.
            participants: who will write which inputs, and whether steps wait for them.
            iteration: which of those inputs are found by trying each step.
            base_tick_ns: ns, of which periods of participants are counted; the step must be a
                whole multiple of it.
            lease: s, 0.1 to 3600: a client of which nothing has been heard for so long may lose its
                place to another; default 15.
            recorder_ids: names of watchers that the session waits for.
            durability: what the session outlives: none, process (the server's end), disk_batched
                or disk_step (a power cut); default: as the server is configured.
            strict: findings that warn are errors, here and in every step.

        Raises:
            ModelError: with every rule that the model breaks.
            RaftupError: SESSION_EXISTS, QUOTA_SESSIONS; BAD_FIELD for another model than the
                checkpoint's.
            ValueError: where neither a model nor a checkpoint is given.
        """
        if model is None and not from_checkpoint:
            raise ValueError("create_session needs a model or a checkpoint")
        session_id = session_id or new_session_id()
        # What goes on from a checkpoint is made, and reached by this client, where that one is.
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
        """A session that goes on from what Session.export_checkpoint() has written, bit for bit.

        Args:
            file: the checkpoint.
            session_id: as in create_session().

        Raises:
            RaftupError: CHECKPOINT_REFUSED where the file is none, or this server computes
                differently from the one that made it; BAD_FIELD where a database is missing.
            OSError: where the file cannot be read.
        """
        session_id = session_id or new_session_id()
        name = f"sessions/{session_id}"
        import_checkpoint(self._route(name).sessions, Path(file), session_id=session_id)
        return self.session(name)

    def check_model(
        self, model: ModelSource, overrides: Mapping[str, Any] | None = None
    ) -> Session:
        """What create_session would give, without keeping it: defaults, radiation memory.

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
        """Every output of a model and those that a run records; no memory is fitted for it.

        Example:
            [one.name for one in client.describe_outputs("alongside.yaml").variables]

        Args:
            model: file, mapping or message.
            overrides: values by path.

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
        """The linear equations of a model about a mean position; no session comes of it.

        Example:
            client.linearize("alongside.yaml", modes=True).modes[0].omega

        Args:
            model: file, mapping or message.
            overrides: values by path.
            options: what is wanted; or, one by one, the attributes of LinearizeOptions:
            **wanted: attributes of LinearizeOptions.

        Raises:
            ModelError: with every rule that the model or a sea breaks; also where it has no static
                equilibrium (`bodies`) or its joints contradict each other (`joints`).
            RaftupError: BAD_FIELD for an option, with its rule.
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
        """To the server of a session, or of a checkpoint of it."""
        return route(self._channel, name.partition("/checkpoints/")[0])

    def _route_of_nobody(self) -> Route:
        """To any server, the same for each of a few calls that make no session."""
        return self._route(f"sessions/{new_session_id()}")

    def _read(self, way: Route, source: ModelSource, overrides: Mapping[str, Any] | None) -> Model:
        """The model, or an error with what breaks the rules of the schema and of the server."""
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
        """Sends `request` for `spec`; an empty one is left out."""
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
        """A session that exists on the server.

        Args:
            name: `sessions/{id}`.
        """
        way = self._route(name)
        with rpc_errors():
            request = session_pb2.GetSessionRequest(name=name)
            message = way.sessions.GetSession(request, timeout=CALL_TIMEOUT).session
        return Session(way, message)

    def caller(self) -> session_pb2.GetCallerResponse:
        """Who we are to the server: tenant, role, quota; and the server's version."""
        with rpc_errors():
            return self._sessions.GetCaller(session_pb2.GetCallerRequest(), timeout=CALL_TIMEOUT)

    def list_sessions(self) -> Iterator[session_pb2.Session]:
        """All sessions of the server, without their models."""
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
    """A client of the server at an address; nothing is sent yet.

    Before its first session or check of a model it compares the server's version with its own, and
    warns (VersionWarning) where they differ.

    Args:
        address: `host:port` or `unix:/path`.
        ca: PEM file of the authorities that vouch for the server; given, the connection is TLS.
        certificate: PEM file of the client's own certificate, where the server asks for one.
        key: PEM file of its private key.
        token: bearer token that says who calls, where the server asks for one.

    Raises:
        ValueError: for a certificate without its key or without `ca`.
        OSError: for a file that cannot be read.
    """
    return Client(address, Identity(ca=ca, certificate=certificate, key=key, token=token))
