"""Text that describes the place of a case on the axes of its study."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray as xr

_KEY_DIGITS = 16


def place_text(dataset: xr.Dataset, case: int) -> str:
    """Text such as `hs 2, tp 8, seed 3 (case 40439da7)`.

    Args:
        dataset: results of the study.
        case: number of the case over all axes, with the last changing fastest.
    """
    at, left = {}, case
    for name in reversed(dataset.status.dims):
        left, at[name] = divmod(left, dataset.sizes[name])
    chosen = dataset[["key", *_coordinates(dataset)]].isel(at)
    values = {name: chosen[name].item() for name in _coordinates(dataset)}
    words = [
        f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in values.items()
    ]
    key = f"case {chosen.key.item()[:_KEY_DIGITS]}"
    return f"{', '.join(words)} ({key})" if words else key


def _coordinates(dataset: xr.Dataset) -> list[str]:
    """Names of the coordinates along the axes, without the probabilities of places."""
    return [
        str(name)
        for axis in dataset.status.dims
        for name, values in dataset.coords.items()
        if values.dims == (axis,) and name != f"probability_{axis}"
    ]
