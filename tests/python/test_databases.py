"""Databases go to the server once and come back as they are."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import DATABASES
from matplotlib.collections import QuadMesh
from small_databases import OMEGA, heave_coefficients, write_database

import raftup
from raftup.plots.database import plot_database
from raftup.remote.coefficients_dataset import coefficients_dataset


def test_a_database_is_stored_once_and_listed(client: raftup.Client) -> None:
    first = client.upload_database(DATABASES / "hemisphere.h5")
    assert client.upload_database(DATABASES / "hemisphere.h5") == first
    assert first.name == f"databases/hemisphere@{first.sha256}"
    assert first.name in [database.name for database in client.list_databases()]
    assert (first.body_count, first.frequency_count, first.heading_count) == (1, 50, 12)


def test_coefficients_come_back_in_si_units(client: raftup.Client) -> None:
    name = client.upload_database(DATABASES / "alongside.h5").name
    table = client.read_coefficients(name)
    assert [body.name for body in table.bodies] == ["carrier", "supply"]
    np.testing.assert_allclose(table.bodies[1].center_of_gravity, [10, 22, 0.3])
    assert table.added_mass.shape == table.radiation_damping.shape == (117, 12, 12)
    assert table.excitation_force.shape == (117, 24, 12)
    assert table.added_mass_infinite is not None
    # waterplane of y = +-B/2 (1 - |2x/L|^p): rho g A_w is below rho g L B = 1.81e7 N/m
    assert 1.0e7 < table.bodies[0].hydrostatic_stiffness[2, 2] < 1.81e7
    # long waves lift the ship by its waterplane stiffness
    lift = abs(table.excitation_force[0, 0, 2]) / table.bodies[0].hydrostatic_stiffness[2, 2]
    assert lift == pytest.approx(1.0, abs=0.1)
    assert np.rad2deg(table.wave_direction[1]) == pytest.approx(15.0)


def test_drift_forces_and_qtfs_come_back_by_name(client: raftup.Client, tmp_path: Path) -> None:
    generator = np.random.default_rng(4)
    more = {
        "mean_drift_force": generator.normal(size=(len(OMEGA), 4, 12)),
        "qtf_difference_omega": np.array([0.5, 0.8]),
        "qtf_difference_influenced_dof": np.array([0.0, 7.0]),
        "qtf_difference_direction": np.array([[0.0, 0.0], [0.5, 1.0]]),
        "qtf_difference": generator.normal(size=(2, 2, 2, 2)),
    }
    file = write_database(tmp_path / "second.h5", replace(heave_coefficients(), more=more))
    table = client.read_coefficients(client.upload_database(file).name)
    np.testing.assert_array_equal(table["mean_drift_force"], more["mean_drift_force"])
    re, im = more["qtf_difference"]
    np.testing.assert_array_equal(table["qtf_difference"], re + 1j * im)
    assert "qtf_sum" not in table
    with pytest.raises(KeyError, match="the database has no qtf_sum, it has body, xyz"):
        table["qtf_sum"]
    data = coefficients_dataset(table)
    second = data.qtf_difference_influenced_dof.to_numpy().astype(int)[1]
    assert data.influenced_dof[second] == "b.sway"
    heave = data.mean_drift_force.sel(influenced_dof="b.heave").isel(wave_direction=1)
    np.testing.assert_array_equal(heave, more["mean_drift_force"][:, 1, 8])
    assert heave.units == "N/m2, N/m"
    figures = plot_database(table)
    assert {"mean_drift", "qtf_difference"} <= figures.keys()
    assert "qtf_sum" not in figures
    surge, sway = figures["qtf_difference"].axes[:2]  # the other entry is of the second body
    (mesh,) = surge.collections
    assert isinstance(mesh, QuadMesh)
    assert not sway.collections
    np.testing.assert_array_equal(
        np.asarray(mesh.get_array()).ravel(), np.abs(re + 1j * im)[0].ravel()
    )


def test_what_a_database_does_not_have_is_empty(client: raftup.Client) -> None:
    table = client.read_coefficients(client.upload_database(DATABASES / "tug_shallow.h5").name)
    assert table.added_mass_infinite is None
    assert table.water_depth == pytest.approx(12.0)


def test_many_threads_upload_read_and_list_at_once() -> None:
    files = [DATABASES / f"{name}.h5" for name in ("hemisphere", "tug_shallow", "alongside")]

    def use(number: int) -> tuple[int, str, bytes]:
        kind = number % len(files)
        with raftup.connect(server.address) as client:
            name = client.upload_database(files[kind]).name
            assert name in [database.name for database in client.list_databases()]
            return kind, name, client.read_coefficients(name).added_mass.tobytes()

    with raftup.local_server() as server, ThreadPoolExecutor(6) as pool:  # an empty catalogue
        assert len(set(pool.map(use, range(18)))) == len(files)


def test_an_unknown_database_is_not_found(client: raftup.Client) -> None:
    with pytest.raises(raftup.RaftupError) as caught:
        client.read_coefficients("databases/nothing-like-that")
    assert caught.value.code == "NOT_FOUND"
