"""Hydrodynamic databases on a server: upload, list, read back."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from raftup._generated import database_pb2
from raftup._generated.database_pb2 import Database
from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.hydrostatics_pb2 import (
    ComputeHydrostaticsRequest,
    ComputeHydrostaticsResponse,
)
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.remote.coefficients import CoefficientArray, Coefficients
from raftup.remote.rpc import BUILD_TIMEOUT, CALL_TIMEOUT, pages, rpc_errors

Hydrostatics = ComputeHydrostaticsResponse

_CHUNK_BYTES = 512 * 1024
_NODE_POSITION = "node_position"
_TURN = 0.05  # s, between two tries while somebody else uploads the same bytes
_SOMEBODY_ELSE = {"UPLOAD_OFFSET", "WRONG_STATE", "NOT_FOUND"}
"""How an upload ends that another client continues, that is being checked, or that is done."""


def database_id(file: Path) -> str:
    """The id that a file is stored under: its name in the characters that ids may have."""
    words = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")
    return (words if len(words) >= 4 else f"database-{words}".strip("-"))[:63].rstrip("-")


def _about_file(file: Path, error: RaftupError) -> RaftupError:
    """The server knows the bytes alone; the user knows them by name."""
    return RaftupError(
        f"{file.name}: {error}",
        code=error.code,
        reason=error.reason,
        violations=error.violations,
        metadata=error.metadata,
    )


@dataclass(frozen=True)
class Mesh:
    """Triangles of a hull in the frame of its file.

    Attributes:
        vertices: [n, 3] m.
        triangles: [m, 3] indices of vertices, counter-clockwise seen from outside.
    """

    vertices: npt.NDArray[np.float32]
    triangles: npt.NDArray[np.uint32]


@dataclass(frozen=True)
class HydrostaticsQuestion:
    """A question about a hull in still water: draughts, mass, heels.

    Attributes:
        draughts: m, above the keel, on even keel.
        center_of_mass: [3] m, in the frame of the mesh; empty = the height of the keel.
        mass: kg; None = what the first draught displaces.
        water_density: kg/m3.
        heels: rad, ascending: righting arms at them.
        flooding_heel: rad, where areas end; None = nowhere.
    """

    draughts: Sequence[float] = ()
    center_of_mass: Sequence[float] = ()
    mass: float | None = None
    water_density: float = 1025.0
    heels: Sequence[float] = ()
    flooding_heel: float | None = None


class Databases:
    """The catalogue of one server. Thread-safe."""

    def __init__(self, stub: DatabaseServiceStub) -> None:
        self._stub = stub

    def upload(self, file: Path, accepted_checks: Sequence[str] = ()) -> Database:
        """Stores a file under its name and digest; goes on where an earlier upload broke off.

        Where somebody else uploads the same file at this moment the two take turns.

        Raises:
            RaftupError: FILE_UNREADABLE; DATABASE_REJECTED with the reason; QUOTA_UPLOADS;
                STORAGE_FULL.
        """
        data = read_file(file)
        start = database_pb2.StartUploadRequest(
            database_id=database_id(file),
            size_bytes=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
        )
        deadline = time.monotonic() + BUILD_TIMEOUT
        while True:
            try:
                return self._upload(start, data, accepted_checks)
            except RaftupError as error:
                if error.reason not in _SOMEBODY_ELSE or time.monotonic() > deadline:
                    if error.is_bad_input:
                        raise _about_file(file, error) from error
                    raise
            time.sleep(_TURN)

    def _upload(
        self,
        start: database_pb2.StartUploadRequest,
        data: bytes,
        accepted_checks: Sequence[str],
    ) -> Database:
        with rpc_errors():
            upload = self._stub.StartUpload(start, timeout=CALL_TIMEOUT)
            if upload.existing_database:
                return self.get(upload.existing_database)
            chunks = _chunks(upload, data, accepted_checks)
            return self._stub.UploadDatabase(chunks, timeout=BUILD_TIMEOUT).database

    def cancel_upload(self, file: Path) -> None:
        """Ends an upload that broke off and forgets its bytes on the server.

        Args:
            file: as for upload().

        Raises:
            RaftupError: FILE_UNREADABLE; NOT_FOUND where no upload of the file is in progress;
                WRONG_STATE while the server reads the file.
        """
        digest = hashlib.sha256(read_file(file)).hexdigest()
        request = database_pb2.CancelUploadRequest(upload_id=f"{database_id(file)}@{digest}")
        with rpc_errors():
            self._stub.CancelUpload(request, timeout=CALL_TIMEOUT)

    def get(self, name: str) -> Database:
        """The description of a stored database.

        Args:
            name: `databases/{id}@{sha256}`, `databases/{id}` or the id.
        """
        request = database_pb2.GetDatabaseRequest(name=name)
        with rpc_errors():
            return self._stub.GetDatabase(request, timeout=CALL_TIMEOUT).database

    def list(self) -> Iterator[Database]:
        """Every database, ordered by name."""
        for page in pages(self._stub.ListDatabases, database_pb2.ListDatabasesRequest()):
            yield from page.databases

    def delete(self, name: str, force: bool = False) -> None:
        """Forgets a name, and the bytes where no other name has them.

        Args:
            name: as for get().
            force: even while sessions use it, which keep what they have loaded.

        Raises:
            RaftupError: DATABASE_IN_USE.
        """
        request = database_pb2.DeleteDatabaseRequest(name=name, force=force)
        with rpc_errors():
            self._stub.DeleteDatabase(request, timeout=CALL_TIMEOUT)

    def read(self, name: str, node: int) -> Coefficients:
        """All coefficients of a database, or of a node of a family.

        Args:
            name: as for get().
            node: from 0; 0 for a database.
        """
        about = self.get(name)
        request = database_pb2.ReadCoefficientsRequest(name=about.name, node=node)
        return Coefficients(
            name=about.name,
            arrays=self._arrays(request),
            findings=tuple(finding.message for finding in about.findings),
        )

    def read_node_positions(self, name: str) -> FloatArray:
        """See Client.read_node_positions()."""
        request = database_pb2.ReadCoefficientsRequest(name=name, dataset=_NODE_POSITION)
        return self._arrays(request)[_NODE_POSITION].values

    def _arrays(self, request: database_pb2.ReadCoefficientsRequest) -> dict[str, CoefficientArray]:
        heads: dict[str, database_pb2.ReadCoefficientsResponse] = {}
        parts: dict[str, list[FloatArray]] = {}
        with rpc_errors():
            for part in self._stub.ReadCoefficients(request, timeout=BUILD_TIMEOUT):
                if part.dataset:
                    head = heads[part.dataset] = part
                parts.setdefault(head.dataset, []).append(np.array(part.values, dtype=float))
        return {name: _array(head, parts[name]) for name, head in heads.items()}

    def read_mesh(self, name: str) -> Mesh:
        """The mesh of a body as it is drawn.

        Args:
            name: as for get().

        Raises:
            RaftupError: INVALID_ARGUMENT where it is a database.
        """
        request = database_pb2.ReadMeshRequest(name=name)
        whole = database_pb2.ReadMeshResponse()
        with rpc_errors():
            for part in self._stub.ReadMesh(request, timeout=BUILD_TIMEOUT):
                whole.MergeFrom(part)
        vertices = np.array(whole.vertices, np.float32).reshape(-1, 3)
        return Mesh(vertices, np.array(whole.triangles, np.uint32).reshape(-1, 3))

    def hydrostatics(self, name: str, question: HydrostaticsQuestion) -> Hydrostatics:
        """Hydrostatic figures and righting arms of a stored mesh.

        Args:
            name: as for get().
            question: draughts and heels.

        Raises:
            RaftupError: BAD_FIELD for what is no hull, does not float or has an open edge below
                the water.
        """
        request = _as_request(name, question)
        with rpc_errors():
            return self._stub.ComputeHydrostatics(request, timeout=BUILD_TIMEOUT)


def _as_request(name: str, question: HydrostaticsQuestion) -> ComputeHydrostaticsRequest:
    return ComputeHydrostaticsRequest(
        name=name,
        water_density=question.water_density,
        draught=question.draughts,
        center_of_mass=question.center_of_mass,
        mass=question.mass,
        heel=question.heels,
        flooding_heel=question.flooding_heel,
    )


def _array(
    head: database_pb2.ReadCoefficientsResponse, parts: list[FloatArray]
) -> CoefficientArray:
    """A dataset of its first message and all its numbers."""
    numbers = np.concatenate(parts)
    values = np.array(list(head.texts)) if head.texts else numbers.reshape(tuple(head.shape))
    return CoefficientArray(tuple(head.dimensions), values, head.units, head.long_name)


def read_file(file: Path) -> bytes:
    """The bytes of a file of the user's.

    Raises:
        RaftupError: FILE_UNREADABLE.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise RaftupError(
            f"{file} cannot be read: {error.strerror}",
            code="INVALID_ARGUMENT",
            reason="FILE_UNREADABLE",
        ) from error


def _chunks(
    upload: database_pb2.StartUploadResponse, data: bytes, accepted_checks: Sequence[str]
) -> Iterator[database_pb2.UploadDatabaseRequest]:
    """The bytes that the server does not have yet, the last chunk with `finish`."""
    size = min(_CHUNK_BYTES, upload.chunk_limit_bytes or _CHUNK_BYTES)
    offset = upload.committed_bytes
    while True:
        chunk = data[offset : offset + size]
        finish = offset + len(chunk) == len(data)
        yield database_pb2.UploadDatabaseRequest(
            upload_id=upload.upload_id,
            offset_bytes=offset,
            data=chunk,
            finish=finish,
            accepted_checks=accepted_checks if finish else (),
        )
        offset += len(chunk)
        if offset == len(data):
            return
