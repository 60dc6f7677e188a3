"""Figures of maneuvering trials."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.plots.figure import COLOURS, new_figure
from raftup.trials.figures import Run, Trial
from raftup.trials.spiral import branches_of
from raftup.trials.track import Course


def plot_trial(trial: Trial) -> Figure:
    """The figure of a trial of any kind.

    Args:
        trial: trial.
    """
    return _PICTURES[trial.name](trial)


def plot_turning(trial: Trial) -> Figure:
    """Tracks in ship lengths, with advance and tactical diameter; speed and rate of turn.

    Args:
        trial: turning circles.
    """
    figure = new_figure(1, 3, 13.0, 4.6, share_x=False)
    tracks, speeds, rates = figure.axes
    scale, unit = _scale(trial)
    for run, colour in zip(trial.runs, COLOURS, strict=False):
        course = _course(run)
        side = math.copysign(1.0, course.turned[-1])
        advance, diameter = run.value("advance"), run.value("tactical_diameter")
        tracks.plot(course.transfer / scale, course.advance / scale, color=colour, label=run.label)
        aside = [0.0, side * diameter / scale]
        tracks.plot(aside, 2 * [advance / scale], color=colour, linestyle=":", linewidth=1.0)
        tracks.plot(2 * [aside[1]], [0.0, advance / scale], color=colour, linestyle=":")
        turned = np.degrees(np.abs(course.turned))
        speeds.plot(turned, course.speed / course.approach_speed, color=colour, label=run.label)
        rates.plot(turned, np.degrees(np.abs(course.yaw_rate)), color=colour, label=run.label)
    tracks.set_aspect("equal", adjustable="datalim")
    first = trial.runs[0]
    told = [first.value(name) / scale for name in ("advance", "tactical_diameter")]
    tracks.set_title(
        f"to {first.label}: advance {told[0]:.3g} {unit}, diameter {told[1]:.3g} {unit}"
    )
    _label(tracks, f"transfer to starboard [{unit}]", f"advance [{unit}]")
    _label(speeds, "change of heading [deg]", "speed over that of the approach [1]")
    speeds.set_ylim(bottom=0.0)
    _label(rates, "change of heading [deg]", "rate of turn [deg/s]")
    tracks.legend(frameon=False)
    speeds.set_title(f"{trial.title}, {trial.body}")
    return figure


def plot_zigzag(trial: Trial) -> Figure:
    """Heading and rudder of each test over time.

    Args:
        trial: zig-zag tests.
    """
    count = len(trial.runs)
    columns = 2 if count > 1 else 1
    figure = new_figure(-(-count // columns), columns, 11.0, 0.8 + 3.0 * -(-count // columns))
    for axes in figure.axes[count:]:
        axes.remove()
    for axes, run in zip(figure.axes, trial.runs, strict=False):
        course = _course(run)
        axes.plot(course.time, np.degrees(course.turned), color=COLOURS[0], label="heading")
        axes.plot(course.time, np.degrees(course.rudder), color=COLOURS[1], label="rudder")
        overshoots = [
            f"{math.degrees(run.value(f'{name}_overshoot')):.3g}" for name in ("first", "second")
        ]
        axes.set_title(f"{run.label}: overshoots {' and '.join(overshoots)} deg")
        axes.tick_params(labelbottom=True)
        _label(axes, "time since the first order [s]", "to starboard [deg]")
    figure.axes[0].legend(frameon=False)
    return figure


def plot_pull_out(trial: Trial) -> Figure:
    """Rate of turn over time, after turns to both sides.

    Args:
        trial: pull-out tests.
    """
    figure = new_figure(1, 1, 8.0, 4.5)
    (axes,) = figure.axes
    for run, colour in zip(trial.runs, COLOURS, strict=False):
        amidships = run.orders[-1].time
        time = run.track.time - amidships
        axes.plot(time, np.degrees(run.track.yaw_rate), color=colour, label=f"turn to {run.label}")
        axes.plot(time[-1], math.degrees(run.track.yaw_rate[-1]), "o", color=colour)
    axes.axvline(0.0, color=COLOURS[5], linestyle=":", label="rudder ordered amidships")
    axes.set_title(f"{trial.title}, {trial.body}")
    _label(axes, "time since the order amidships [s]", "rate of turn to starboard [deg/s]")
    axes.legend(frameon=False)
    return figure


def plot_spiral(trial: Trial) -> Figure:
    """Steady rate of turn over the rudder angle, there and back.

    Args:
        trial: spiral test.
    """
    figure = new_figure(1, 1, 7.0, 5.0)
    (axes,) = figure.axes
    run = trial.runs[0]
    branches = branches_of(run.track, run.orders, run.order_time)
    for branch, colour, name in zip(branches, COLOURS, ("to port", "to starboard"), strict=False):
        axes.plot(*np.degrees(branch).T, "o-", color=colour, label=name, markersize=4)
    width, height = (math.degrees(figure_.value) for figure_ in trial.figures[:2])
    axes.axhline(0.0, color=COLOURS[5], linewidth=0.8)
    axes.axvline(0.0, color=COLOURS[5], linewidth=0.8)
    axes.set_title(f"{trial.body}: loop {width:.3g} deg wide, {height:.3g} deg/s high")
    _label(axes, "rudder [deg], > 0 turns to starboard", "rate of turn to starboard [deg/s]")
    axes.legend(frameon=False)
    return figure


def plot_crash_stop(trial: Trial) -> Figure:
    """Track, speed and propeller speed of a stop.

    Args:
        trial: stopping test.
    """
    figure = new_figure(1, 2, 10.0, 4.5, share_x=False)
    track, speeds = figure.axes
    scale, unit = _scale(trial)
    run = trial.runs[0]
    course = _course(run)
    track.plot(course.transfer / scale, course.advance / scale, color=COLOURS[0])
    track.set_aspect("equal", adjustable="datalim")
    reach = run.value("track_reach") / scale
    track.set_title(f"track reach {reach:.3g} {unit}")
    _label(track, f"to starboard [{unit}]", f"ahead [{unit}]")
    speeds.plot(course.time, course.ahead, color=COLOURS[0], label="speed ahead [m/s]")
    speeds.plot([], [], color=COLOURS[1], label="propeller [1/s]")
    shaft = speeds.twinx()
    shaft.plot(course.time, run.track.propeller[-len(course.time) :], color=COLOURS[1])
    shaft.grid(visible=False)
    shaft.set_ylabel("propeller [1/s]")
    speeds.set_title(f"{trial.title}, {trial.body}", fontsize=8)
    _label(speeds, "time since the order [s]", "speed ahead [m/s]")
    speeds.legend(frameon=False)
    return figure


def plot_bollard(trial: Trial) -> Figure:
    """Pull and power over the speed of the propellers.

    Args:
        trial: bollard pull test.
    """
    figure = new_figure(1, 2, 9.0, 4.0, share_x=False)
    speeds = [run.value("propeller_speed") for run in trial.runs]
    for axes, name, unit in zip(figure.axes, ("pull", "shaft_power"), ("N", "W"), strict=True):
        axes.plot(speeds, [run.value(name) for run in trial.runs], "o-", color=COLOURS[0])
        _label(axes, "propeller [1/s]", f"{name.replace('_', ' ')} [{unit}]")
    figure.axes[0].set_title(f"{trial.title}, {trial.body}")
    return figure


def _course(run: Run) -> Course:
    return run.track.since(run.order_time)


def _scale(trial: Trial) -> tuple[float, str]:
    """Unit of distances in figures: ship lengths if the length is known, otherwise meters."""
    return (1.0, "m") if math.isnan(trial.length) else (trial.length, "L")


def _label(axes: Axes, across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)


_PICTURES: dict[str, Callable[[Trial], Figure]] = {
    "turning": plot_turning,
    "zigzag": plot_zigzag,
    "pull-out": plot_pull_out,
    "spiral": plot_spiral,
    "crash-stop": plot_crash_stop,
    "bollard": plot_bollard,
}
