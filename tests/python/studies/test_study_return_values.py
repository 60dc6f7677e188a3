"""Values of a long return period from the maxima of a study, against closed forms."""

import numpy as np
import pytest
import xarray as xr

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

from raftup.study.extremes import fit_gumbel
from raftup.study.long_term import YEAR
from raftup.study.return_values import return_values

DURATION = 600.0  # s of a case


def study_of(maxima: np.ndarray, probability: list[float]) -> xr.Dataset:
    """A study of sea states and seeds with one output of some numbers: [states, seeds, numbers]."""
    cases = maxima.shape[:2]
    dimensions = ("sea", "seed")
    return xr.Dataset(
        {
            "status": (dimensions, np.ones(cases)),
            "sample_duration": (dimensions, np.full(cases, DURATION)),
            "line_max": ((*dimensions, "component"), maxima, {"units": "N"}),
        },
        {"probability_sea": ("sea", probability)},
    )


def test_one_sea_state_gives_the_quantile_of_its_distribution() -> None:
    maxima = np.random.default_rng(1).gumbel(5.0, 0.7, (1, 20, 1))
    location, scale = fit_gumbel(maxima.ravel())
    found = return_values(study_of(maxima, [1.0]), "line_max", "seed", [1.0, 100.0])
    assert found.attrs["units"] == "N"
    # T / D (1 - F(y)) = 1
    for years, value in zip((1.0, 100.0), found.values.ravel(), strict=True):
        share = DURATION / (years * YEAR)
        expected = location - scale * np.log(-np.log1p(-share))
        assert value == pytest.approx(expected, rel=1e-9)


def test_sea_states_count_by_their_share_of_the_time() -> None:
    generator = np.random.default_rng(2)
    mild, severe = generator.gumbel(1.0, 0.1, (20, 2)), generator.gumbel(9.0, 0.7, (20, 2))
    study = study_of(np.array([mild, severe]), [0.99, 0.01])
    found = return_values(study, "line_max", "seed", [10.0])
    assert found.dims == ("years", "component")
    # the mild sea never reaches that far: as if the severe one were alone for a hundredth of it
    alone = return_values(study_of(severe[None], [1.0]), "line_max", "seed", [0.1])
    np.testing.assert_allclose(found, alone, rtol=1e-9)


def test_a_sea_state_without_enough_maxima_gives_no_number() -> None:
    maxima = np.random.default_rng(3).gumbel(size=(2, 8, 3))
    maxima[1, :4, 1] = np.nan  # not run yet
    maxima[0, :, 2] = 0.0  # held
    found = return_values(study_of(maxima, [0.5, 0.5]), "line_max", "seed")
    assert np.isfinite(found.values[:, 0]).all()
    assert np.isnan(found.values[:, 1:]).all()
