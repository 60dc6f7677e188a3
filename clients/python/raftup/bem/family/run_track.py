"""The track of a run: relative positions of bodies in a result, thinned to nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.bem.family.track import ways_along
from raftup.results.outputs import model_of_result, recorded_outputs


@dataclass(frozen=True)
class RunTrack:
    """Relative positions of bodies in a run.

    Attributes:
        time: [rows] s.
        positions: [rows, others, 3] x and y [m] and heading [deg] of the center of mass of each
            body except the first, in the heading frame of the first; headings are continuous.
    """

    time: FloatArray
    positions: FloatArray

    def nodes(self, spacing: float, heading_step: float) -> FloatArray:
        """Thins the run to the nodes of a track, from its first row to its last.

        Rows that do not lie further along the direction from the first row to the last, over x and
        y of all bodies, than all rows before them are left out. The others are divided into parts
        of equal length, in which no body moves further than `spacing` or turns more than
        `heading_step`.

        Args:
            spacing: longest way of a body from one node to the next [m], > 0.
            heading_step: largest change of a heading from one node to the next [deg], > 0.

        Returns:
            [nodes, others, 3] m, m, deg, two nodes or more.

        Raises:
            RaftupError: BAD_FIELD if the bodies do not move relative to the first.
        """
        rows = len(self.time)
        ends = self.positions[[0, -1], :, :2] if rows > 1 else np.zeros((2, 1, 2))
        if np.linalg.norm(ends[1] - ends[0]) < spacing:
            rule = f"must move the bodies, relative to the first, by more than spacing, {spacing:g}"
            raise bad_field("along", f"{rule} m, from its first row to its last")
        way = ways_along(self.positions)
        highest = np.maximum.accumulate(way)
        kept = np.flatnonzero(np.append(True, way[1:] > highest[:-1]) & (way < way[-1]))
        kept = np.append(kept, len(way) - 1)
        track = self.positions[kept]
        moved = np.linalg.norm(np.diff(track[:, :, :2], axis=0), axis=-1) / spacing
        turned = np.abs(np.diff(track[:, :, 2], axis=0)) / heading_step
        length = np.append(0.0, np.cumsum(np.maximum(moved, turned).max(axis=1)))
        at = np.linspace(0.0, length[-1], 1 + max(1, int(np.ceil(length[-1] - 1e-9))))
        columns = [np.interp(at, length, one) for one in track.reshape(len(track), -1).T]
        nodes: FloatArray = np.array(columns).T.reshape(len(at), -1, 3)
        result: FloatArray = np.round(nodes, 6).astype(np.float64) + 0.0  # no negative zeros
        return result

    def distances(self, nodes: FloatArray) -> FloatArray:
        """Distance [rows] of each row from the track of the nodes [m], as a simulation has it.

        Args:
            nodes: [nodes, others, 3] m, m, deg.
        """
        places = self.positions[:, :, :2].reshape(len(self.time), -1)
        own = nodes[:, :, :2].reshape(len(nodes), -1)
        ways = ways_along(nodes)
        whole = own[-1] - own[0]
        at = (places - own[0]) @ whole / np.linalg.norm(whole)
        on_track = np.stack([np.interp(at, ways, column) for column in own.T], axis=-1)
        result: FloatArray = np.linalg.norm(places - on_track, axis=1)
        return result


def read_run_track(
    file: Path, bodies: Sequence[str], first: float = -np.inf, last: float = np.inf
) -> RunTrack:
    """Reads the relative positions of bodies from the result of a run.

    Args:
        file: result of raftup.run().
        bodies: names of bodies of its model; positions are relative to the first.
        first: start of the part of the run that counts [s].
        last: end of this part [s].

    Raises:
        RaftupError: BAD_FIELD if the file is not a result, or lacks a body or its motion.
    """
    try:
        with xr.open_dataset(file, engine="netcdf4") as opened:
            dataset = opened.load()
        model = model_of_result(dataset)
        outputs = recorded_outputs(dataset)
    except (OSError, ValueError, KeyError) as error:
        raise bad_field("along", f"must be a result of raftup run: {error}") from error
    centers = {body.name: np.array(body.center_of_mass or (0.0, 0.0, 0.0)) for body in model.bodies}
    time = dataset.time.values
    rows = (time >= first) & (time <= last)
    places, headings = [], []
    for name in bodies:
        if name not in centers:
            known = ", ".join(centers)
            raise bad_field("along", f"must be of a run of body {name!r}, its bodies are {known}")
        for part in ("position", "orientation"):
            if f"{name}.{part}" not in outputs:
                raise bad_field("along", f"must have the output {name}.{part}, which it lacks")
        w, x, y, z = outputs[f"{name}.orientation"].values(dataset)[rows].T
        turn = np.stack(
            [
                np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)]),
                np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)]),
            ]
        )
        position = outputs[f"{name}.position"].values(dataset)[rows, :2].T
        places.append(position + np.einsum("ijn,j->in", turn, centers[name]))
        headings.append(np.unwrap(np.arctan2(turn[1, 0], turn[0, 0])))
    return RunTrack(time[rows], _relative(np.array(places), np.array(headings)))


def _relative(places: FloatArray, headings: FloatArray) -> FloatArray:
    """Positions [rows, others, 3] of places [bodies, 2, rows] and headings [bodies, rows]."""
    way = places[1:] - places[0]
    c, s = np.cos(headings[0]), np.sin(headings[0])
    turned = np.unwrap(headings[1:] - headings[0], axis=1)
    turned -= 2.0 * np.pi * np.round(turned[:, :1] / (2.0 * np.pi))
    along, across = c * way[:, 0] + s * way[:, 1], c * way[:, 1] - s * way[:, 0]
    return np.stack([along, across, np.rad2deg(turned)], axis=-1).swapaxes(0, 1)
