"""Export of checkpoints to files, and import on the same or another server."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.files import write_whole
from raftup.remote.file_parts import whole
from raftup.remote.rpc import BUILD_TIMEOUT, rpc_errors

_CHUNK_BYTES = 512 * 1024


def export_checkpoint(stub: SessionServiceStub, name: str, file: Path) -> session_pb2.Checkpoint:
    """Downloads a checkpoint from the server and writes it to a file.

    The file is written completely or not at all.

    Raises:
        RaftupError: NOT_FOUND if there is no such checkpoint; CHECKSUM_MISMATCH if the bytes have
            changed on the way.
        OSError: if the file cannot be written.
    """
    request = session_pb2.ExportCheckpointRequest(name=name)
    first, data = whole(
        stub.ExportCheckpoint(request, timeout=BUILD_TIMEOUT), f"the file of {name}"
    )
    write_whole(file, data)
    return first.checkpoint


def import_checkpoint(
    stub: SessionServiceStub, file: Path, *, session: str = "", session_id: str = ""
) -> session_pb2.Checkpoint:
    """Uploads a file that export_checkpoint() has written to a server.

    Args:
        stub: stub of the server.
        file: path of the file.
        session: `sessions/{id}` of the session that receives the checkpoint; default: a new session
            is created from it.
        session_id: id of the new session; default: chosen by the server.

    Raises:
        RaftupError: CHECKPOINT_REFUSED, with the cause; BAD_FIELD if the server does not have a
            database of the checkpoint.
        OSError: if the file cannot be read.
    """
    with rpc_errors():
        requests = _requests(file.read_bytes(), session, session_id)
        return stub.ImportCheckpoint(requests, timeout=BUILD_TIMEOUT).checkpoint


def _requests(
    data: bytes, session: str, session_id: str
) -> Iterator[session_pb2.ImportCheckpointRequest]:
    yield session_pb2.ImportCheckpointRequest(
        session=session,
        session_id=session_id,
        sha256=hashlib.sha256(data).hexdigest(),
        data=data[:_CHUNK_BYTES],
    )
    for offset in range(_CHUNK_BYTES, len(data), _CHUNK_BYTES):
        yield session_pb2.ImportCheckpointRequest(data=data[offset : offset + _CHUNK_BYTES])
