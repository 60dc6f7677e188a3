"""Hydrodynamic databases from hull meshes, by the boundary element method of Capytaine.

Example:
    specification = read_specification("carrier.yaml")
    solution = solve(specification, Path("carrier.h5"))

Needs the extra `raftup[bem]`.
"""

from raftup.bem.bemio import write_bemio
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
    "write_bemio",
]
