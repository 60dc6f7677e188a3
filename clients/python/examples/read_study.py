"""What xarray makes of a study: run `raftup study` first, then this, whole or line by line.

    raftup study clients/examples/studies/alongside.yaml --out alongside.study
    python read_study.py alongside.study

Cells of a notebook begin with # %%.
"""

# %%
import sys
from pathlib import Path

import xarray as xr

import raftup
from raftup.study.extremes import gumbel_over


# %%
def severest_roll(study: xr.Dataset) -> xr.Dataset:
    """The sea state and heading in which the supply vessel rolls most, the mean over seeds."""
    roll = study.displacement_std.sel(body="supply", dof="roll").mean("seed")
    return study.isel({str(name): int(place) for name, place in roll.argmax(...).items()})


# %%
def roll_over_heading(study: xr.Dataset) -> xr.DataArray:
    """Standard deviation of the supply vessel's roll [rad], the mean over everything else."""
    roll = study.displacement_std.sel(body="supply", dof="roll")
    over_heading: xr.DataArray = roll.mean([name for name in roll.dims if name != "heading"])
    return over_heading


# %%
def most_probable_roll(study: xr.Dataset) -> xr.DataArray:
    """Most probable maximum of roll in each sea state and heading [rad]: value, low and high."""
    return gumbel_over(study.displacement_max.sel(body="supply", dof="roll"), "seed")


# %%
def main(folder: Path) -> None:
    """Prints all of it."""
    study = raftup.open_study(folder)
    print(study)
    print(roll_over_heading(study).to_series())
    severest = severest_roll(study)
    where = {name: float(severest[name]) for name in ("hs", "tp", "heading")}
    print("most roll at", where)
    print(most_probable_roll(study).sel(where).to_series())
    print("gap narrower than 1 m", study.exceeded_fraction.sel(limit="narrow_gap").mean().item())


# %%
if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "alongside.study"))
