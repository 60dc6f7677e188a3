"""`raftup version`."""

from raftup.base.version import __version__


def version_command() -> None:
    """Print the version of raftup."""
    print(f"raftup {__version__}")
