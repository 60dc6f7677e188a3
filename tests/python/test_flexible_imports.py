"""Modes of databases of other programs: what an own database has, written in their layouts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import pytest
import xarray as xr
from conftest import DATABASES

import raftup
from raftup.importing import import_database

Array = npt.NDArray[np.float64]

OWN = DATABASES / "container_ship.h5"
RIGID = ("Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw")
MODES = ("two_nodes", "three_nodes")
# Dofs of the ship in a file, and for each its dof in the own database: modes are 6 and 7.
ORDER = (7, 2, 0, 1, 6, 5, 4, 3)
NAMES = (*RIGID, *MODES)


class Own:
    """The dofs of the own database that are not empty, 8 of 12, about a point [m]."""

    def __init__(self, point: Sequence[float]) -> None:
        with h5py.File(OWN) as root:
            self.arrays = {name: np.asarray(root[name][()]) for name in root if name in KEPT}
            self.modes = {name: np.asarray(values[()]) for name, values in root["modes"].items()}
        x, y, z = self.arrays["center_of_gravity"][0] - np.asarray(point)  # from the point to G
        # v_G = v_O + omega x (G - O)
        self.motion = np.eye(8)
        self.motion[:3, 3:6] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]

    def matrix(self, name: str) -> Array:
        """A matrix over the dofs, or several, about the point."""
        square = self.arrays[name][..., :8, :8]
        moved: Array = self.motion.T @ square @ self.motion
        return moved

    def of_modes(self, own: str, rigid: str, hull: Array) -> Array:
        """A matrix of modes and rigid dofs, about the point."""
        matrix = np.zeros((8, 8))
        matrix[:6, :6] = hull
        matrix[6:, 6:] = self.modes[own]
        matrix[6:, :6] = self.modes[rigid]
        matrix[:6, 6:] = self.modes[rigid].T
        moved: Array = self.motion.T @ matrix @ self.motion
        return moved

    @property
    def stiffness(self) -> Array:
        """Stiffness of the structure [N/m]."""
        matrix = np.zeros((8, 8))
        matrix[6:, 6:] = self.modes["stiffness"]
        return matrix

    @property
    def dissipation(self) -> Array:
        """Damping of the structure [N s/m]."""
        own = np.sqrt(np.diag(self.modes["stiffness"]) * np.diag(self.modes["mass"]))
        return np.diag(np.concatenate([np.zeros(6), 2.0 * self.modes["damping_ratio"] * own]))


KEPT = [
    "added_mass",
    "added_mass_infinite",
    "radiation_damping",
    "excitation_force",
    "froude_krylov_force",
    "diffraction_force",
    "hydrostatic_stiffness",
    "center_of_gravity",
    "center_of_buoyancy",
    "displaced_volume",
    "omega",
    "wave_direction",
    "gravity",
    "water_density",
]


def capytaine_dataset(own: Own, point: Sequence[float], body: str = "ship") -> xr.Dataset:
    """The layout of Capytaine 3 with the modes among the rigid dofs, after omega its limit."""
    order = list(ORDER)
    names = [NAMES[dof] for dof in order]
    pair = ("influenced_dof", "radiating_dof")

    def ordered(matrix: Array) -> Array:
        return matrix[..., order, :][..., order]

    added_mass = np.concatenate([own.matrix("added_mass"), own.matrix("added_mass_infinite")[None]])
    damping = np.concatenate([own.matrix("radiation_damping"), np.zeros((1, 8, 8))])
    hull = own.arrays["hydrostatic_stiffness"][0]
    variables: dict[str, Any] = {
        "added_mass": (("omega", *pair), ordered(added_mass)),
        "radiation_damping": (("omega", *pair), ordered(damping)),
        "hydrostatic_stiffness": (
            pair,
            ordered(own.of_modes("restoring", "rigid_restoring", hull)),
        ),
        "inertia_matrix": (pair, ordered(own.of_modes("mass", "rigid_mass", np.zeros((6, 6))))),
        "stiffness": (pair, ordered(own.stiffness)),
        "dissipation": (pair, ordered(own.dissipation)),
        "rotation_center": ("space_coordinate", np.asarray(point)),
        "center_of_mass": ("space_coordinate", own.arrays["center_of_gravity"][0]),
        "center_of_buoyancy": ("space_coordinate", own.arrays["center_of_buoyancy"][0]),
        "disp_mass": ((), own.arrays["displaced_volume"][0] * own.arrays["water_density"]),
        "rho": ((), own.arrays["water_density"]),
        "g": ((), own.arrays["gravity"]),
        "water_depth": ((), np.inf),
        "body": ((), body),
    }
    for name, theirs in FORCES.items():
        force = own.arrays[name][..., :8] @ own.motion
        force = np.concatenate([force, np.full_like(force[:, :1], np.nan)], axis=1)
        force[1] *= -1.0  # e^{-i omega t}
        variables[theirs] = (
            ("complex", "omega", "wave_direction", "influenced_dof"),
            force[..., order],
        )
    return xr.Dataset(
        variables,
        {
            "omega": np.append(own.arrays["omega"], np.inf),
            "wave_direction": own.arrays["wave_direction"],
            "influenced_dof": names,
            "radiating_dof": names,
            "complex": ["re", "im"],
        },
    )


FORCES = {
    "excitation_force": "excitation_force",
    "froude_krylov_force": "Froude_Krylov_force",
    "diffraction_force": "diffraction_force",
}
# Modes in the order of the file: the second one is first.
SWAPPED = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11]


def same_numbers(imported: Path, places: list[int], tolerance: float) -> None:
    """Compares an import with the own database whose dofs are at these places in it."""
    modes = [place - 6 for place in places if place in (6, 7)]
    with h5py.File(imported) as read, h5py.File(OWN) as own:
        scale = np.sqrt(np.abs(np.diagonal(own["added_mass"][:], axis1=1, axis2=2)).max(axis=0))
        pairs = scale[places][:, None] * scale[places]
        for name in ("added_mass", "radiation_damping", "added_mass_infinite"):
            expected = own[name][()][..., places, :][..., places]
            assert np.all(np.abs(read[name][()] - expected) <= tolerance * pairs), name
        for name in FORCES:
            expected = own[name][()][..., places]
            largest = np.abs(expected).max(axis=(0, 1, 2))
            assert np.all(np.abs(read[name][()] - expected) <= tolerance * largest), name
        for name, columns in (
            ("mass", modes), ("stiffness", modes), ("restoring", modes),
            ("rigid_mass", range(6)), ("rigid_restoring", range(6)),
        ):  # fmt: skip
            expected = own[f"modes/{name}"][()][modes][:, list(columns)]
            largest = np.abs(expected).max()
            assert np.abs(read[f"modes/{name}"][()] - expected).max() <= tolerance * largest, name
        ratios = own["modes/damping_ratio"][()][modes]
        assert read["modes/damping_ratio"][()] == pytest.approx(ratios, rel=1e-14)


@pytest.mark.parametrize("point", [(0.0, 0.0, 2.0), (3.0, 0.0, -1.0)])
def test_modes_of_a_capytaine_dataset_are_those_of_the_own_database(
    point: tuple[float, float, float], tmp_path: Path
) -> None:
    capytaine_dataset(Own(point), point).to_netcdf(tmp_path / "ship.nc")
    report = import_database([tmp_path / "ship.nc"], tmp_path / "ship.h5")
    assert report.source_format == "capytaine"
    same_numbers(tmp_path / "ship.h5", SWAPPED, 1e-12)


def write_bemio(file: Path, own: Own) -> Path:
    """The layout of BEMIO's files with generalised body modes, about the centre of gravity."""
    rho, g, omega = (own.arrays[name] for name in ("water_density", "gravity", "omega"))
    hull = own.arrays["hydrostatic_stiffness"][0]
    restoring = own.of_modes("restoring", "rigid_restoring", hull)
    mass = own.of_modes("mass", "rigid_mass", np.zeros((6, 6)))
    added_mass = np.moveaxis(own.matrix("added_mass"), 0, -1)
    damping = np.moveaxis(own.matrix("radiation_damping"), 0, -1)
    with h5py.File(file, "w") as root:
        root["bem_data/code"] = np.bytes_(b"WAMIT")
        parameters = root.create_group("simulation_parameters")
        parameters["water_depth"] = np.bytes_(b"infinite")
        for name, numbers in {
            "scaled": [0.0],
            "rho": [rho],
            "g": [g],
            "w": omega,
            "wave_dir": np.rad2deg(own.arrays["wave_direction"]),
        }.items():
            parameters[name] = np.reshape(numbers, (-1, 1))
        properties = root.create_group("body1/properties")
        properties["name"] = np.bytes_(b"ship")
        for name, numbers in {
            "cg": own.arrays["center_of_gravity"][0],
            "cb": own.arrays["center_of_buoyancy"][0],
            "disp_vol": own.arrays["displaced_volume"][0],
            "dof": 8.0,
            "dof_start": 1.0,
            "dof_end": 8.0,
        }.items():
            properties[name] = np.reshape(numbers, (-1, 1))
        properties["mass"] = mass[..., None]
        properties["stiffness"] = own.stiffness[..., None]
        properties["damping"] = own.dissipation[..., None]
        coefficients = root.create_group("body1/hydro_coeffs")
        coefficients["linear_restoring_stiffness"] = (restoring / (rho * g))[..., None]
        coefficients["added_mass/all"] = added_mass / rho
        coefficients["added_mass/inf_freq"] = own.matrix("added_mass_infinite") / rho
        coefficients["radiation_damping/all"] = damping / (rho * omega)
        for name, group in {
            "excitation_force": "excitation",
            "froude_krylov_force": "excitation/froude-krylov",
            "diffraction_force": "excitation/scattering",
        }.items():
            force = own.arrays[name][..., :8] / (rho * g)
            coefficients[f"{group}/re"], coefficients[f"{group}/im"] = np.transpose(
                force, (0, 3, 2, 1)
            )
    return file


def test_modes_of_a_bemio_file_are_those_of_the_own_database(tmp_path: Path) -> None:
    file = write_bemio(tmp_path / "ship_bemio.h5", Own((0.0, 0.0, 2.0)))
    import_database([file], tmp_path / "ship.h5")
    same_numbers(tmp_path / "ship.h5", list(range(12)), 1e-12)
    expected, found = (raftup.run(model_of(database)) for database in (OWN, file))
    modes = expected.ship_mode.values
    assert found.ship_mode.values == pytest.approx(modes, abs=1e-9 * np.abs(modes).max())


def test_modes_of_a_bemio_file_without_masses_are_left_out(tmp_path: Path) -> None:
    file = write_bemio(tmp_path / "ship_bemio.h5", Own((0.0, 0.0, 2.0)))
    with h5py.File(file, "r+") as root:  # as BEMIO writes modes of Capytaine
        root["body1/properties/mass"][...] = 0.0
    report = import_database([file], tmp_path / "ship.h5")
    found = {finding.name: finding.message for finding in report.findings}
    assert (
        "not every mode has its mass in /body1/properties/mass"
        in (found["generalised_modes_left_out"])
    )
    with h5py.File(tmp_path / "ship.h5") as root:
        assert root["added_mass"].shape[1:] == (6, 6)
        assert root["generalised_modes"][0] == 2.0
        assert "modes" not in root


def test_modes_of_a_bemio_file_of_wrong_size_or_without_numbers_are_refused(
    tmp_path: Path,
) -> None:
    file = write_bemio(tmp_path / "ship_bemio.h5", Own((0.0, 0.0, 2.0)))
    with h5py.File(file, "r+") as root:
        root["body1/properties/mass"][7, 7] = np.nan
    with pytest.raises(raftup.RaftupError, match='mass must be finite for the mode "body1 mode 2"'):
        import_database([file], tmp_path / "ship.h5")
    with h5py.File(file, "r+") as root:
        root["body1/properties/mass"][7, 7] = 1e6
        del root["body1/properties/stiffness"]
        root["body1/properties/stiffness"] = np.zeros((2, 2, 1))
    with pytest.raises(raftup.RaftupError, match="properties/stiffness must have the shape"):
        import_database([file], tmp_path / "ship.h5")


def model_of(database: Path, **modes: Any) -> dict[str, Any]:
    """The ship of the own database in head waves, held by a linear mooring."""
    return {
        "environment": {
            "gravity": 9.81,
            "sea": {
                "ramp_duration": 20,
                "waves": [{"regular": {"height": 3, "period": 11, "direction_deg": 180}}],
            },
        },
        "bodies": [
            {
                "name": "ship",
                "mass": 1.15299e8,
                "center_of_mass": [0, 0, 2],
                "inertia": {"xx": 2.6e10, "yy": 7.0613e11, "zz": 7.0613e11},
                "modes": modes,
            }
        ],
        "hydrodynamics": [
            {
                "name": "sea",
                "database": str(database),
                "bodies": [{"body": "ship", "database_body": "ship"}],
            }
        ],
        "loads": [
            {
                "name": "held",
                "linear_mooring": {
                    "body": "ship",
                    "stiffness": np.diag([2e5, 2e5, 0, 0, 0, 1e9]).tolist(),
                },
            }
        ],
        "outputs": ["ship.displacement", "ship.mode"],
        "integration": {"step": 0.05, "duration": 60, "output_step": 0.5},
    }


def test_a_ship_with_modes_of_a_capytaine_dataset_moves_as_with_the_own_database(
    tmp_path: Path,
) -> None:
    point = (0.0, 0.0, 0.0)
    capytaine_dataset(Own(point), point).to_netcdf(tmp_path / "ship.nc")
    expected, found = (raftup.run(model_of(file)) for file in (OWN, tmp_path / "ship.nc"))
    modes = expected.ship_mode.values[:, ::-1]
    assert np.abs(modes).max() > 1e-3
    assert found.ship_mode.values == pytest.approx(modes, abs=1e-9 * np.abs(modes).max())
    motion = expected.displacement.values
    assert found.displacement.values == pytest.approx(motion, abs=1e-9 * np.abs(motion).max())


def test_points_of_a_body_whose_modes_have_no_shapes_are_refused_by_name(tmp_path: Path) -> None:
    point = (0.0, 0.0, 2.0)
    capytaine_dataset(Own(point), point).to_netcdf(tmp_path / "ship.nc")
    model = model_of(tmp_path / "ship.nc", deflections=[{"name": "bow", "point": [150, 0, 10]}])
    model["loads"].append(
        {"name": "line", "constant_force": {"body": "ship", "force": [1e3, 0, 0]}}
    )
    with pytest.raises(raftup.RaftupError) as caught:
        raftup.run(model)
    text = str(caught.value)
    assert "bodies[0].modes.deflections: must be empty where the database has no shapes" in text
    assert "got load 'line' of kind constant_force" in text
    assert "'held'" not in text
