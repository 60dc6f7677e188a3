"""A program that runs the raftup command for each line of its standard input.

Each command is a copy of this process, in which the packages are loaded that take a second or two.
A line has the arguments, the folder, the environment and the files of what is written; answers are
the number of the process and, at its end, its exit code.
"""

import gc
import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

PACKAGES = (
    "raftup.cli.main",
    "matplotlib.pyplot",
    "netCDF4",
    "scipy.signal",
    "scipy.stats",
    "xarray",
)
"""What every command needs of raftup, and the packages of others that take long to load."""


def become(command: dict[str, Any]) -> None:
    """Makes this process one that a shell has started in the folder with the arguments."""
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(command[name], os.O_WRONLY), number)
    sys.argv = ["raftup", *command["arguments"]]


def serve() -> None:
    """Runs a command after the other until the end of the input."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(json.loads(line))
            from raftup.cli.main import main

            main()
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":  # not in the workers that a command starts
    for name in PACKAGES:
        with suppress(ModuleNotFoundError):  # of an extra that is not installed
            import_module(name)
    gc.freeze()  # else each copy looks through all that it shares
    serve()
