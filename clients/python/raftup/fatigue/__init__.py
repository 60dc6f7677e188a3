"""Fatigue: rainflow cycles of a record, damage by S-N and T-N curves, equivalent loads.

A detail defines how the cycles of one component of an output are evaluated: by an S-N curve of one
or two slopes, by a T-N curve of a mooring line, or as a damage-equivalent load. There is no default
curve.
"""

from raftup.fatigue.cycles import Cycles, rainflow_cycles
from raftup.fatigue.detail import (
    MEAN_CORRECTIONS,
    EquivalentLoad,
    FatigueDetail,
    StressCurve,
    TensionCurve,
)
from raftup.fatigue.reading import read_curves, read_details

__all__ = [
    "MEAN_CORRECTIONS",
    "Cycles",
    "EquivalentLoad",
    "FatigueDetail",
    "StressCurve",
    "TensionCurve",
    "rainflow_cycles",
    "read_curves",
    "read_details",
]
