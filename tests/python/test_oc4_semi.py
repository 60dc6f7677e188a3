"""The OC4 semisubmersible on three catenaries: its slow drift over hours against its spectrum."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES, MODELS, reference

import raftup
from raftup.importing import ImportOptions, import_database

MODEL = MODELS / "oc4_semi.yaml"
SURGE = {"body": "semi", "dof": "surge"}
SEEDS = (1, 2, 3)
WARM_UP = 600.0  # s, some five periods of the slow motion
SLOWEST_WAVE = 0.2  # rad/s: slow motions lie below
COARSE = {
    "integration.step": 0.2,
    "integration.output_step": 1.0,
}


def slow_part(values: np.ndarray) -> np.ndarray:
    """What of samples 1 s apart lies below the waves."""
    spectrum = np.fft.rfft(values - values.mean())
    spectrum[2.0 * np.pi * np.fft.rfftfreq(len(values)) > SLOWEST_WAVE] = 0.0
    return np.asarray(np.fft.irfft(spectrum, len(values)))


def seeded(seed: int) -> dict[str, Any]:
    return {**COARSE, "environment.sea.waves[0].irregular.seed": seed}


@pytest.fixture(scope="module")
def results(client: raftup.Client) -> list[xr.Dataset]:
    runs = [raftup.run(MODEL, client, seeded(seed)) for seed in SEEDS]
    return [result.sel(time=slice(WARM_UP, None)) for result in runs]


@pytest.fixture(scope="module")
def predicted(client: raftup.Client) -> xr.Dataset:
    return raftup.response(MODEL, client, headings=[0])


def test_slow_surge_varies_as_its_spectrum_says(
    results: list[xr.Dataset], predicted: xr.Dataset
) -> None:
    variances = [slow_part(run.displacement.sel(SURGE).values).var() for run in results]
    found = np.sqrt(np.mean(variances))
    expected = float(predicted.slow_drift_standard_deviation.sel(SURGE))
    # variance of a narrow band to 1/sqrt(zeta omega T): nine hours leave .05 of the deviation
    assert found == pytest.approx(expected, rel=3 * 0.05)


def test_the_mean_force_is_that_of_the_spectrum(
    results: list[xr.Dataset], predicted: xr.Dataset
) -> None:
    found = np.mean([float(run.second_order_force.sel(SURGE).mean()) for run in results])
    # a sea carries the last 1 % of its energy by longer waves, which push less
    assert found == pytest.approx(float(predicted.mean_drift_force.sel(SURGE)), rel=0.1)
    pulls = [float(results[0][f"line_{line}_tension"].mean()) for line in (1, 2, 3)]
    assert pulls[1] > pulls[0] == pytest.approx(pulls[2], rel=1e-3)  # against the waves


def test_transfer_functions_of_another_program_push_it(
    client: raftup.Client, tmp_path: Path
) -> None:
    (qtf,) = reference("reference/loads/oc4_semi.12d")
    report = import_database(
        [DATABASES / "oc4_semi.h5", qtf],
        tmp_path / "semi.h5",
        options=ImportOptions(length_scale=1.0),
    )
    assert any("functions of oc4_semi.12d added" in entry for entry in report.history)
    overrides = {
        **seeded(1),
        "hydrodynamics[0].database": str(tmp_path / "semi.h5"),
        "hydrodynamics[0].second_order.method": "full",
        "integration.duration": 2400.0,
    }
    result = raftup.run(MODEL, client, overrides).sel(time=slice(WARM_UP, None))
    force = result.second_order_force.sel(SURGE)
    # the mean of case L3, to what half an hour of a force that varies as it is large leaves of it
    assert float(force.mean()) == pytest.approx(45327.9, rel=0.3)
