#!/usr/bin/env python3
"""Writes meshes/attenuator.obj and attenuator_modes.nc: four rafts in a row, hinged to one another.

The rafts are one body with three modes besides its rigid motion. Mode j opens hinge j alone: every
raft turns about it by half its angle, those ahead of it bow up and those behind it stern up.

python attenuator_modes.py
"""

from pathlib import Path

import numpy as np
import xarray as xr

FOLDER = Path(__file__).resolve().parent
LENGTH, BREADTH, DRAUGHT, DEPTH = 120.0, 8.0, 2.5, 4.0  # m, of the four rafts together
HINGES = (-30.0, 0.0, 30.0)  # m
PANEL = np.array([1.5, 4.0 / 3.0, 1.25])  # m: length, breadth and height of a panel
DENSITY = 1025.0  # kg/m3


def side(corner: list[float], along: list[float], across: list[float]) -> np.ndarray:
    """Panels of a rectangle whose normal is along x across: [n, 4, 3] m."""
    first, second = np.array(along), np.array(across)
    m, n = (round(np.linalg.norm(edge / PANEL)) for edge in (first, second))
    u, v = np.meshgrid(np.arange(m), np.arange(n), indexing="ij")
    places = np.stack([u, u + 1, u + 1, u]).reshape(4, -1, 1) / m * first
    places = places + np.stack([v, v, v + 1, v + 1]).reshape(4, -1, 1) / n * second
    return np.asarray(corner + np.swapaxes(places, 0, 1))


def hull() -> np.ndarray:
    """Panels of the wet hull: [n, 4, 3] m, with normals into the water."""
    x, y, z = LENGTH / 2, BREADTH / 2, DRAUGHT
    return np.concatenate(
        [
            side([-x, -y, -z], [0, 2 * y, 0], [2 * x, 0, 0]),
            side([-x, -y, -z], [2 * x, 0, 0], [0, 0, z]),
            side([x, y, -z], [-2 * x, 0, 0], [0, 0, z]),
            side([x, -y, -z], [0, 2 * y, 0], [0, 0, z]),
            side([-x, y, -z], [0, -2 * y, 0], [0, 0, z]),
        ]
    )


def opened(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rise of the rafts per radian of each hinge [m], and its slope: [3, n] each."""
    arm = x - np.array(HINGES)[:, None]
    return 0.5 * np.abs(arm), 0.5 * np.sign(arm)


def modes(points: np.ndarray) -> xr.Dataset:
    """The file of the modes. Their unit, 1 m, is an angle of 1 rad of the hinge."""
    rise, slope = opened(points[:, 0])
    shape = np.stack([-points[:, 2] * slope, np.zeros_like(rise), rise], axis=2)
    # Masses spread evenly over the length, and over the depth about the still water plane.
    stations = (np.arange(4800) + 0.5) / 4800 * LENGTH - LENGTH / 2
    mass = DENSITY * BREADTH * DRAUGHT * LENGTH / len(stations)
    rise, slope = opened(stations)
    radius = DEPTH**2 / 12.0
    rigid = np.zeros((len(HINGES), 6))
    rigid[:, 2] = mass * rise.sum(axis=1)
    rigid[:, 4] = -mass * (rise @ stations + radius * slope.sum(axis=1))
    nothing = (("mode", "other_mode"), np.zeros((3, 3)), {"units": "N/m"})
    return xr.Dataset(
        {
            "points": (("point", "axis"), points, {"units": "m"}),
            "shape": (("mode", "point", "axis"), shape, {"units": "1"}),
            "stiffness": nothing,
            "gravity_stiffness": nothing,
            "modal_mass": (
                ("mode", "other_mode"),
                mass * (rise @ rise.T + radius * slope @ slope.T),
                {"units": "kg"},
            ),
            "rigid_mass": (("mode", "rigid_dof"), rigid, {"units": "kg, kg m"}),
        }
    )


def main() -> None:
    """Writes both files."""
    panels = hull()
    corners, index = np.unique(
        panels.reshape(-1, 3).round(9), axis=0, return_inverse=True
    )
    lines = [
        "# Four rafts of 30 m in a row, 8 m broad: their hull below the water line."
    ]
    lines += ["v " + " ".join(f"{value:g}" for value in corner) for corner in corners]
    lines += ["f " + " ".join(map(str, face)) for face in index.reshape(-1, 4) + 1]
    (FOLDER / "meshes" / "attenuator.obj").write_text(
        "\n".join(lines) + "\n", encoding="utf-8"
    )
    halves = [panels[:, triangle].mean(axis=1) for triangle in ([0, 1, 2], [0, 2, 3])]
    points = np.concatenate([panels.mean(axis=1), *halves])
    modes(points).to_netcdf(
        FOLDER / "attenuator_modes.nc", encoding={"shape": {"zlib": True}}
    )


if __name__ == "__main__":
    main()
