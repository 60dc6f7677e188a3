"""Files that a server sends in several messages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar

from raftup.base.errors import RaftupError
from raftup.remote.rpc import rpc_errors


class Part(Protocol):
    """A message with the next bytes of a file; the first one also has the digest of the file."""

    @property
    def data(self) -> bytes:
        """The next bytes of the file."""

    @property
    def sha256(self) -> str:
        """SHA-256 digest of the file, 64 hexadecimal digits."""


PartT = TypeVar("PartT", bound=Part)


def whole(parts: Iterable[PartT], what: str) -> tuple[PartT, bytes]:
    """Joins the parts of a file and checks its digest; returns the first message and the file.

    Args:
        parts: the messages of the call, in order.
        what: "the file of ...", for the error message.

    Raises:
        RaftupError: the error of the call; CHECKSUM_MISMATCH if the bytes have changed on the way.
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
