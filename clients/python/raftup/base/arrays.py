"""Types of numpy arrays, and checks of their numbers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from raftup.base.errors import bad_field

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntegerArray: TypeAlias = npt.NDArray[np.int64]
ComplexArray: TypeAlias = npt.NDArray[np.complex128]
BooleanArray: TypeAlias = npt.NDArray[np.bool_]


def require_finite(path: str, table: FloatArray) -> None:
    """Refuses a two-dimensional array that contains a number which is not finite.

    Args:
        path: name of the array in the error.
        table: [rows, columns].

    Raises:
        RaftupError: INVALID_ARGUMENT with path, row, column and value of the first such number.
    """
    for row, column in np.argwhere(~np.isfinite(table))[:1]:
        value = table[row, column]
        raise bad_field(f"{path}[{row}, {column}]", f"must be a finite number, is {value}")
