"""Options of a linearization: the mean position, wave grids, and the quantities to be computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from raftup._generated import linearisation_pb2, model_pb2
from raftup._generated.linearisation_pb2 import LinearizeRequest
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field

OPERATING_POINTS = {
    "equilibrium": linearisation_pb2.OPERATING_POINT_EQUILIBRIUM,
    "rest": linearisation_pb2.OPERATING_POINT_REST,
    "present": linearisation_pb2.OPERATING_POINT_PRESENT,
}

RADIATION_SOURCES = {
    "memory_data": linearisation_pb2.RADIATION_SOURCE_MEMORY_DATA,
    "file": linearisation_pb2.RADIATION_SOURCE_FILE,
    "memory": linearisation_pb2.RADIATION_SOURCE_MEMORY,
}


@dataclass(frozen=True)
class WaveGrid:
    """Frequencies and directions of waves at which added mass, damping and excitation are computed.

    Attributes:
        omega: rad/s, > 0; empty = `omega_count` frequencies, or those of `sea_harmonics`.
        omega_count: if `omega` is empty, number of frequencies over the range that every database
            holds, ends included, or over 0.1 to 2.5 rad/s without databases.
        geometric: these frequencies have equal ratios instead of equal steps.
        wave_direction: rad, directions that the waves travel to, in the world.
        default_directions: the directions are every 10 deg, or those of the first database whose
            directions do not cover the circle; `wave_direction` must be empty.
        sea_directions: adds the directions of the spectra of all seas, and returns these spectra.
        sea_harmonics: the grid has one wave for every harmonic of the seas; no frequencies and
            directions may be given.
        paired: wave k has omega[k] and wave_direction[k].
    """

    omega: Sequence[float] | FloatArray = ()
    omega_count: int = 0
    geometric: bool = False
    wave_direction: Sequence[float] | FloatArray = ()
    default_directions: bool = False
    sea_directions: bool = False
    sea_harmonics: bool = False
    paired: bool = False

    def to_message(self) -> linearisation_pb2.WaveGrid:
        """The grid as a message of the service."""
        return linearisation_pb2.WaveGrid(
            omega=self.omega,
            omega_count=self.omega_count,
            geometric=self.geometric,
            wave_direction=self.wave_direction,
            default_directions=self.default_directions,
            sea_directions=self.sea_directions,
            sea_harmonics=self.sea_harmonics,
            paired=self.paired,
        )


@dataclass(frozen=True)
class DofOffset:
    """A dof of a body that is held away from its equilibrium.

    Attributes:
        body: name of the body.
        dof: 0 to 5: surge to yaw of the center of mass, along and about the world's axes.
        offset: displacement of the dof from the equilibrium [m, rad].
    """

    body: str
    dof: int
    offset: float


@dataclass(frozen=True)
class LinearizeOptions:
    """Options of Linearize: mean position, source of radiation, wave grids, modes, outputs.

    Attributes:
        operating_point: mean position: equilibrium (static, which is computed first), rest (from
            which displacements are measured) or present (present positions and velocities).
        radiation: source of A and B: memory (the radiation memory of a simulation), file (the
            database unchanged) or memory_data (B of the database, and A computed from B).
        grids: frequencies and directions at which A, B and X are computed.
        seas: seas in addition to that of the model, which is number 0.
        modes: computes the undamped natural modes as well.
        outputs: computes the derivatives of outputs as well.
        drawings: returns tables to draw lines, wetted meshes and propellers as well.
        line_outputs: outputs tension, anchor_tension, tensions and shape of lines, such as
            `line_1.tension`, for which every grid says how they follow motions and waves.
        offsets: for an equilibrium, dofs that are held away from it while all others balance.
    """

    operating_point: str = "equilibrium"
    radiation: str = "memory"
    grids: Sequence[WaveGrid] = ()
    seas: Sequence[model_pb2.Sea] = ()
    modes: bool = False
    outputs: bool = False
    drawings: bool = False
    line_outputs: Sequence[str] = ()
    offsets: Sequence[DofOffset] = ()

    def __post_init__(self) -> None:
        for name, known in (
            ("operating_point", OPERATING_POINTS),
            ("radiation", RADIATION_SOURCES),
        ):
            value = getattr(self, name)
            if value not in known:
                raise bad_field(name, f"must be one of {', '.join(known)}, is {value!r}")

    def to_message(self) -> LinearizeRequest:
        """The options as a request without its subject, which is a session or a model."""
        return LinearizeRequest(
            operating_point=OPERATING_POINTS[self.operating_point],
            radiation=RADIATION_SOURCES[self.radiation],
            grids=[grid.to_message() for grid in self.grids],
            seas=self.seas,
            modes=self.modes,
            outputs=self.outputs,
            drawings=self.drawings,
            line_outputs=self.line_outputs,
            offsets=[
                linearisation_pb2.DofOffset(body=each.body, dof=each.dof, offset=each.offset)
                for each in self.offsets
            ],
        )
