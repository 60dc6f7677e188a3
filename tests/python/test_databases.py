"""Databases go to the server once and come back as they are."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import DATABASES

import raftup


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
    assert table.excitation.shape == (24, 12, 117)
    assert table.added_mass_infinite is not None
    # waterplane of y = +-B/2 (1 - |2x/L|^p): rho g A_w is below rho g L B = 1.81e7 N/m
    assert 1.0e7 < table.bodies[0].hydrostatic_stiffness[2, 2] < 1.81e7
    # long waves lift the ship by its waterplane stiffness
    lift = abs(table.excitation[0, 2, 0]) / table.bodies[0].hydrostatic_stiffness[2, 2]
    assert lift == pytest.approx(1.0, abs=0.1)
    assert np.rad2deg(table.wave_directions[1]) == pytest.approx(15.0)


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
