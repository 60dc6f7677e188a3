"""The version of this package."""

from importlib.metadata import version

__version__ = version("raftup")
