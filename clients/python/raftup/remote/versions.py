"""Warning for a server and a client of different versions, issued once before the first session."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from raftup._generated.session_pb2 import GetCallerResponse
from raftup.base.errors import RaftupError
from raftup.base.version import __version__


class VersionWarning(UserWarning):
    """Warning: the server has another version than this package."""


class VersionComparison:
    """Comparison of the version of a client with that of its server, which is made once.

    Args:
        address: address of the server.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._is_made = False

    def tell_once(self, caller: Callable[[], GetCallerResponse]) -> None:
        """Issues a warning at the first call if the server has another version than this package.

        Args:
            caller: asks the server for its version; errors are ignored, since the next call reports
                them.
        """
        if self._is_made:
            return
        self._is_made = True
        try:
            theirs = caller().server_version
        except RaftupError as error:
            if error.code != "UNIMPLEMENTED":
                return
            theirs = "too old to say"
        if theirs == __version__:
            return
        warnings.warn(
            f"the server at {self._address} is of version {theirs}, this client of {__version__}: "
            "the server refuses fields of a model that it does not know; "
            "use the same version of both",
            VersionWarning,
            stacklevel=2,
        )
