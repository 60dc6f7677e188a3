"""Prepares the cells of a written page: a folder to work in, commands, pictures.

A page begins with `%run _page.py` (or its path) in a cell that is not shown. Afterwards
- the cells work in a new folder with a copy of `clients/examples`, so that nothing that a page
  writes stays in the tree;
- a line `!command` must end with the exit code 0, or, if it ends with `# exit code 2`, with that
  code, so that a command that fails, or no longer fails, fails the build;
- pictures are SVG without a date, the same bytes in every build.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from IPython import get_ipython
from myst_nb import glue as _glue

_CHANGING = re.compile(r"\dx real time|━━━ *\d+/\d+ |━━━ *\d+%|of one core,|x real time")
"""Lines that say how fast this computer was: bars of progress, and times."""

_LAST_CODE = re.compile(r"#\s*exit code (\d+)\s*$")


def _root() -> Path:
    """The repository: the nearest folder above the page that has the examples' models."""
    here = Path.cwd().resolve()
    known = "clients/examples/models/alongside.yaml"
    return next(folder for folder in here.parents if (folder / known).is_file())


def _work_in_new_folder() -> None:
    folder = Path(tempfile.mkdtemp(prefix="raftup-page-"))
    pictures = shutil.ignore_patterns("*.png", "validation")
    shutil.copytree(_root() / "clients/examples", folder / "clients/examples", ignore=pictures)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.chdir(folder)


def _run_command(command: str) -> None:
    """Runs a command of the page and prints its output; another exit code than wanted fails."""
    wanted = _LAST_CODE.search(command)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    text = done.stdout.replace(f"{Path.cwd()}/", "")
    lines = [line for line in text.splitlines() if not _CHANGING.search(line)]
    if printed := "\n".join(lines).strip("\n"):
        print(printed)
    code = int(wanted.group(1)) if wanted else 0
    ended_early = 141  # of a command whose reader, such as head, has read enough
    if done.returncode not in (code, ended_early if code == 0 else code):
        raise RuntimeError(f"exit code {done.returncode} instead of {code}: {command}")


def _prepare_notebook() -> None:
    shell = get_ipython()
    shell.system = _run_command
    shell.run_line_magic("config", "InlineBackend.figure_formats = ['svg']")
    shell.run_line_magic(
        "config",
        "InlineBackend.print_figure_kwargs = {'bbox_inches': 'tight', 'metadata': {'Date': None}}",
    )
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {
            "svg.hashsalt": "raftup",
            "figure.figsize": (7.0, 3.2),
            "figure.constrained_layout.use": True,
            "axes.grid": True,
            "grid.alpha": 0.3,
        }
    )


def glue(name: str, value: object, *, display: bool = False) -> None:
    """Keeps a number or a picture for the text, by its name."""
    _glue(name, float(value) if isinstance(value, np.number) else value, display=display)


os.environ |= {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    "COLUMNS": "100",
    "NO_COLOR": "1",
}
for name in ("CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"):  # which the kernel sets: files have none
    os.environ.pop(name, None)
_work_in_new_folder()
_prepare_notebook()
__all__ = ["glue"]
