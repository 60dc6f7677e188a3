"""What a linearisation is asked for: the mean position, waves, what else it has."""

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
    """Frequencies and directions at which the water's part is wanted.

    Attributes:
        omega: rad/s, > 0; empty = `omega_count` of them, or those of `sea_harmonics`.
        omega_count: so many over the frequencies that every database holds, ends included; over
            0.1 to 2.5 rad/s without a database.
        geometric: those have equal ratios, not equal steps.
        wave_direction: rad, where the waves go in the world.
        default_directions: every 10 deg, or those of the first database that does not cover the
            circle; `wave_direction` must be empty.
        sea_directions: the directions of every sea's spectra too, and the spectra.
        sea_harmonics: one wave for every harmonic of the seas; nothing else may be given.
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
        """As the server takes it."""
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
        body: its name.
        dof: 0 to 5, surge to yaw of the centre of mass, along and about the world's axes.
        offset: m, rad.
    """

    body: str
    dof: int
    offset: float


@dataclass(frozen=True)
class LinearizeOptions:
    """What is asked of Linearize: operating point, radiation, grids, modes, outputs.

    Attributes:
        operating_point: equilibrium (static, found first), rest (where displacements are measured
            from) or present (as the bodies stand and move).
        radiation: where A and B of the water are from: memory (that which a simulation runs
            with), file (the database as it stands) or memory_data (B, and A as it follows from B).
        grids: where A, B and X are wanted.
        seas: beside that of the model, which is number 0.
        modes: undamped modes too.
        outputs: derivatives of outputs too.
        drawings: what lines, wetted meshes and propellers are drawn by, too.
        offsets: of an equilibrium, dofs that are held away from it while the others balance anew.
    """

    operating_point: str = "equilibrium"
    radiation: str = "memory"
    grids: Sequence[WaveGrid] = ()
    seas: Sequence[model_pb2.Sea] = ()
    modes: bool = False
    outputs: bool = False
    drawings: bool = False
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
        """The request without its subject."""
        return LinearizeRequest(
            operating_point=OPERATING_POINTS[self.operating_point],
            radiation=RADIATION_SOURCES[self.radiation],
            grids=[grid.to_message() for grid in self.grids],
            seas=self.seas,
            modes=self.modes,
            outputs=self.outputs,
            drawings=self.drawings,
            offsets=[
                linearisation_pb2.DofOffset(body=each.body, dof=each.dof, offset=each.offset)
                for each in self.offsets
            ],
        )
