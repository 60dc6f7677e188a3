"""A trial as an xarray.Dataset, and the models of its runs as files."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TypeAlias

import numpy as np
import xarray as xr
import yaml

from raftup._generated.model_pb2 import Model
from raftup.base.version import __version__
from raftup.model import model_document
from raftup.trials.figures import Order, Run, Trial
from raftup.trials.track import Track

_ABOUT = {
    "x": ("m", "midship, world"),
    "y": ("m", "midship, world"),
    "heading": ("rad", "to starboard of the world's x axis, without jumps"),
    "ahead": ("m/s", "velocity of midship along the bow"),
    "starboard": ("m/s", "velocity of midship to starboard"),
    "yaw_rate": ("rad/s", "to starboard"),
    "rudder": ("rad", "> 0 turns to starboard, mean of all rudders"),
    "propeller": ("1/s", "mean of all propellers"),
}

_Variable: TypeAlias = "tuple[tuple[str, ...], object, dict[str, str]]"


def trial_dataset(trial: Trial) -> xr.Dataset:
    """Makes a dataset of the tracks and results of all runs; shorter tracks end with NaN.

    Args:
        trial: trial with at least one run.
    """
    coordinates: dict[str, object] = {"run": [run.label for run in trial.runs]}
    data: dict[str, _Variable] = {}
    if trial.sails:
        longest = max((run.track.time for run in trial.runs), key=len)
        about = {"units": "s", "long_name": "simulation time"}
        coordinates["time"] = ("time", longest, about)
        data = _tracks(trial, len(longest))
    for figure in trial.runs[0].figures:
        numbers = [run.value(figure.name) for run in trial.runs]
        about = {"units": figure.unit, "long_name": figure.meaning}
        data[figure.name] = (("run",), np.array(numbers), about)
    for figure in trial.figures:
        data[figure.name] = ((), figure.value, {"units": figure.unit, "long_name": figure.meaning})
    starts = np.array([run.order_time for run in trial.runs])
    about = {"units": "s", "long_name": "time of the first order after the approach"}
    data["order_time"] = (("run",), starts, about)
    return xr.Dataset(
        data,
        coordinates,
        {
            "title": trial.title,
            "trial": json.dumps(trial.document()),
            "models": json.dumps([model_document(run.model) for run in trial.runs]),
            "raftup_version": __version__,
        },
    )


def _tracks(trial: Trial, count: int) -> dict[str, _Variable]:
    data: dict[str, _Variable] = {}
    for one in fields(Track):
        if one.name == "time":
            continue
        values = np.full((len(trial.runs), count), np.nan)
        for place, run in enumerate(trial.runs):
            values[place, : len(run.track.time)] = getattr(run.track, one.name)
        unit, meaning = _ABOUT[one.name]
        data[one.name] = (("run", "time"), values, {"units": unit, "long_name": meaning})
    return data


def trial_models(trial: Trial) -> str:
    """The model of each run as a YAML document, with the orders as comments."""
    if not trial.sails:
        orders = tuple(order for run in trial.runs for order in run.orders)
        return f"{orders_text(orders)}{model_text(trial.runs[-1].model, orders)}"
    return "---\n".join(_run_text(run) for run in trial.runs)


def _run_text(run: Run) -> str:
    return f"# {run.label}\n{orders_text(run.orders)}{model_text(run.model, run.orders)}"


def model_text(model: Model, orders: tuple[Order, ...] = ()) -> str:
    """A model file with orders as tables of its inputs, so that `raftup run` repeats the run.

    Args:
        model: model of the run.
        orders: orders that were sent.
    """
    document = model_document(model)
    for entry in document.get("inputs", []):
        sent = [order for order in orders if entry["name"] in order.values]
        if sent:
            values = [order.values[entry["name"]] for order in sent]
            entry["source"] = {"table": {"time": [order.time for order in sent], "values": values}}
    return yaml.safe_dump(document, sort_keys=False, default_flow_style=None, width=100)


def orders_text(orders: tuple[Order, ...]) -> str:
    """Orders as comments, one for each time; each order holds until the next."""
    if not orders:
        return ""
    lines = ["# sent, each held until the next [rad of rudders, 1/s of propellers]:"]
    for order in orders:
        values = ", ".join(f"{name} {value:.10g}" for name, value in order.values.items())
        lines.append(f"#   from {order.time:.9g} s: {values}")
    return "\n".join(lines) + "\n"
