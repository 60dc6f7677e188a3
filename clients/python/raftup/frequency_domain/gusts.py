"""Gusts: motions about the mean position due to changes of the wind speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2, wind_pb2
from raftup.base.arrays import FloatArray
from raftup.frequency_domain.readouts import Readout
from raftup.frequency_domain.response import ResponseSolver
from raftup.frequency_domain.short_term import ShortTerm, spectral_statistics
from raftup.remote.linearisation_request import WaveGrid

_LOWEST, _HIGHEST = 2.0 * np.pi / 3600.0, np.pi  # rad/s: those of a history of gusts
_COUNT = 800  # ratios of 1.01: five in a resonance with 2 % of damping


@dataclass(frozen=True)
class GustResponse:
    """Response of a linear model to gusts: spectra of force and motion.

    Attributes:
        omega: [n] rad/s.
        force_spectrum: [n, 6N] one-sided spectral densities of the forces, dof axes.
        states: statistics of the motions, one per readout.
    """

    omega: FloatArray
    force_spectrum: FloatArray
    states: list[ShortTerm]


def gust_grid() -> WaveGrid:
    """The grid of frequencies at which the equations are needed."""
    return WaveGrid(omega=np.geomspace(_LOWEST, _HIGHEST, _COUNT))


def blows_in_gusts(model: model_pb2.Model) -> bool:
    """Whether the wind of a model has a spectrum and a load depends on the wind."""
    steady = (wind_pb2.WIND_SPECTRUM_UNSPECIFIED, wind_pb2.WIND_SPECTRUM_NONE)
    if not model.environment.HasField("wind") or model.environment.wind.spectrum in steady:
        return False
    return any(load.HasField("wind_force") for load in model.loads)


def gust_response(
    solver: ResponseSolver, slope: FloatArray | None, readouts: list[Readout]
) -> GustResponse:
    """Spectra and statistics of motions in gusts, linear in the wind speed.

    Args:
        solver: solver on gust_grid().
        slope: c of the linearized quadratic damping, as for respond().
        readouts: quantities to be computed.
    """
    force = solver.grid.gust_force
    motions = solver.respond(force[:, :, None].astype(complex), slope)
    states = []
    for readout in readouts:
        density = np.abs(readout.of(motions, solver.omega)[:, 0]) ** 2
        states.append(spectral_statistics(density, solver.omega))
    return GustResponse(solver.omega, force**2, states)
