"""Heights of a terrain from an image or from binary numbers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field

_BRIGHTEST = {"L": 255.0, "I;16": 65535.0, "I;16B": 65535.0, "I": 65535.0}
"""Value of white for each gray mode of Pillow; some versions read 16 bits with the mode `I`."""
_KINDS = {"uint8": "u1", "uint16": "<u2", "int16": "<i2", "float32": "<f4", "float64": "<f8"}
_NODE_LIMIT = 4_000_000


@dataclass(frozen=True)
class PlainNumbers:
    """Layout of a file of binary numbers without a format of its own.

    Attributes:
        columns: number of values in a row, along x.
        kind: uint8, uint16, int16, float32 or float64, little-endian.
    """

    columns: int
    kind: str


def height_field(values: FloatArray, size: tuple[float, float]) -> dict[str, Any]:
    """The kind of a shape for a model: `{"height_field": {...}}`.

    Args:
        values: [rows, columns] m, arranged as on a map: the first row has the largest y.
        size: lengths of the rectangle along x and y [m].

    Raises:
        RaftupError: INVALID_ARGUMENT for fewer than 2 rows or columns, or sizes that are not
            positive.
    """
    rows, columns = values.shape
    if min(rows, columns) < 2:
        raise bad_field("heights", f"must be 2 x 2 or more, are {columns} x {rows}")
    if not np.isfinite(values).all():
        raise bad_field("heights", "must be finite")
    if not all(0.0 < side < np.inf for side in size):
        raise bad_field("size", f"must be lengths > 0 along x and y, is {size[0]} {size[1]}")
    heights = values[::-1].ravel().tolist()
    return {"height_field": {"columns": columns, "rows": rows, "size": [*size], "heights": heights}}


def read_image(file: Path, lowest: float, highest: float) -> FloatArray:
    """Reads heights from a gray image of 8 or 16 bits: black is the lowest, white the highest.

    Args:
        file: PNG, TIFF or another format of Pillow.
        lowest: height of black [m].
        highest: height of white [m].

    Returns:
        [rows, columns] m, in the arrangement of the image.

    Raises:
        RaftupError: INVALID_ARGUMENT if the file is not such an image.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(file) as image:
            if image.width * image.height > _NODE_LIMIT:
                raise bad_field(f"image {file}", f"must have at most {_NODE_LIMIT} pixels")
            if image.mode not in _BRIGHTEST:
                raise bad_field(
                    f"image {file}", f"must be grey, of 8 or 16 bits, is of mode {image.mode}"
                )
            share = np.asarray(image, float) / _BRIGHTEST[image.mode]
    except (UnidentifiedImageError, SyntaxError, Image.DecompressionBombError) as error:
        raise bad_field(f"image {file}", f"must be an image that Pillow reads: {error}") from error
    return lowest + (highest - lowest) * share


def read_numbers(file: Path, numbers: PlainNumbers, scale: float) -> FloatArray:
    """Reads heights from a file that contains only binary numbers, row by row.

    Args:
        file: path of the file.
        numbers: layout of the numbers.
        scale: height of the number 1 [m].

    Returns:
        [rows, columns] m.

    Raises:
        RaftupError: INVALID_ARGUMENT if the last row is incomplete.
    """
    if numbers.kind not in _KINDS:
        raise bad_field("type", f"must be one of {', '.join(_KINDS)}, is {numbers.kind}")
    if numbers.columns < 2:
        raise bad_field("columns", f"must be >= 2, is {numbers.columns}")
    kind = np.dtype(_KINDS[numbers.kind])
    row = numbers.columns * kind.itemsize
    length = file.stat().st_size
    if length == 0 or length % row != 0:
        raise bad_field(f"numbers {file}", f"must be whole rows of {row} bytes, are {length} bytes")
    if length // kind.itemsize > _NODE_LIMIT:
        raise bad_field(f"numbers {file}", f"must be at most {_NODE_LIMIT}")
    return scale * np.fromfile(file, kind).astype(float).reshape(-1, numbers.columns)
