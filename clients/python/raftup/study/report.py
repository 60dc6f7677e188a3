"""A report of a study: surfaces, headings, extremes, long-term results, frequency domain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from raftup.extremes.estimate import SIDES
from raftup.frequency_domain.long_term import RETURN_PERIODS
from raftup.plots.bodies import MOST_BODIES, extremes_of_many
from raftup.plots.html import data_uri, encoded, write_page
from raftup.plots.motions import in_degrees
from raftup.study.dataset import read_dataset
from raftup.study.effort import effort_of
from raftup.study.extremes_over_seeds import severest_extreme
from raftup.study.fatigue_over_seeds import yearly_fatigue
from raftup.study.figures import (
    plot_convergence,
    plot_headings,
    plot_prediction,
    plot_surface,
)
from raftup.study.long_term import operability
from raftup.study.places import place_text
from raftup.study.prediction import predict_deviations
from raftup.study.record import StudyRecord, read_record
from raftup.study.return_values import return_values
from raftup.study.roles import roles_of
from raftup.study.warnings import Warned, warned_cases

_SHOWN_FAILURES = 50
_TITLES = {
    "displacement_std": "standard deviation of the displacement",
    "displacement_max": "largest displacement",
}


@dataclass(frozen=True)
class Section:
    """A section of the report: heading, text, figures.

    Attributes:
        title: heading of the section.
        note: explanation of the contents.
        rows: rows of a table, its head first; may be empty.
        figures: figures as data URIs.
    """

    title: str
    note: str
    rows: Sequence[Sequence[str]] = ()
    figures: Sequence[str] = field(default_factory=list)


def write_report(folder: Path, out: Path) -> None:
    """Writes a report of the study in a folder as a self-contained page.

    Args:
        folder: folder of the study.
        out: path of the HTML file.

    Raises:
        RaftupError: if the folder contains no study.
        OSError: if `out` cannot be written.
    """
    record = read_record(folder)
    dataset = read_dataset(folder)
    write_page(
        "raftup.study",
        "study.html.j2",
        out,
        title=dataset.attrs["title"] or folder.name,
        description=str(record.specification.model.get("description", "")),
        done=dataset.attrs["cases_done"],
        failed=dataset.attrs["cases_failed"],
        total=dataset.status.size,
        axes=_axes(record),
        cost=_cost(dataset),
        trials=_trials(record),
        sections=list(_sections(folder, record, dataset)),
        failures=_failures(dataset),
        version=record.version,
        databases=record.digests,
    )


def _sections(folder: Path, record: StudyRecord, dataset: xr.Dataset) -> Iterator[Section]:
    """Yields the sections for which the study has results."""
    yield _largest(dataset)
    warned = warned_cases(dataset, folder)
    if warned:
        yield _warnings(dataset, warned)
    if "displacement_std" in dataset and dataset.attrs["cases_done"]:
        for make in (_surfaces, _headings, _convergence):
            section = make(record, dataset)
            if section.figures:
                yield section
        predicted = predict_deviations(folder, dataset)
        if predicted is not None:
            yield _prediction(record, dataset, predicted)
    if record.specification.model["statistics"]["limits"]:
        yield _limits(record, dataset)
    if record.specification.fatigue:
        yield _fatigue(record, dataset)
    if record.specification.extremes:
        yield _extremes(record, dataset)
    section = _return_values(record, dataset)
    if section.rows:
        yield section


def _picture(figure: Figure) -> str:
    return data_uri(*encoded(figure, vector=False))


def _axes(record: StudyRecord) -> list[list[str]]:
    rows = [["axis", "places", "writes", "from", "to"]]
    for axis in record.specification.axes:
        for coordinate, values in axis.values.items():
            fields = ", ".join(axis.paths[coordinate])
            ends = (min(values), max(values)) if _ordered(values) else (values[0], values[-1])
            rows.append([coordinate, str(len(axis)), fields, *(f"{end}" for end in ends)])
    return rows


def _ordered(values: Sequence[Any]) -> bool:
    return all(isinstance(value, (int, float)) for value in values)


def _cost(dataset: xr.Dataset) -> str:
    effort = effort_of(dataset)
    if effort is None:
        return "No case is done yet."
    return (
        f"A case takes {effort.case_time:.3g} s of one worker, everything included; a simulated "
        f"hour {effort.hour_time:.3g} s, which is {effort.real_time_factor:,.0f} times real time. "
        f"All but {1e3 * effort.overhead:.3g} ms of a case are steps."
    )


def _trials(record: StudyRecord) -> list[list[str]]:
    if not record.trials:
        return []
    head = ["asked for", "is", "building [s]", "a step [µs]", "a case [s]"]
    return [head] + [
        [
            trial["form"],
            ", ".join(trial["memory"]),
            f"{trial['build_time']:.3g}",
            f"{1e6 * trial['step_time']:.3g}",
            f"{trial['case_time']:.3g}",
        ]
        for trial in record.trials
    ]


def _failures(dataset: xr.Dataset) -> list[list[str]]:
    errors = dataset.error.values.ravel()
    failed = np.flatnonzero(errors != "")[:_SHOWN_FAILURES]
    rows = [[place_text(dataset, int(case)), errors[case]] for case in failed]
    return [["case", "error"], *rows] if rows else []


def _warnings(dataset: xr.Dataset, warned: Sequence[Warned]) -> Section:
    """Table of the findings of severity warning, by the number of cases that have them."""
    rows = [["finding", "cases", "the worst of them", "which is"]]
    rows += [[one.name, str(one.count), one.message, one.worst] for one in warned]
    note = (
        f"{dataset.attrs['cases_warned']} of {dataset.status.size} cases warn. What their numbers "
        "are of, the model does not hold for. With --strict they fail."
    )
    return Section("Cases that warn", note, rows)


def _largest(dataset: xr.Dataset) -> Section:
    """Table of the largest value of each component over all cases (of minima the smallest)."""
    rows = [["", "largest", "unit", "case"]]
    axes = dataset.status.dims
    for name, values in dataset.data_vars.items():
        if not str(name).endswith(("_max", "_min", "_std", "_weibull_maximum")) or not values.size:
            continue
        find = np.nanargmin if str(name).endswith("_min") else np.nanargmax
        many = values.sizes.get("body", 0) > MOST_BODIES
        dims = (*axes, "body") if many else axes
        stacked = values.stack(case=dims) if dims else values.expand_dims("case")
        for label, unit, numbers in _numbers(stacked):
            if np.isfinite(numbers).any() and np.nanmax(np.abs(numbers)) > 0.0:
                place, owner = int(find(numbers)), ""
                largest = f"{numbers[place]:.4g}"
                if many:
                    place, body = divmod(place, values.sizes["body"])
                    owner = f" of {values.body.values[body]}"
                what = f"{name} {label}".strip() + owner
                rows.append([what, largest, unit, place_text(dataset, place)])
    note = (
        "Over all cases, of minima the smallest; of many bodies that of the body with it. Run the "
        "case again with raftup study --case to see its time series."
    )
    return Section("Largest values", note, rows)


def _numbers(values: xr.DataArray) -> Iterator[tuple[str, str, np.ndarray[Any, Any]]]:
    """Yields label, unit and values over the dimension `case` of each component of an output.

    Angles are in degrees, as in figures.
    """
    units = str(values.attrs.get("units", "")).split(",")
    others = [name for name in values.dims if name != "case"]
    for place in np.ndindex(*(values.sizes[name] for name in others)):
        at = dict(zip(others, place, strict=True))
        labels = (str(values[name].values[at[name]]) for name in others if name in values.coords)
        unit = units[place[-1]] if len(units) > 1 else units[0]
        shown, unit = in_degrees(values.isel(at).values, unit)
        yield " ".join(labels), unit, shown


def _surfaces(record: StudyRecord, dataset: xr.Dataset) -> Section:
    roles = roles_of(record.specification)
    figures = []
    if {"height", "period"} <= roles.keys():
        for name in (name for name in _TITLES if name in dataset):
            shown = extremes_of_many(_mean_over_seeds(record, dataset[name]))
            for body in map(str, shown.body.values):
                title = f"{body}: {_TITLES[name]}"
                values = shown.sel(body=body)
                figure = plot_surface(values, roles["height"], roles["period"], title)
                figures += [] if figure is None else [_picture(figure)]
    note = (
        "Mean over seeds, largest of all headings and other axes; dots are the sea states that "
        "were run."
    )
    return Section("Over wave height and period", note, figures=figures)


def _headings(record: StudyRecord, dataset: xr.Dataset) -> Section:
    heading = roles_of(record.specification).get("heading")
    figures = []
    if heading is not None and dataset.sizes[heading.axis] > 1:
        for name in (name for name in _TITLES if name in dataset):
            shown = extremes_of_many(_mean_over_seeds(record, dataset[name]))
            bodies = [str(body) for body in shown.body.values]
            figures.append(_picture(plot_headings(shown, heading, bodies, _TITLES[name])))
    return Section(
        "Over heading",
        "Where waves go, 0 along +x. Mean over seeds, largest of the rest.",
        figures=figures,
    )


def _mean_over_seeds(record: StudyRecord, values: xr.DataArray) -> xr.DataArray:
    """Mean over the seeds; means over other axes would not describe a vessel."""
    seed = roles_of(record.specification).get("seed")
    return values if seed is None else values.mean(seed.axis, keep_attrs=True)


def _convergence(record: StudyRecord, dataset: xr.Dataset) -> Section:
    seed = roles_of(record.specification).get("seed")
    confidence = record.specification.confidence
    figures = []
    if seed is not None and "displacement_max" in dataset:
        maxima = extremes_of_many(dataset.displacement_max)
        for body in map(str, maxima.body.values):
            figure = plot_convergence(maxima, seed, body, confidence)
            figures += [] if figure is None else [_picture(figure)]
    note = (
        "Most probable maximum of a case by a Gumbel fit to the maxima of the first seeds, in the "
        f"case with the largest mean; shaded: {100 * confidence:.0f} % confidence."
    )
    return Section("Convergence of extremes", note, figures=figures)


def _prediction(record: StudyRecord, dataset: xr.Dataset, predicted: xr.DataArray) -> Section:
    seed = roles_of(record.specification).get("seed")
    simulated, predicted = dataset.displacement_std, predicted.assign_coords(body=dataset.body)
    if predicted.sizes["body"] > MOST_BODIES:
        name = f"all {predicted.sizes['body']} bodies"
        simulated = simulated.rename(body="member").expand_dims(body=[name])
        predicted = predicted.rename(body="member").expand_dims(body=[name])
    figures = [
        _picture(plot_prediction(simulated, predicted, seed, str(body)))
        for body in predicted.body.values
    ]
    note = (
        "Every dot is a case, of many bodies one of a case and body; its bar reaches over the "
        "seeds. Only linear loads are predicted."
    )
    return Section("Against the frequency domain", note, figures=figures)


def _limits(record: StudyRecord, dataset: xr.Dataset) -> Section:
    found = operability(dataset, dict(record.specification.allowed))
    rows = [["limit", "allowed share of the time", "operable cases", "share of the time beyond"]]
    rows += [
        [one.limit, f"{one.allowed:.2%}", f"{one.operable:.2%}", f"{one.exceeded:.3%}"]
        for one in found
    ]
    return Section("Operability", "Cases count by the probability of their places.", rows)


def _fatigue(record: StudyRecord, dataset: xr.Dataset) -> Section:
    specification = record.specification
    interval = f"{100 * specification.confidence:g} % interval over the seeds"
    rows = [["detail", "damage in a year, or equivalent load", interval]]
    for one in yearly_fatigue(dataset, specification, specification.confidence):
        known = np.isfinite(one.mean.low)
        ends = f"{one.mean.low:.4g} to {one.mean.high:.4g}" if known else ""
        rows.append([one.name, f"{one.mean.value:.4g}", ends])
    note = (
        "Miner's sum over rainflow cycles, every case for its share of a year; equivalent loads "
        "of the time of a case."
    )
    return Section("Fatigue", note, rows)


def _extremes(record: StudyRecord, dataset: xr.Dataset) -> Section:
    """Table with the severest case for every entry, or sea state for methods of maxima."""
    specification = record.specification
    rows = [["", "", "expected", "interval", "observed there", "case"]]
    for entry in specification.extremes:
        for side in SIDES:
            severest = severest_extreme(dataset, specification, entry, side)
            if severest is None:
                rows.append([entry.name, side, "none", "", "", ""])
            else:
                value, low, high, observed, where = severest
                numbers = [f"{value:.4g}", f"{low:.4g} to {high:.4g}", f"{observed:.4g}"]
                rows.append([entry.name, side, *numbers, where])
    note = (
        f"Of the severest case, in the unit of the output, {100 * specification.confidence:g} % "
        "intervals. Methods of peaks answer for each case, gev and gumbel for the seeds of a state."
    )
    return Section("Extremes", note, rows)


def _return_values(record: StudyRecord, dataset: xr.Dataset) -> Section:
    """Table of return values; empty unless the study has probabilities and enough seeds."""
    seed = roles_of(record.specification).get("seed")
    rows = []
    if seed is not None and any(len(axis.probability) for axis in record.specification.axes):
        for name in (str(name) for name in dataset.data_vars if str(name).endswith("_max")):
            found = return_values(dataset, name, seed.axis).rename(years="case")
            if "body" in found.dims:
                found = extremes_of_many(found)
            rows += [
                [f"{name} {label}".strip(), unit, *(f"{number:.4g}" for number in numbers)]
                for label, unit, numbers in _numbers(found)
                if np.isfinite(numbers).all()
            ]
    note = (
        "Exceeded once in so many years in the mean, every sea state for its share of the time; "
        "maxima over the seeds by a Gumbel distribution, which few seeds do not tell that far out."
    )
    years = [f"{period:g} {'year' if period == 1.0 else 'years'}" for period in RETURN_PERIODS]
    return Section("Long term", note, [["", "unit", *years], *rows] if rows else [])
