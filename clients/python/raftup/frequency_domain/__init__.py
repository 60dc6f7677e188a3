"""Linear prediction of a model's motion from the coefficients of its databases."""

from raftup.frequency_domain.assembly import linearise
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.modes import NaturalPeriod, natural_periods
from raftup.frequency_domain.response import (
    ResponseSolver,
    response_amplitude_operator,
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
    "natural_periods",
    "response_amplitude_operator",
    "response_spectrum",
    "standard_deviation",
    "wavenumber",
]
