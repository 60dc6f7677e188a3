"""Linear prediction of a model's motion: solution, modes and statistics of its equations."""

from raftup.frequency_domain.linear_model import (
    LinearModel,
    linearise,
    linearise_if_balanced,
    linearise_with_modes,
)
from raftup.frequency_domain.modes import NaturalPeriod, natural_periods
from raftup.frequency_domain.response import (
    ResponseSolver,
    response_spectrum,
    standard_deviation,
)
from raftup.frequency_domain.waves import elevation_spectrum, wavenumber

__all__ = [
    "LinearModel",
    "NaturalPeriod",
    "ResponseSolver",
    "elevation_spectrum",
    "linearise",
    "linearise_if_balanced",
    "linearise_with_modes",
    "natural_periods",
    "response_spectrum",
    "standard_deviation",
    "wavenumber",
]
