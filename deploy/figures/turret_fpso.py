#!/usr/bin/env python3
"""Draws clients/examples/turret_fpso.png: where a vessel and its turret go in three hours.

.venv/bin/python deploy/figures/turret_fpso.py
"""

from pathlib import Path

import raftup
from raftup.plots import plot_offsets
from raftup.plots.figure import save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "turret_fpso.png"


def main() -> None:
    """Runs turret_fpso.yaml on a server of our own."""
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        result = raftup.run(EXAMPLES / "models" / "turret_fpso.yaml", client)
    save(plot_offsets(result), PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
