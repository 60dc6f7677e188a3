"""Optional parts of this package, which need further libraries."""

from __future__ import annotations

from importlib import import_module

from raftup.base.errors import RaftupError


def require_extra(purpose: str, extra: str, *modules: str) -> None:
    """Checks that the libraries of an extra are installed.

    Args:
        purpose: name of the part that needs the libraries, for the error message.
        extra: name of the extra, as in `pip install raftup[extra]`.
        modules: names of modules that the extra installs.

    Raises:
        RaftupError: FAILED_PRECONDITION with the missing libraries.
    """
    try:
        for module in modules:
            import_module(module)
    except ImportError as error:
        raise RaftupError(
            f"{purpose} needs the extra raftup[{extra}]: {error}", code="FAILED_PRECONDITION"
        ) from error
