"""Which coordinates of a study are what people plot over: height, period, heading, seed."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.study.specification import StudySpecification

_ENDS = {
    "height": ".significant_wave_height",
    "period": ".peak_period",
    "heading": ".direction_deg",
    "seed": ".seed",
}


@dataclass(frozen=True)
class Role:
    """A coordinate of a study.

    Attributes:
        axis: dimension that it belongs to.
        coordinate: its name.
    """

    axis: str
    coordinate: str


def roles_of(specification: StudySpecification) -> dict[str, Role]:
    """Coordinates by what they are: height, period, heading, seed; only those that the study has.

    They are told by the fields that they write; the first one counts.
    """
    found: dict[str, Role] = {}
    for axis in specification.axes:
        for coordinate, paths in axis.paths.items():
            for role, end in _ENDS.items():
                if any(path.endswith(end) for path in paths):
                    found.setdefault(role, Role(axis.name, coordinate))
    return found
