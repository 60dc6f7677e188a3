"""Files that a server sends in parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar

from raftup.base.errors import RaftupError
from raftup.remote.rpc import rpc_errors


class Part(Protocol):
    """A message with the next bytes of a file; the first has the digest of them all."""

    @property
    def data(self) -> bytes:
        """The next bytes of the file."""

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, 64 hexadecimal digits."""


PartT = TypeVar("PartT", bound=Part)


def whole(parts: Iterable[PartT], what: str) -> tuple[PartT, bytes]:
    """The first message of a call and the file.

    Args:
        parts: the answers, in order.
        what: "the file of ...", for the message.

    Raises:
        RaftupError: what the call ends with; CHECKSUM_MISMATCH where not all bytes have come as
            they were sent.
    """
    with rpc_errors():
        received = list(parts)
    data = b"".join(part.data for part in received)
    if not received or hashlib.sha256(data).hexdigest() != received[0].sha256:
        raise RaftupError(
            f"{what} must have the digest that the server told, export it again",
            code="DATA_LOSS",
            reason="CHECKSUM_MISMATCH",
        )
    return received[0], data
