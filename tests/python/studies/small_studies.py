"""Studies whose cases take milliseconds, and what they leave."""

from pathlib import Path
from typing import Any

from conftest import DATABASES

WAVE = "environment.sea.waves[0].irregular"
HEIGHT, PERIOD = f"{WAVE}.jonswap.significant_wave_height", f"{WAVE}.jonswap.peak_period"


def study_of(heights: list[float], seeds: int, duration: float = 60, **more: Any) -> dict[str, Any]:
    """A hemisphere held to heave, small enough to run in milliseconds."""
    jonswap = {"significant_wave_height": 1.0, "peak_period": 6.0}
    irregular = {"jonswap": jonswap, "component_count": 60}
    model = {
        "name": "hemisphere",
        "environment": {"sea": {"waves": [{"irregular": irregular}]}},
        "bodies": [
            {
                "name": "hemisphere",
                "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6},
                "free": [False, False, True, False, False, False],
            }
        ],
        "hydrodynamics": [
            {
                "name": "hull",
                "database": str(DATABASES / "hemisphere.h5"),
                "bodies": [{"body": "hemisphere"}],
                "radiation": {"memory": "state_space", "tolerance": 0.05},
            }
        ],
        "integration": {"step": 0.05, "duration": 60},
    }
    axes = {
        "hs": {"path": HEIGHT, "values": heights},
        "seed": {"path": f"{WAVE}.seed", "range": [1, seeds]},
    }
    heave = {"output": "hemisphere.displacement", "component": 2}
    return {
        "model": model,
        "axes": axes,
        "duration": duration,
        "warm_up": 10,
        "statistics": ["mean", "std", "max", "up_crossings", "weibull_maximum"],
        "limits": [{"name": "high", **heave, "above": 0.5, "allowed": 0.1}],
        "fatigue": [{"name": "line", **heave, "slope": 3, "intercept": 1e6}],
        **more,
    }


def stored_bytes(folder: Path) -> dict[str, bytes]:
    """Every file of a study's statistics."""
    root = folder / "statistics.zarr"
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and not file.name.endswith(".partial")
    }
