"""Exit codes: 0 done, 1 failed, 2 bad input, 128 + n by signal n, 141 output closed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer
from rich.console import Console

from raftup.base.errors import RaftupError
from raftup.base.interruption import Interrupted, interruptions
from raftup.messages import find_message

FAILED, BAD_INPUT, UNREAD = 1, 2, 141


@contextmanager
def exit_codes(console: Console) -> Iterator[None]:
    """Converts errors inside the block to a message and an exit code.

    Ctrl-C, a termination request and a closed terminal are interruptions, which leave time to close
    partial results.

    Args:
        console: console for messages.
    """
    try:
        with interruptions():
            yield
    except KeyboardInterrupt as error:
        number = error.number if isinstance(error, Interrupted) else signal.SIGINT
        _leave(console, "interrupted", error, 128 + number)
    except RaftupError as error:
        if error.reason != "BAD_FIELD" and find_message(error.reason) is not None:
            error.add_note(f"raftup explain {error.reason} says what can be done")
        _leave(console, str(error), error, BAD_INPUT if error.is_bad_input else FAILED)
    except BrokenPipeError as error:
        _end_unread(error)
    except OSError as error:
        message = f"{error.strerror}: {error.filename}" if error.filename else str(error)
        _leave(console, message, error, FAILED)


def _end_unread(error: BrokenPipeError) -> NoReturn:
    """Ends silently if the reader of the output has closed it, as in `| head -1`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is not flushed yet
    raise typer.Exit(UNREAD) from error


def _leave(console: Console, message: str, error: BaseException, code: int) -> NoReturn:
    console.print("raftup:", style="bold red", end=" ")
    console.print(message, soft_wrap=True)
    for note in getattr(error, "__notes__", []):
        console.print(note, soft_wrap=True)
    raise typer.Exit(code)
