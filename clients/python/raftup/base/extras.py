"""Parts of this package that need more than it installs."""

from __future__ import annotations

from importlib import import_module

from raftup.base.errors import RaftupError


def require_extra(purpose: str, extra: str, *modules: str) -> None:
    """Makes sure that the libraries of an extra are there.

    Args:
        purpose: what needs them, for the message.
        extra: as in `pip install raftup[extra]`.
        modules: names of what the extra installs.

    Raises:
        RaftupError: FAILED_PRECONDITION with what is missing.
    """
    try:
        for module in modules:
            import_module(module)
    except ImportError as error:
        raise RaftupError(
            f"{purpose} needs the extra raftup[{extra}]: {error}", code="FAILED_PRECONDITION"
        ) from error
