"""Hydrodynamic databases from hull meshes, by the boundary element method of Capytaine.

Example:
    specification = read_specification("carrier.yaml")
    solution, report = solve(specification, Path("carrier.h5"))

Needs the extra `raftup[bem]`, and raftup-import-database beside raftupd.
"""

from raftup.bem.database import write_database
from raftup.bem.solution import BodySolution, Solution
from raftup.bem.solve import default_store, solve
from raftup.bem.specification import Specification, read_specification

__all__ = [
    "BodySolution",
    "Solution",
    "Specification",
    "default_store",
    "read_specification",
    "solve",
    "write_database",
]
