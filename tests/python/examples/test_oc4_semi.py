"""The OC4 semisubmersible on three catenaries: its slow drift over hours against its spectrum."""

import os
from pathlib import Path
from typing import Any

import h5py
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


@pytest.fixture(scope="module")
def with_transfer_functions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database with the difference-frequency forces of another program, no others of drift."""
    (qtf,) = reference("reference/loads/oc4_semi.12d")
    file = tmp_path_factory.mktemp("oc4") / "semi.h5"
    report = import_database(
        [DATABASES / "oc4_semi.h5", qtf], file, options=ImportOptions(length_scale=1.0)
    )
    assert any("functions of oc4_semi.12d added" in entry for entry in report.history)
    with h5py.File(file, "a") as database:
        del database["mean_drift_force"]
    return file


def test_transfer_functions_of_another_program_push_it(
    client: raftup.Client, with_transfer_functions: Path
) -> None:
    overrides = {
        **seeded(1),
        "hydrodynamics[0].database": str(with_transfer_functions),
        "hydrodynamics[0].second_order.method": "full",
        "integration.duration": 2400.0,
    }
    result = raftup.run(MODEL, client, overrides).sel(time=slice(WARM_UP, None))
    force = result.second_order_force.sel(SURGE)
    # the mean of case L3, to what half an hour of a force that varies as it is large leaves of it
    assert float(force.mean()) == pytest.approx(45327.9, rel=0.3)


FULL = {"hydrodynamics[0].second_order.method": "full"}
ROOTS = {"hydrodynamics[0].second_order.method": "newman"}
MEANS = {**ROOTS, "hydrodynamics[0].second_order.newman_form": "arithmetic_mean"}
METHODS = {"full": FULL, "square_root": ROOTS, "arithmetic_mean": MEANS}


@pytest.mark.skipif(not os.environ.get("RAFTUP_SLOW_TESTS"), reason="takes minutes")
@pytest.mark.timeout(3600)
def test_ten_seeds_vary_as_the_spectrum_of_each_method_says(
    client: raftup.Client, with_transfer_functions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Slow surge of 28 h, and the slow force of Newman's forms against that of the full one."""
    deviations: dict[str, float] = {}
    for name, method in METHODS.items():
        overrides = {"hydrodynamics[0].database": str(with_transfer_functions), **method}
        surge, force = [], []
        for seed in range(1, 11):
            run = raftup.run(MODEL, client, {**seeded(seed), **overrides})
            late = run.sel(time=slice(WARM_UP, None))
            surge.append(slow_part(late.displacement.sel(SURGE).values).var())
            force.append(slow_part(late.second_order_force.sel(SURGE).values).var())
        found, spread = np.sqrt(np.mean(surge)), np.std(surge, ddof=1) / np.sqrt(len(surge))
        deviations[name] = float(np.sqrt(np.mean(force)))
        predicted = raftup.response(MODEL, client, overrides, headings=[0])
        expected = float(predicted.slow_drift_standard_deviation.sel(SURGE))
        error = spread / (2.0 * found)  # of the deviation, from how the seeds differ
        with capsys.disabled():
            print(f"\n{name}: surge {found:.3f} +- {error:.3f} m, by its spectrum {expected:.3f} m")
        assert abs(found - expected) < 3.0 * error
    # docs/reference/loads.md 1
    for name, ratio in {"square_root": 0.84, "arithmetic_mean": 0.93}.items():
        with capsys.disabled():
            print(f"slow force of {name}: {deviations[name] / deviations['full']:.3f} of the full")
        assert deviations[name] / deviations["full"] == pytest.approx(ratio, abs=0.03)
