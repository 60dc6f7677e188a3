"""Studies end to end: the same bytes in any number of processes; statistics that theory knows."""

import os
import resource
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command
from conftest import MODELS
from typer.testing import CliRunner

from .small_studies import HEIGHT, PERIOD, WAVE, stored_bytes, study_of

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

import raftup
from raftup.base.errors import StudyError
from raftup.cli.main import app
from raftup.study import StudyProgress
from raftup.study.long_term import operability, yearly_damage
from raftup.study.prediction import predict_deviations
from raftup.study.report import write_report
from raftup.study.rerun import rerun_case
from raftup.study.store import DONE, FAILED
from raftup.study.warnings import warning_lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of 24 cases, run by one worker."""
    folder = tmp_path_factory.mktemp("study") / "small.study"
    raftup.study(study_of([1.0, 2.0], 12), folder, workers=1)
    return folder


@pytest.fixture(scope="module")
def dataset(folder: Path) -> xr.Dataset:
    return raftup.open_study(folder)


def test_axes_are_dimensions_and_statistics_are_variables(dataset: xr.Dataset) -> None:
    assert dataset.displacement_std.dims == ("hs", "seed", "body", "dof")
    assert dataset.displacement_std.shape == (2, 12, 1, 6)
    assert {"displacement_mean", "displacement_max", "exceeded_fraction"} <= set(dataset)
    assert (dataset.status == DONE).all()
    heave = dataset.displacement_std.sel(body="hemisphere", dof="heave")
    # the model is linear: a sea twice as high moves it twice as far, but for the 4 digits that
    # the waves' own evaluation at the moving body costs
    np.testing.assert_allclose(heave.sel(hs=2.0), 2 * heave.sel(hs=1.0), rtol=1e-3)
    assert (dataset.sample_duration == 50.0).all()


def test_limits_count_with_their_share_and_damage_grows_with_the_cube(dataset: xr.Dataset) -> None:
    (found,) = operability(dataset, {"high": 0.1})
    fraction = dataset.exceeded_fraction.sel(limit="high")
    assert found.operable == pytest.approx(float((fraction <= 0.1).mean()))
    assert found.exceeded == pytest.approx(float(fraction.mean()))
    damage = dataset.fatigue_damage.sel(fatigue_curve="line")
    np.testing.assert_allclose(damage.sel(hs=2.0), 8 * damage.sel(hs=1.0), rtol=3e-3)
    yearly = float((damage / 50.0).mean()) * 365.25 * 86400
    assert yearly_damage(dataset)["line"] == pytest.approx(yearly)


def test_two_workers_give_the_bytes_of_one(folder: Path, tmp_path: Path) -> None:
    raftup.study(study_of([1.0, 2.0], 12), tmp_path / "two", workers=2)
    assert stored_bytes(tmp_path / "two") == stored_bytes(folder)


def test_a_case_alone_gives_the_bytes_of_its_statistics(
    folder: Path, dataset: xr.Dataset, tmp_path: Path
) -> None:
    key = str(dataset.key.sel(hs=2.0, seed=7).item())
    assert rerun_case(folder, key[:12], tmp_path / "r.nc", output_step=0.5)
    with xr.open_dataset(tmp_path / "r.nc") as series:
        assert series.sizes["time"] == 121
    with xr.open_dataset(tmp_path / "r.nc", group="statistics") as statistics:
        expected = dataset.displacement_std.sel(hs=2.0, seed=7)
        assert np.array_equal(statistics.displacement_std, expected)
    with pytest.raises(raftup.RaftupError, match="must be the key of one case"):
        rerun_case(folder, "", tmp_path / "r.nc")


def test_changed_axes_run_the_new_cases_only(
    folder: Path, dataset: xr.Dataset, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "wider")
    states: list[StudyProgress] = []
    wider = study_of([1.0, 1.5, 2.0], 12)
    found = raftup.study(wider, tmp_path / "wider", workers=1, progress=states.append)
    assert states[-1].run == 12
    assert 1.0 < states[-1].real_time_factor < 1e6
    assert (found.status == DONE).all()
    for name in ("displacement_std", "fatigue_damage", "key"):
        assert np.array_equal(found[name].sel(hs=[1.0, 2.0]), dataset[name])
    states.clear()
    raftup.study(study_of([1.0, 2.0], 12), tmp_path / "wider", progress=states.append)
    assert not states, "nothing was left to run"


def test_the_report_has_a_section_for_everything_asked_for(folder: Path, tmp_path: Path) -> None:
    write_report(folder, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    for title in ("Largest values", "Convergence of extremes", "Against the frequency domain"):
        assert f"<h2>{title}</h2>" in page
    assert "<h2>Operability</h2>" in page
    assert "<h2>Fatigue</h2>" in page
    assert "http" not in page.replace("https://", "http"), "nothing is fetched"


def test_a_scatter_table_counts_in_the_long_term(folder: Path, tmp_path: Path) -> None:
    study = study_of([1.0], 6)
    study["axes"] = {
        "sea": {
            "paths": {"hs": HEIGHT, "tp": PERIOD},
            "scatter": {"hs": [0.5, 2.0], "tp": [6.0], "occurrence": [[99], [1]]},
        },
        "seed": study["axes"]["seed"],
    }
    found = raftup.study(study, tmp_path / "sea.study", workers=1)
    (limit,) = operability(found, {"high": 0.1})
    beyond = found.exceeded_fraction.sel(limit="high").mean("seed").values
    assert limit.exceeded == pytest.approx(0.99 * beyond[0] + 0.01 * beyond[1])
    for source, expected in ((tmp_path / "sea.study", True), (folder, False)):
        write_report(source, tmp_path / "report.html")
        page = (tmp_path / "report.html").read_text()
        assert ("<h2>Long term</h2>" in page) == expected, "only with probabilities"
        assert ("<th>100 years</th>" in page) == expected


def free_hemisphere() -> dict[str, Any]:
    """Twenty seeds of small waves from the side on a moored hemisphere that all dofs move."""
    study = study_of([0.1], 20, duration=700, warm_up=100)
    study["model"]["bodies"][0].pop("free")
    irregular = study["model"]["environment"]["sea"]["waves"][0]["irregular"]
    irregular |= {"direction_deg": 30, "component_count": 200}
    spring, damper = [2e5, 2e5, 0, 0, 0, 1e6], [1e5, 1e5, 0, 0, 0, 1e5]
    mooring = {"body": "hemisphere", "stiffness": spring, "damping": damper}
    study["model"]["loads"] = [{"name": "mooring", "linear_mooring": mooring}]
    return study


def test_deviations_and_extremes_are_those_of_theory(tmp_path: Path) -> None:
    found = raftup.study(free_hemisphere(), tmp_path, workers=2).isel(hs=0, body=0)
    predicted = predict_deviations(tmp_path, raftup.open_study(tmp_path))
    assert predicted is not None
    expected = predicted.isel(hs=0, body=0)
    for dof in ("surge", "sway", "heave", "roll", "pitch"):
        deviations = found.displacement_std.sel(dof=dof)
        # the mean of 20 is known to their scatter over sqrt(20); four times that fails once in
        # 16 000
        error = float(deviations.std()) / np.sqrt(20)
        assert float(deviations.mean()) == pytest.approx(
            float(expected.sel(dof=dof)), abs=4 * error
        )
        # Rayleigh: P(max < y) = exp(-n exp(-y^2 / 2 sigma^2)); all 20 within its .0005 and .9995
        sigma = float(expected.sel(dof=dof))
        waves = float(found.displacement_up_crossings.sel(dof=dof).mean())
        low, high = (
            sigma * np.sqrt(2.0 * np.log(waves / -np.log(share))) for share in (0.0005, 0.9995)
        )
        maxima = found.displacement_max.sel(dof=dof) - found.displacement_mean.sel(dof=dof)
        assert low < float(maxima.min()), dof
        assert float(maxima.max()) < high, dof
        probable = found.displacement_weibull_maximum.sel(dof=dof).mean()
        assert float(probable) == pytest.approx(sigma * np.sqrt(2.0 * np.log(waves)), rel=0.1)
    assert float(expected.sel(dof="yaw")) < 1e-12, "a body of revolution does not yaw"


def test_a_full_disk_loses_nothing(folder: Path, tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(_: StudyProgress) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limits[1]))

    study = study_of([1.0, 2.0], 12)
    try:
        with pytest.raises(OSError, match="File too large") as full:
            raftup.study(study, tmp_path / "full", workers=1, progress=fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert any("the same study goes on there" in note for note in full.value.__notes__)
    assert (raftup.open_study(tmp_path / "full").status == DONE).sum() < 24
    raftup.study(study, tmp_path / "full", workers=1)
    assert stored_bytes(tmp_path / "full") == stored_bytes(folder)


def test_cases_that_fail_are_kept_with_their_error_and_run_again_on_request(
    tmp_path: Path,
) -> None:
    study = study_of([1.0], 2)
    stiffness = [0.0, 0.0, 1e3, 0.0, 0.0, 0.0]
    spring = {"body": "hemisphere", "stiffness": stiffness}
    study["model"]["loads"] = [{"name": "spring", "linear_mooring": spring}]
    study["model"]["integration"]["stepper"] = "rk4"  # which a spring as stiff as the second throws
    study["axes"]["k"] = {"path": "loads[0].linear_mooring.stiffness[2]", "values": [1e3, 1e14]}
    found = raftup.study(study, tmp_path, workers=1)
    assert found.status.values[0].tolist() == [[DONE, FAILED], [DONE, FAILED]]
    assert found.error.values[0, 0, 0] == ""
    assert "hemisphere" in found.error.values[0, 0, 1]
    assert np.isnan(found.displacement_std.values[0, :, 1]).all()
    states: list[StudyProgress] = []
    raftup.study(study, tmp_path, workers=1, progress=states.append)
    assert not states, "failed cases wait until they are asked for"
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    arguments = ["study", str(tmp_path / "study.yaml"), "--out", str(tmp_path)]
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 1
    key = str(found.key.values[0, 1, 1])[:16]
    assert f"  hs 1, seed 2, k 1e+14 (case {key}): " in told.output
    assert (
        CliRunner().invoke(app, ["study", str(tmp_path)]).exit_code == 0
    )  # there is nothing to do
    raftup.study(study, tmp_path, workers=1, retry_failed=True, progress=states.append)
    assert states[-1].run == 2


def test_all_that_a_server_refuses_is_said_before_the_first_case(tmp_path: Path) -> None:
    study = study_of([1.0, 2.0, -3.0], 20)
    study["axes"]["direction"] = {"path": f"{WAVE}.direction_deg", "values": [0, 90]}
    study["axes"]["count"] = {"path": f"{WAVE}.component_count", "values": [60, -1]}
    study["limits"] += [{"name": "wet", "output": "supply.gap", "below": 1.0}]
    study["outputs"] = ["hemisphere.displacement", "hemisphere.speed"]
    with pytest.raises(StudyError) as refused:
        raftup.study(study, tmp_path / "none")
    text = str(refused.value)
    for part in ("axes.hs, place 2, {'hs': -3.0}", "axes.count, place 1", "supply.gap", "speed"):
        assert part in text, text
    assert not (tmp_path / "none" / "statistics.zarr").exists()


def test_what_a_server_refuses_is_said_beside_what_the_schema_refuses(tmp_path: Path) -> None:
    study = study_of([1.0, float("nan")], 1)
    study["axes"]["ghost"] = {"path": "bodies[7].mass", "values": [1.0]}
    study["limits"] += [{"name": "wet", "output": "supply.gap", "below": 1.0}]
    with pytest.raises(StudyError) as refused:
        raftup.study(study, tmp_path / "none")
    text = str(refused.value)
    for part in ("axes.hs, place 1, {'hs': nan}", "bodies[7].mass", "supply.gap"):
        assert part in text, text
    assert not (tmp_path / "none").exists()


def test_jobs_of_slurm_give_the_bytes_of_processes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slurm itself is played by two scripts that run a job and end it on this machine."""
    pytest.importorskip("dask_jobqueue", reason="the extra raftup[slurm] is not installed")
    import dask

    scripts = {
        "sbatch": 'cp "$1" "$0.job"; bash "$0.job" >"$0.log" 2>&1 &\necho "Submitted batch job $!"',
        "scancel": 'kill "$1" 2>/dev/null || true',
    }
    for name, script in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    job: dict[str, Any] = {"cores": 1, "processes": 1, "memory": "1GB", "walltime": "00:10:00"}
    job["scheduler-options"] = {"dashboard_address": "127.0.0.1:0"}  # 8787 may be another's
    with dask.config.set({f"jobqueue.slurm.{name}": value for name, value in job.items()}):
        raftup.study(study_of([1.0, 2.0], 12), tmp_path / "study", slurm=True, workers=1)
    assert stored_bytes(tmp_path / "study") == stored_bytes(folder)


def test_the_command_says_what_there_is_and_what_it_cost(folder: Path, tmp_path: Path) -> None:
    done = command("study", folder, folder=tmp_path)
    assert done.returncode == 0
    assert "24 of 24 cases (2 hs x 12 seed), 0 failed" in done.stdout
    assert "x real time" in done.stdout
    (tmp_path / "study.yaml").write_text("model: {}\nwarm: 3\n")
    refused = command("study", tmp_path / "study.yaml", folder=tmp_path)
    assert refused.returncode == 2
    assert "warm: must be one of" in refused.stderr


def test_a_model_is_told_from_a_study(tmp_path: Path) -> None:
    with pytest.raises(StudyError) as refused:
        raftup.study(MODELS / "alongside.yaml", tmp_path / "none")
    (violation,) = refused.value.violations
    assert violation.description == "must be a study, which has `model:`, this is a model"


@pytest.mark.parametrize("text", ["{}", "[", '{"specification": {}}'])
def test_a_broken_record_is_said_and_made_again(folder: Path, tmp_path: Path, text: str) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (broken / "study.json").write_text(text)
    with pytest.raises(raftup.RaftupError, match=r"study\.json must be what this version writes"):
        raftup.open_study(broken)
    states: list[StudyProgress] = []
    found = raftup.study(study_of([1.0, 2.0], 12), broken, progress=states.append)
    assert not states, "no case runs again"
    assert (found.status == DONE).all()


def test_options_that_would_do_nothing_are_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study_of([1.0], 1)))
    (tmp_path / "file").write_text("")
    runs = {
        "--retry-failed needs the file of a study": [folder, "--retry-failed"],
        "--report must not be given with --case": [folder, "--case", "ab", "--report", "r.html"],
        "--output-step needs --case": [tmp_path / "study.yaml", "--output-step", "1"],
        "scheduler must stand alone": [tmp_path / "study.yaml", "--scheduler", "h:1", "--slurm"],
        "must be tcp://HOST:PORT": [tmp_path / "study.yaml", "--scheduler", "nowhere"],
        "must be one that can be written": [tmp_path / "study.yaml", "--out", tmp_path / "file"],
    }
    for rule, arguments in runs.items():
        refused = command("study", *arguments, folder=tmp_path)
        assert refused.returncode == 2, rule
        assert rule in refused.stderr.replace("\n", " ")


def test_cases_that_warn_are_counted_by_finding_in_terminal_store_and_report(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "steep.study"
    study = study_of([0.5, 30.0], 2, duration=20)  # short, and waves of 30 m and 6 s break
    found = raftup.study(study, folder, workers=1)
    assert found.warning.sel(hs=0.5).values.tolist() == ["short_duration"] * 2
    assert all("waves_break" in text.split(", ") for text in found.warning.sel(hs=30.0).values)
    assert found.attrs["cases_warned"] == 4
    lines = warning_lines(found, folder)
    assert lines[0] == "4 of 4 cases warn"
    assert lines[1].startswith("4 short_duration: ")
    [steep] = [line for line in lines if line.startswith("2 waves_break: ")]
    assert "(DNV-RP-C205)" in steep, "what the finding says of the worst case"
    assert "; worst: hs 30, seed " in steep
    counted = dict(
        zip(found.finding.values, found.warnings.sum(("hs", "seed")).values, strict=True)
    )
    assert (counted["short_duration"], counted["waves_break"]) == (4, 2)
    broken = found.warning_value.sel(finding="waves_break")
    assert broken.sel(hs=0.5).isnull().all()
    assert (broken.sel(hs=30.0) > 0.0).all()
    done = CliRunner().invoke(app, ["study", str(folder), "--report", str(tmp_path / "a.html")])
    assert "4 of 4 cases warn" in done.output
    assert "2 waves_break: " in done.output
    page = (tmp_path / "a.html").read_text()
    assert "<h2>Cases that warn</h2>" in page
    assert "hs 30, seed " in page, "cases by their places, not by their keys alone"
    # nothing that was done is lost by an example that cannot be read
    (folder / "warnings.json").write_text("{")
    assert warning_lines(found, folder)[1].startswith("4 short_duration; worst: hs ")
