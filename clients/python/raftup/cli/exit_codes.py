"""How the command ends: 0 done, 1 the run failed, 2 bad input, 130 interrupted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import typer
from rich.console import Console

from raftup.base.errors import RaftupError

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


@contextmanager
def exit_codes(console: Console) -> Iterator[None]:
    """Turns what goes wrong inside the block into a message and the right exit code.

    A request to terminate counts as an interruption, so that partial results are closed.

    Args:
        console: where messages go.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt as error:
        _leave(console, "interrupted", error, INTERRUPTED)
    except RaftupError as error:
        _leave(console, str(error), error, BAD_INPUT if error.is_bad_input else FAILED)
    except OSError as error:
        message = f"{error.strerror}: {error.filename}" if error.filename else str(error)
        _leave(console, message, error, FAILED)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _leave(console: Console, message: str, error: BaseException, code: int) -> NoReturn:
    console.print("raftup:", style="bold red", end=" ")
    console.print(message, soft_wrap=True)
    for note in getattr(error, "__notes__", []):
        console.print(note, soft_wrap=True)
    raise typer.Exit(code)
