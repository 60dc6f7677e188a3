"""Hydrodynamic databases and hull meshes on a server: upload, list, read, delete."""

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
"""Reasons with which an upload fails that another client continues or has finished."""


def database_id(file: Path) -> str:
    """The id under which a file is stored: its name in the characters that ids may have."""
    words = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")
    return (words if len(words) >= 4 else f"database-{words}".strip("-"))[:63].rstrip("-")


def _about_file(file: Path, error: RaftupError) -> RaftupError:
    """Adds the name of the file to an error of the server, which has only received its bytes."""
    return RaftupError(
        f"{file.name}: {error}",
        code=error.code,
        reason=error.reason,
        violations=error.violations,
        metadata=error.metadata,
    )


@dataclass(frozen=True)
class Mesh:
    """Triangles of a hull mesh in the frame of its file.

    Attributes:
        vertices: [n, 3] m.
        triangles: [m, 3] indices of the vertices of each triangle, counter-clockwise seen from
            outside.
    """

    vertices: npt.NDArray[np.float32]
    triangles: npt.NDArray[np.uint32]


@dataclass(frozen=True)
class HydrostaticsQuestion:
    """Input of the hydrostatics of a hull: draughts, mass, angles of heel.

    Attributes:
        draughts: m, draughts above the keel on even keel for which figures are computed.
        center_of_mass: [3] m, in the frame of the mesh; empty = below the center of buoyancy at the
            height of the keel.
        mass: kg, mass of the hull; None = the mass of the water displaced at the first draught.
        water_density: kg/m3.
        heels: rad, ascending: angles of heel for which righting arms are computed.
        flooding_heel: rad, angle of heel at which the areas under the curve of righting arms end;
            None = no such angle.
    """

    draughts: Sequence[float] = ()
    center_of_mass: Sequence[float] = ()
    mass: float | None = None
    water_density: float = 1025.0
    heels: Sequence[float] = ()
    flooding_heel: float | None = None


class Databases:
    """The catalogue of databases and meshes of one server. Thread-safe."""

    def __init__(self, stub: DatabaseServiceStub) -> None:
        self._stub = stub

    def upload(self, file: Path, accepted_checks: Sequence[str] = ()) -> Database:
        """Uploads a file, which the server stores under its name and digest.

        An unfinished upload of the same file is continued. If another client uploads the same file
        at the same time, both wait for each other.

        Raises:
            RaftupError: FILE_UNREADABLE; DATABASE_REJECTED with the cause; QUOTA_UPLOADS;
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
        """Cancels an unfinished upload of a file; the server deletes the bytes it has received.

        Args:
            file: path of the file, as for upload().

        Raises:
            RaftupError: FILE_UNREADABLE; NOT_FOUND if no upload of the file is in progress;
                WRONG_STATE while the server reads the complete file.
        """
        digest = hashlib.sha256(read_file(file)).hexdigest()
        request = database_pb2.CancelUploadRequest(upload_id=f"{database_id(file)}@{digest}")
        with rpc_errors():
            self._stub.CancelUpload(request, timeout=CALL_TIMEOUT)

    def get(self, name: str) -> Database:
        """Reads the description of a stored database.

        Args:
            name: `databases/{id}@{sha256}`, `databases/{id}` or the id.
        """
        request = database_pb2.GetDatabaseRequest(name=name)
        with rpc_errors():
            return self._stub.GetDatabase(request, timeout=CALL_TIMEOUT).database

    def list(self) -> Iterator[Database]:
        """Iterates over all databases and meshes, in the order of their names."""
        for page in pages(self._stub.ListDatabases, database_pb2.ListDatabasesRequest()):
            yield from page.databases

    def delete(self, name: str, force: bool = False) -> None:
        """Deletes a name of the catalogue; the file is deleted with its last name.

        Args:
            name: name of the database or mesh, as for get().
            force: deletes it even if sessions use it; these sessions keep the data that they have
                loaded.

        Raises:
            RaftupError: DATABASE_IN_USE if a session uses it and `force` is false.
        """
        request = database_pb2.DeleteDatabaseRequest(name=name, force=force)
        with rpc_errors():
            self._stub.DeleteDatabase(request, timeout=CALL_TIMEOUT)

    def read(self, name: str, node: int) -> Coefficients:
        """Reads all coefficients of a database, or of one node of a family of databases.

        Args:
            name: name of the database, as for get().
            node: index of the node, from 0; 0 for a single database.
        """
        about = self.get(name)
        request = database_pb2.ReadCoefficientsRequest(name=about.name, node=node)
        return Coefficients(
            name=about.name,
            arrays=self._arrays(request),
            findings=tuple(finding.message for finding in about.findings),
        )

    def read_node_positions(self, name: str) -> FloatArray:
        """Reads the positions of the nodes of a family, see Client.read_node_positions()."""
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
        """Reads a stored mesh.

        Args:
            name: name of the mesh, as for get().

        Raises:
            RaftupError: INVALID_ARGUMENT if the name is that of a database.
        """
        request = database_pb2.ReadMeshRequest(name=name)
        whole = database_pb2.ReadMeshResponse()
        with rpc_errors():
            for part in self._stub.ReadMesh(request, timeout=BUILD_TIMEOUT):
                whole.MergeFrom(part)
        vertices = np.array(whole.vertices, np.float32).reshape(-1, 3)
        return Mesh(vertices, np.array(whole.triangles, np.uint32).reshape(-1, 3))

    def hydrostatics(self, name: str, question: HydrostaticsQuestion) -> Hydrostatics:
        """Computes hydrostatic figures and righting arms of a stored mesh.

        Args:
            name: name of the mesh, as for get().
            question: draughts, mass and angles of heel.

        Raises:
            RaftupError: BAD_FIELD if the mesh is not that of a hull, does not float, or has an open
                edge below the water.
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
    """Assembles a dataset from its first message and the values of all of its messages."""
    numbers = np.concatenate(parts)
    values = np.array(list(head.texts)) if head.texts else numbers.reshape(tuple(head.shape))
    return CoefficientArray(tuple(head.dimensions), values, head.units, head.long_name)


def read_file(file: Path) -> bytes:
    """Reads the bytes of a file of the user.

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
    """Divides the bytes that the server does not have into messages; the last has `finish`."""
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
