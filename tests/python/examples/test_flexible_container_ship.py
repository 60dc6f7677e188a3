"""A container ship whose hull girder bends in head seas, beside a rigid one."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/flexible_container_ship.yaml"
MODULUS, HEIGHT, STIFFNESS = 2.06e11, 16.0, 9e13  # of steel, deck above neutral axis, EI amidships


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


def late(result: xr.Dataset, name: str) -> np.ndarray:
    values: np.ndarray = result[name].sel(time=slice(120.0, None)).values
    return values


def test_bending_of_the_girder_is_that_of_the_section(result: xr.Dataset) -> None:
    # The modes leave out what they do not follow: the moment of the still water is not in q.
    moment = late(result, "flexible_section_midship")[:, 4]
    of_modes = late(result, "flexible_stress_deck").reshape(-1) * STIFFNESS / (MODULUS * HEIGHT)
    varying, of_modes = moment - moment.mean(), of_modes - of_modes.mean()
    assert np.corrcoef(varying, of_modes)[0, 1] > 0.99
    assert of_modes.std() == pytest.approx(varying.std(), rel=0.12)


def test_a_stiff_girder_hardly_changes_the_motion(result: xr.Dataset) -> None:
    heave = result["displacement"].sel(dof="heave", time=slice(120.0, None))
    flexible, rigid = (float(heave.sel(body=body).std("time")) for body in ("flexible", "rigid"))
    assert flexible == pytest.approx(rigid, rel=0.05)
    bow = late(result, "flexible_deflection_bow")[:, 2]
    assert bow.std() == pytest.approx(0.032, rel=0.2)
