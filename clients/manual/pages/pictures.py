"""Pictures of the conventions: a drawing for each topic, as SVG without dates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

mpl.use("svg")
import matplotlib.pyplot as plt

BLUE, RED, GRAY, DARK = "#0b5fa5", "#b3261e", "#667079", "#1b1f23"
"""Colors with a contrast of 4.5 or more to white, on which pictures always stand."""


def draw_pictures(folder: Path) -> None:
    """Writes one picture for each topic to `_pictures/TOPIC.svg`."""
    place = folder / "_pictures"
    place.mkdir(exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": "raftup", "font.size": 11, "text.color": DARK}):
        for draw in (axes, rotations, headings, phases, added_mass, reference_point, ways):
            figure = plt.figure(figsize=(7.2, 3.2), layout="constrained")
            draw(figure)
            name = draw.__name__
            figure.savefig(place / f"{name}.svg", metadata={"Date": None}, bbox_inches="tight")
            plt.close(figure)


def axes(figure: Any) -> None:
    """World axes in the still water, body axes at the center of mass of a hull."""
    side, above = figure.subplots(1, 2)
    _plain(side, (-5, 5), (-2.6, 2.6), "seen from starboard")
    side.axhline(0.0, color=BLUE, linewidth=1.5)
    side.text(-4.9, 0.12, "still water, z = 0", color=BLUE)
    side.fill([-3, 3.4, 2.6, -2.6], [0.8, 0.8, -0.9, -0.9], color="#d5dde3", zorder=0)
    _arrow(side, (0, -0.5), (1.8, 0), RED, "x, surge")
    _arrow(side, (0, -0.5), (0, 1.8), RED, "z, heave")
    side.plot(0, -0.5, "o", color=RED)
    side.text(-0.25, -0.65, "center of mass", color=RED, ha="right")
    _plain(above, (-5, 5), (-2.6, 2.6), "seen from above")
    above.fill([-3, 2, 3.6, 2, -3], [1, 1, 0, -1, -1], color="#d5dde3", zorder=0)
    _arrow(above, (0, 0), (1.8, 0), RED, "x, to the bow")
    _arrow(above, (0, 0), (0, 1.9), RED, "y, to port: sway")
    above.plot(0, 0, "o", color=RED)


def rotations(figure: Any) -> None:
    """The three positive rotations."""
    drawn = (
        ("roll > 0\nstarboard goes down", "y, port", "z"),
        ("pitch > 0\nthe bow goes down", "x, bow", "z"),
        ("yaw > 0\nthe bow goes to port", "x, bow", "y, port"),
    )
    for one, (title, right, up) in zip(figure.subplots(1, 3), drawn, strict=True):
        _plain(one, (-2.4, 2.4), (-2.4, 2.4), title)
        turned = 12.0 if not title.startswith("pitch") else -12.0
        corners = np.array([[-1.5, -0.5], [1.5, -0.5], [1.5, 0.5], [-1.5, 0.5]])
        c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
        one.fill(*corners.T, fill=False, edgecolor=GRAY, linestyle="--")
        one.fill(*(corners @ np.array([[c, s], [-s, c]])).T, color="#d5dde3", zorder=0)
        _arrow(one, (0, 0), (1.9, 0), GRAY, right)
        _arrow(one, (0, 0), (0, 1.5), GRAY, up)
        start, end = (1.3, -0.9), (1.3, 0.9)
        if turned < 0.0:
            start, end = end, start
        bend = "arc3,rad=0.4" if turned > 0.0 else "arc3,rad=-0.4"
        arrow = {"arrowstyle": "-|>", "color": RED, "connectionstyle": bend, "linewidth": 2}
        one.annotate("", end, start, arrowprops=arrow)


def headings(figure: Any) -> None:
    """Directions of waves, and the heading of a vessel, counter-clockwise from x."""
    waves, vessel = figure.subplots(1, 2)
    _plain(waves, (-3, 3), (-2.6, 2.6), "wave direction b: where waves go")
    for angle, color in ((0, BLUE), (60, RED), (180, GRAY)):
        b = np.radians(angle)
        tip = 1.9 * np.array([np.cos(b), np.sin(b)])
        _arrow(waves, (0, 0), tuple(tip), color, f"{angle} deg")
    _plain(vessel, (-3, 3), (-2.6, 2.6), "head waves: heading 0, direction 180 deg")
    vessel.fill([-1.6, 1, 1.9, 1, -1.6], [0.6, 0.6, 0, -0.6, -0.6], color="#d5dde3", zorder=0)
    _arrow(vessel, (0, 0), (1.4, 0), RED, "bow")
    for height in (-1.3, 0.0, 1.3):
        _arrow(vessel, (2.9, height), (-0.8, 0), BLUE, "")


def phases(figure: Any) -> None:
    """An elevation, and a force whose phase of 60 deg lets it be early."""
    one = figure.subplots()
    turn = np.linspace(0.0, 2.0, 400)
    one.plot(turn, np.cos(2 * np.pi * turn), color=BLUE, label="elevation at the origin, phi = 0")
    force = np.cos(2 * np.pi * turn + np.pi / 3)
    one.plot(
        turn, force, color=RED, label="force with X = 1 exp(+i 60 deg): a sixth of a period early"
    )
    one.axhline(0.0, color=GRAY, linewidth=0.8)
    one.set(xlabel="time over period", yticks=[-1, 0, 1], ylim=(-1.2, 1.7))
    one.legend(loc="upper center", frameon=False)
    one.spines[["top", "right"]].set_visible(False)


def added_mass(figure: Any) -> None:
    """The force that a body in motion feels is minus added mass times acceleration."""
    one = figure.subplots()
    _plain(one, (-6, 6), (-1.8, 2.2), "")
    for x, name in ((-3.0, "body j: acceleration"), (3.0, "body i: force")):
        one.fill([x - 1.6, x + 1.6, x + 1.6, x - 1.6], [0.5, 0.5, -0.5, -0.5], color="#d5dde3")
        one.text(x, -0.95, name, ha="center")
    _arrow(one, (-3, 0.6), (1.4, 0), BLUE, "a")
    _arrow(one, (3, 0.6), (-1.4, 0), RED, "F = -A a")
    one.text(0.0, -1.5, "A[i, j]: row i = who feels, column j = who moves", ha="center")


def reference_point(figure: Any) -> None:
    """Coefficients belong to the center of mass at rest; others are moved there."""
    one = figure.subplots()
    _plain(one, (-5, 5), (-2.2, 2.2), "")
    one.axhline(0.8, color=BLUE)
    one.fill([-3, 3.4, 2.6, -2.6], [1.4, 1.4, -1.2, -1.2], color="#d5dde3", zorder=0)
    one.plot(0.6, -0.4, "o", color=RED)
    one.text(0.8, -0.55, "G: A, B, X, C of Raftup", color=RED)
    one.plot(0.0, 0.8, "s", color=GRAY)
    one.text(-0.2, 1.0, "O: point of the file", color=DARK, ha="right")
    _arrow(one, (0.6, -0.4), (-0.6, 1.2), GRAY, "")
    one.text(0.2, 0.35, "r = O - G", color=DARK)


def ways(figure: Any) -> None:
    """From meshes and files to results."""
    one = figure.subplots()
    _plain(one, (0, 14), (0, 6), "")
    boxes = {
        "meshes": (1.4, 4.6, GRAY),
        "files of\nother programs": (1.4, 2.6, GRAY),
        "database\nA, B, X": (5.0, 3.6, BLUE),
        "model\nYAML": (5.0, 1.0, BLUE),
        "session\nof the server": (8.8, 2.4, RED),
        "results\nNetCDF": (12.4, 4.2, BLUE),
        "clients": (12.4, 0.8, GRAY),
    }
    for name, (x, y, color) in boxes.items():
        frame = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": color}
        one.text(x, y, name, ha="center", va="center", color=color, bbox=frame)
    for start, way in (
        ((2.3, 4.5), (1.5, -0.5)),
        ((2.7, 2.8), (1.1, 0.5)),
        ((6.1, 3.3), (1.3, -0.5)),
        ((5.9, 1.2), (1.5, 0.7)),
        ((10.3, 2.9), (1.2, 0.8)),
        ((10.2, 1.9), (1.4, -0.8)),
    ):
        _arrow(one, start, way, DARK, "")


def _plain(one: Any, x: tuple[float, float], y: tuple[float, float], title: str) -> None:
    one.set(xlim=x, ylim=y, aspect="equal", title=title)
    one.axis("off")
    one.title.set_fontsize(11)


def _arrow(
    one: Any, start: tuple[float, float], way: tuple[float, float], color: str, name: str
) -> None:
    end = (start[0] + way[0], start[1] + way[1])
    arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "shrinkA": 0, "shrinkB": 0}
    one.annotate("", end, start, arrowprops=arrow)
    if name:
        right, up = way[0] > abs(way[1]), way[1] > 0.0
        x = end[0] + (0.1 if right or up else -0.1 if way[1] == 0.0 else 0.0)
        aligned = "left" if right or up else "right" if way[0] < 0.0 else "center"
        one.text(x, end[1] + (0.12 if up or right else -0.12), name, color=color, ha=aligned)
