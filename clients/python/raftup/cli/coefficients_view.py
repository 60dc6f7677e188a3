"""Display of a database, as plain values and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from raftup.cli.numbers import without_round_off
from raftup.statics.database import BodyHydrostatics


def show_coefficients(console: Console, document: dict[str, Any]) -> None:
    """Prints the content of coefficients_document() as text and tables."""
    omega, depth = document["omega"], document["water_depth"]
    console.print(
        f"{document['name']}\n"
        f"bodies: {len(document['bodies'])}, {omega['count']} frequencies "
        f"{omega['first']:g} to {omega['last']:g} rad/s, "
        f"{len(document['wave_directions_deg'])} wave directions\n"
        f"water: density {document['water_density']:g} kg/m3, "
        f"depth {'infinite' if depth is None else f'{depth:g} m'}, gravity {document['gravity']:g}",
        soft_wrap=True,
    )
    table = Table("body", "volume [m3]", "center of gravity [m]", "heave period [s]")
    for body in document["bodies"]:
        center = ", ".join(f"{value:g}" for value in body["center_of_gravity"])
        period = f"{body['heave_period']:.2f}" if body["heave_period"] else "-"
        table.add_row(body["name"], f"{body['displaced_volume']:.1f}", center, period)
    console.print(table)
    show_database_hydrostatics(
        console, [BodyHydrostatics(**body["hydrostatics"]) for body in document["bodies"]]
    )
    if "modes" in document:
        console.print(_mode_table(document["modes"]))
    if "field_points" in document:
        console.print(f"field points with waves of the bodies: {document['field_points']}")
    if "sections" in document:
        console.print(f"sections with forces on the part ahead: {document['sections']}")
    console.print(f"datasets: {', '.join(document['datasets'])}", soft_wrap=True)
    show_findings(console, document["findings"])


def _mode_table(modes: list[dict[str, Any]]) -> Table:
    """The modes of flexible bodies with their frequencies in air and in water, each alone."""
    table = Table(
        "body",
        "mode",
        "mass [t]",
        "damping",
        "in air [rad/s]",
        "in water [rad/s]",
        title="Modes",
        title_justify="left",
    )
    for mode in modes:
        wet = f"{mode['wet_omega']:.4g}" if mode["wet_omega"] is not None else "-"
        numbers = (f"{1e-3 * mode['mass']:.5g}", f"{mode['damping_ratio']:.3g}")
        table.add_row(mode["body"], str(mode["number"]), *numbers, f"{mode['dry_omega']:.4g}", wet)
    return table


def show_database_hydrostatics(console: Console, bodies: Sequence[BodyHydrostatics]) -> None:
    """Prints a table of hydrostatics, in the units of naval architects."""
    table = Table(
        "body",
        "displacement\n[t]",
        "A_W\n[m2]",
        "LCB\n[m]",
        "LCF\n[m]",
        "GM\n[m]",
        "GM_L\n[m]",
        "TPC\n[t/cm]",
        title="Hydrostatics",
        title_justify="left",
    )
    for body in bodies:
        numbers = (
            1e-3 * body.displacement,
            body.waterplane_area,
            body.longitudinal_center_of_buoyancy,
            body.longitudinal_center_of_flotation,
            body.transverse_metacentric_height,
            body.longitudinal_metacentric_height,
            1e-5 * body.mass_per_immersion,
        )
        shown = ("-" if one is None else f"{without_round_off(one):.5g}" for one in numbers)
        table.add_row(body.name, *shown)
    console.print(table)


def show_findings(console: Console, findings: list[str]) -> None:
    """Prints the findings of checks, one line each."""
    for finding in findings:
        console.print(f"  {finding}", soft_wrap=True)
