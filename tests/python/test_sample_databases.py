"""Every sample database from file to result: imported, reported, simulated, and kept by bits."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
from command_line import command
from conftest import DATABASES, reference
from response.test_response import rm3
from response.test_response_time_domain import harmonics

import raftup
from raftup.importing import ImportOptions, import_database

DEEP = float("inf")
RM3_TABLES = ("Hydrostatics_0", "Hydrostatics_1", "KH_0", "KH_1")
RM3_TEXT = ("rm3.1", "rm3.3", "rm3.hst")
SLOW = pytest.mark.skipif(
    "RAFTUP_SLOW_TESTS" not in os.environ, reason="a quarter of a minute; set RAFTUP_SLOW_TESTS"
)


@dataclass(frozen=True)
class Sample:
    """A database as other programs or users have it.

    Attributes:
        files: of the reference data, or of this repository where the name has no folder.
        options: what the files do not say.
        period: of a wave that the data have [s].
        has_memory: whether A and B agree so far that a radiation memory can have both.
    """

    files: tuple[str, ...]
    options: ImportOptions = field(default_factory=ImportOptions)
    period: float = 8.0
    has_memory: bool = True

    def paths(self) -> list[Path]:
        """The files; skips the test where one is absent."""
        return [DATABASES / name if "/" not in name else reference(name)[0] for name in self.files]


SAMPLES = {
    "test_ship": Sample(
        ("diodore/test_ship.hdb",),
        ImportOptions(
            water_density=1025.0,
            gravity=9.81,
            water_depth=DEEP,
            body_names=["ship"],
            centers_of_gravity=[(0.0, 0.0, -0.5)],
        ),
        period=3.0,
        has_memory=False,  # six frequencies, and B still rises towards the lowest of 1.57 rad/s
    ),
    "tug_shallow": Sample(("tug_shallow.h5",)),
    "tug_shallow_of_capytaine": Sample(("own/capytaine/tug_shallow.nc",)),
    "array9": Sample(("array9.h5",)),
    "ellipsoid": Sample(
        ("capytaine/ellipsoid.nc",),
        ImportOptions(centers_of_gravity=[(0.0, 0.0, 0.0)], displaced_volumes=[76.213]),
    ),
    "sphere": Sample(
        ("capytaine/sphere.nc",),
        ImportOptions(centers_of_gravity=[(0.0, 0.0, -2.0)], displaced_volumes=[261.364]),
    ),
    "rm3": Sample(("capytaine/rm3.nc", *(f"capytaine/{table}.dat" for table in RM3_TABLES))),
}


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


def model_of(database: Path, period: float) -> dict[str, Any]:
    """Every body of a database in heave and pitch, so damped that it settles within a minute."""
    with xr.open_dataset(database) as own:
        names = [str(name) for name in own.body.values]
        mass = float(own.water_density) * own.displaced_volume.values
        square = own.displaced_volume.values ** (2 / 3)  # of a length
    free = [False, False, True, False, True, False]
    return {
        "environment": {
            "sea": {
                "ramp_duration": 20,
                "waves": [{"regular": {"amplitude": 1e-3, "period": period, "direction_deg": 0}}],
            }
        },
        "bodies": [
            {"name": name, "free": free, "inertia": dict.fromkeys(("xx", "yy", "zz"), m * l2)}
            for name, m, l2 in zip(names, mass, square, strict=True)
        ],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(database),
                "bodies": [
                    {"body": name, "linear_damping": [0, 0, 0.4 * m, 0, 0.4 * m * l2, 0]}
                    for name, m, l2 in zip(names, mass, square, strict=True)
                ],
            }
        ],
        "integration": {"step": 0.1, "duration": 120, "output_step": 0.2},
    }


def test_a_sample_runs_as_its_response_predicts_and_its_findings_stand_in_the_result(
    sample: Sample, client: raftup.Client, tmp_path: Path
) -> None:
    report = import_database(sample.paths(), tmp_path / "own.h5", options=sample.options)
    model = model_of(tmp_path / "own.h5", sample.period)
    raftup.run(model, client, out=tmp_path / "result.nc")
    result = xr.load_dataset(tmp_path / "result.nc")
    known = json.loads(result.attrs["findings"])["databases"].get("water", [])
    assert [finding["message"] for finding in known] == [f.message for f in report.findings]
    assert np.isfinite(result.displacement).all()
    (memory,) = json.loads(result.attrs["radiation"])
    if not sample.has_memory:
        assert any("beyond the file" in said for said in memory["findings"])
        return
    late = result.displacement.sel(time=slice(60, None))
    found = harmonics(late.time.values, late.values, [sample.period])[0] / 1e-3
    rao = raftup.response(model, client, periods=[sample.period], headings=[0]).rao[:, 0, 0]
    predicted = (rao.sel(complex="re") + 1j * rao.sel(complex="im")).values.ravel()
    assert np.abs(predicted).max() > 0.1
    assert np.abs(found - predicted).max() < 5e-3 * np.abs(predicted).max()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=SLOW if name == "array9" else ()) for name in SAMPLES]
)
def test_a_sample_has_a_report(name: str, tmp_path: Path) -> None:
    report = import_database(
        SAMPLES[name].paths(), tmp_path / "own.h5", options=SAMPLES[name].options
    )
    done = command("inspect", "own.h5", "--report=page.html", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["report"]
    assert {finding["message"] for finding in found["findings"]} >= {
        finding.message for finding in report.findings
    }
    page = (tmp_path / "page.html").read_text()
    assert page.count("data:image/") >= 4
    # one row per dof whose response by the file's numbers is held against the repaired data
    assert {row["dof"].rpartition(" ")[0] for row in found["responses"]} == set(report.body_names)


def test_every_array_of_a_sample_survives_bemio_and_back(sample: Sample, tmp_path: Path) -> None:
    own_report = import_database(sample.paths(), tmp_path / "own.h5", options=sample.options)
    import_database([tmp_path / "own.h5"], tmp_path / "copy.h5")
    import_database([tmp_path / "copy.h5"], tmp_path / "bemio.h5", "bemio")
    report = import_database([tmp_path / "bemio.h5"], tmp_path / "again.h5")
    assert set(report.findings) >= set(own_report.findings)
    for name in ("copy.h5", "again.h5"):
        with xr.open_dataset(tmp_path / "own.h5") as own, xr.open_dataset(tmp_path / name) as other:
            numbers = {n for n, variable in own.data_vars.items() if variable.dtype.kind == "f"}
            numbers = (numbers | {"omega", "wave_direction"}) - {"finding_value"}
            assert {"added_mass", "excitation_force", "hydrostatic_stiffness"} <= numbers
            for number in numbers:
                assert own[number].values.tobytes() == other[number].values.tobytes(), number


def farthest(one: xr.Dataset, other: xr.Dataset) -> float:
    """Largest difference of displacements, each dof relative to its largest."""
    expected, found = one.displacement.values, other.displacement.values
    scale = np.abs(expected).max(axis=0)
    moving = scale > 1e-9 * scale.max()
    return float((np.abs(found - expected).max(axis=0)[moving] / scale[moving]).max())


def test_alongside_of_capytaine_moves_as_alongside_where_it_floats_alike(
    client: raftup.Client, tmp_path: Path
) -> None:
    (dataset,) = reference("own/capytaine/alongside.nc")
    bemio, capytaine = tmp_path / "bemio.h5", tmp_path / "capytaine.h5"
    import_database([DATABASES / "alongside.h5"], bemio)
    import_database([dataset], capytaine)
    # One solution, but volume and stiffness were summed over the panels by two rules.
    with h5py.File(bemio) as one, h5py.File(capytaine, "r+") as other:
        for name in ("displaced_volume", "center_of_buoyancy", "hydrostatic_stiffness"):
            np.testing.assert_allclose(other[name][...], one[name][...], rtol=0.02, atol=3e5)
            other[name][...] = one[name][...]
    runs = [
        raftup.run(
            DATABASES.parents[1] / "models" / "alongside.yaml",
            client,
            {
                "integration.duration": 60,
                "hydrodynamics[0].database": str(database),
                "hydrodynamics[0].radiation.memory": "convolution",
                "hydrodynamics[0].radiation.data": "as_filed",  # a fit would magnify rounding
            },
        )
        for database in (bemio, capytaine)
    ]
    # what BEMIO's normalisation rounds, after 60 s
    assert farthest(*runs) < 1e-9


def test_rm3_of_wamit_moves_as_rm3_of_bemio(client: raftup.Client, tmp_path: Path) -> None:
    (bemio,) = reference("bemio/rm3.h5")
    (output,) = reference("wamit-rm3/rm3.out")
    numeric = reference(*(f"wamit-rm3/{name}" for name in RM3_TEXT))
    names = ["float", "spar"]
    given = ImportOptions(
        water_density=1000.0,
        gravity=9.81,
        water_depth=DEEP,
        length_scale=1.0,
        body_names=names,
        centers_of_gravity=[(0.0, 0.0, -0.72), (0.0, 0.0, -21.29)],
        displaced_volumes=[725.834, 886.691],
    )
    import_database(numeric, tmp_path / "numeric.h5", options=given)
    printed = ImportOptions(water_density=1000.0, body_names=names)
    import_database([output], tmp_path / "output.h5", options=printed)
    wave = {"regular": {"amplitude": 0.5, "period": 8.0, "direction_deg": 0}}

    def motion(database: Path) -> xr.Dataset:
        model = rm3(str(database))
        model["environment"] = {"sea": {"ramp_duration": 20, "waves": [wave]}}
        model["integration"] = {"step": 0.02, "duration": 60, "output_step": 0.1}
        return raftup.run(model, client, outputs=["float.displacement", "spar.displacement"])

    expected = motion(bemio)
    # BEMIO was made of the same printed digits. In .out phases are whole degrees, half a
    # degree being .9 %, and hydrostatics have five digits. A and B contradict each other by a
    # tenth, so that the last digits move the poles of a fit by more than themselves.
    assert farthest(expected, motion(tmp_path / "numeric.h5")) < 3e-4
    assert 1e-4 < farthest(expected, motion(tmp_path / "output.h5")) < 0.02
