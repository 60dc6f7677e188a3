"""Fatigue: rainflow cycles of a record, the curves by which they become damage, equivalent loads.

A detail says of one number of an output how its cycles count: by an S-N curve of one or two slopes,
by a T-N curve of a mooring line, or as a damage-equivalent load. No rule's curve is a default.
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
