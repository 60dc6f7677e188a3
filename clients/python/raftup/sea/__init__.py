"""Seas from external data: directional spectra of wave models and measured elevations.

Example:
    spectrum = read_spectrum("era5.nc", time="2024-01-15T12:00")
    sea = {"waves": [spectrum.wave_system(seed=1)]}

    time, elevation = read_elevation("buoy.csv")
    sea = {"waves": [decompose(time, elevation).wave_system(direction=0.0)]}
"""

from raftup.sea.decomposition import Decomposition, decompose
from raftup.sea.directional_spectrum import DirectionalSpectrum
from raftup.sea.elevation import read_elevation
from raftup.sea.read_spectrum import holds_spectrum, read_spectrum

__all__ = [
    "Decomposition",
    "DirectionalSpectrum",
    "decompose",
    "holds_spectrum",
    "read_elevation",
    "read_spectrum",
]
