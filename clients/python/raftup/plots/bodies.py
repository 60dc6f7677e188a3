"""Which bodies a figure shows where there are more than it can."""

from __future__ import annotations

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS

MOST_BODIES = len(COLOURS)
"""Bodies that can be told apart in a panel."""


def moving_most(deviation: xr.DataArray) -> list[str]:
    """Names of the bodies that move most, at most MOST_BODIES, in their order.

    Args:
        deviation: [body, dof] standard deviation or amplitude, m and rad. Bodies are compared by
            the sum over the dofs of the squares relative to the largest one of that dof.
    """
    names = [str(body) for body in deviation.body.values]
    if len(names) <= MOST_BODIES:
        return names
    values: FloatArray = deviation.transpose("body", "dof").fillna(0.0).values
    largest = np.abs(values).max(axis=0)
    relative = np.divide(values, largest, out=np.zeros_like(values), where=largest > 0.0)
    order = np.argsort(-(relative**2).sum(axis=1), kind="stable")
    return [names[place] for place in sorted(order[:MOST_BODIES])]


def shown_text(shown: int, count: int) -> str:
    """Words for a legend if not all of `count` bodies are shown; else an empty text."""
    return f"the {shown} of {count} bodies that move most" if shown < count else ""


def extremes_of_many(values: xr.DataArray) -> xr.DataArray:
    """Values [..., body] as they are; of many bodies two entries, the largest and the smallest.

    Args:
        values: values of at least one body; the dimension `body` stays.
    """
    count = values.sizes["body"]
    if count <= MOST_BODIES:
        return values
    names = [f"largest of {count} bodies", f"smallest of {count} bodies"]
    both = [values.max("body", keep_attrs=True), values.min("body", keep_attrs=True)]
    return xr.concat(both, xr.DataArray(names, dims="body", name="body"))
