"""Families of databases: the same hulls at several relative positions, in one file.

Example:
    family = read_family_specification("approach.yaml")
    summary = solve_family(family, Path("approach.h5"))

Needs the extra `raftup[bem]`, and raftup-import-database beside raftupd.
"""

from raftup.bem.family.layout import (
    FamilySummary,
    FamilyTable,
    read_summary,
    read_table,
    write_family,
)
from raftup.bem.family.solve import solve_family
from raftup.bem.family.specification import FamilySpecification, read_family_specification

__all__ = [
    "FamilySpecification",
    "FamilySummary",
    "FamilyTable",
    "read_family_specification",
    "read_summary",
    "read_table",
    "solve_family",
    "write_family",
]
