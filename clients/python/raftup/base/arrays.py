"""Arrays of numpy by the kind of their numbers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntegerArray: TypeAlias = npt.NDArray[np.int64]
ComplexArray: TypeAlias = npt.NDArray[np.complex128]
BooleanArray: TypeAlias = npt.NDArray[np.bool_]
