"""A wall around a folder: inside a block, Python opens no file elsewhere."""

from __future__ import annotations

import errno
import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

_EVENTS = frozenset({"open", "os.listdir", "os.scandir"})
_DEVICES = frozenset({"/dev/null", "/dev/urandom"})
_root: ContextVar[str] = ContextVar("_root", default="")


@contextmanager
def confined(root: Path) -> Iterator[None]:
    """Makes every opening of a file outside of a folder fail, in this thread, inside the block.

    Links are followed first. Files of Python and its packages, which are loaded on demand, remain
    open to it. Files that C libraries open are not concerned.

    Args:
        root: resolved path of the folder.
    """
    _install()
    token = _root.set(str(root))
    try:
        yield
    finally:
        _root.reset(token)


@cache
def _install() -> None:
    sys.addaudithook(_check)


@cache
def _open_to_all() -> tuple[str, ...]:
    """Folders of Python, of its packages and of this package."""
    paths = sysconfig.get_paths()
    folders = {sys.prefix, sys.base_prefix, paths["stdlib"], paths["platstdlib"]}
    folders |= {paths["purelib"], paths["platlib"], str(Path(__file__).parents[1])}
    return tuple(os.path.realpath(folder) for folder in folders)


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _EVENTS or not (root := _root.get()):
        return
    name = arguments[0]
    if not isinstance(name, (str, bytes, os.PathLike)):  # an open file, or the working directory
        return
    path = os.path.realpath(os.fsdecode(name))
    if path in _DEVICES or any(_is_below(path, one) for one in (root, *_open_to_all())):
        return
    raise PermissionError(errno.EACCES, "lies outside of the root folder", os.fsdecode(name))


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
