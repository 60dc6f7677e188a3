"""Tools that read: explanations, checks, contents, natural modes, responses."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field as Described

from raftup._generated.finding_pb2 import Severity
from raftup.base.errors import ModelError, RaftupError, bad_field
from raftup.contents import coefficients_document, model_contents
from raftup.frequency_domain.computation import ResponseOptions
from raftup.frequency_domain.linear_model import RADIATION_DATA
from raftup.frequency_domain.motions_document import modes_document, shape_text
from raftup.frequency_domain.sea_overrides import sea_overrides
from raftup.mcp.answers import (
    MOST_ROWS,
    Check,
    Contents,
    Field,
    Finding,
    JobAnswer,
    Response,
    Table,
)
from raftup.mcp.jobs import Jobs
from raftup.mcp.vocabulary import example_of, fields_with
from raftup.mcp.workplace import Workplace
from raftup.model import load_model
from raftup.model.convert import enum_short_name
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.response import response
from raftup.schema import SchemaKind, explain

if TYPE_CHECKING:
    import xarray as xr

_T = TypeVar("_T")

_MODEL_SUFFIXES = frozenset({".yaml", ".yml", ".json"})
_MOST_MODES = 40  # rows of the table: a farm of six buoys
_MOST_FREQUENCIES, _MOST_DIRECTIONS = 12, 4  # of operators, if the caller names none

ModelName = Annotated[str, Described(description="Model file, relative to the root folder.")]
Overrides = Annotated[
    dict[str, Any] | None,
    Described(description="Values by their path in the model, as {'bodies[0].mass': 2e6}."),
]


class ReadingTools:
    """Tools that change nothing."""

    def __init__(self, workplace: Workplace, client: Client, jobs: Jobs) -> None:
        self._workplace, self._client, self._jobs = workplace, client, jobs

    def explain(
        self,
        path: Annotated[
            str,
            Described(description="Path such as bodies.mass, or a word to search for; '' = all."),
        ] = "",
        kind: Annotated[
            Literal["model", "study", "hydro", "validation"],
            Described(description="Kind of the file."),
        ] = "model",
    ) -> Field:
        """Explain a field of a file: meaning, type, unit, range, default, fields inside.

        A word that is no path gives the fields in whose name or meaning it occurs.
        """
        schema = SchemaKind(kind)
        try:
            told = explain(path, schema)
        except RaftupError:
            found = fields_with(path, schema)
            if not found:
                raise
            meaning = f"no field has this path; fields in which {path!r} occurs"
            return Field(
                path=path, meaning=meaning, type="", unit="", range="", default="",
                required=False, example="", values=[], fields=found,
            )  # fmt: skip
        return Field(
            path=told.path,
            meaning=told.meaning,
            type=told.type,
            unit=told.unit,
            range=told.range,
            default=told.default,
            required=told.required,
            example=example_of(told),
            values=[{"name": name, "meaning": text} for name, text in told.values.items()],
            fields=[{"path": name, "meaning": text} for name, text in told.fields.items()],
        )

    def check_model(
        self,
        file: Annotated[str, Described(description="Model file, relative to the root.")] = "",
        text: Annotated[str, Described(description="A model as YAML, in place of a file.")] = "",
        overrides: Overrides = None,
    ) -> Check:
        """Check a model as a run does, and tell every broken rule with its path and a hint."""
        if bool(file) == bool(text):
            raise bad_field("file, text", "must not be given together, and one of them must be")

        def check() -> Check:
            try:
                with self._workplace.confined():
                    source = (
                        self._workplace.model(file, overrides)
                        if file
                        else load_model(self._workplace.text(text))
                    )
                    session = self._client.check_model(source, overrides)
            except ModelError as error:
                return Check(ok=False, findings=list(_violations(error)))
            found = [
                Finding(
                    severity=enum_short_name(Severity.DESCRIPTOR, one.severity),
                    path="",
                    message=one.message,
                    hint="",
                )
                for one in session.findings
            ]
            return Check(ok=True, findings=found)

        return self._compute("check_model", check)

    def inspect(
        self,
        file: Annotated[str, Described(description="Model file or hydrodynamic database.")],
    ) -> Contents:
        """Contents of a model or a database: masses, natural periods, hydrostatics, findings."""

        def contents() -> Contents:
            with self._workplace.confined():
                if Path(file).suffix.lower() in _MODEL_SUFFIXES:
                    model = self._workplace.model(file)
                    found = model_contents(self._client, model)
                    return Contents(kind="model", contents=_short(found.document))
                database = self._workplace.existing("file", file)
                stored = self._client.upload_database(database, accepted_checks=("all",))
                table = self._client.read_coefficients(stored.name)
                return Contents(kind="database", contents=coefficients_document(table))

        return self._compute("inspect", contents)

    def modes(
        self,
        model: ModelName,
        overrides: Overrides = None,
        data: Annotated[
            Literal["memory", "file"],
            Described(description="Radiation: as fitted for runs, or as in the database."),
        ] = "memory",
    ) -> Table:
        """Natural periods, damping ratios and shapes of a model about its equilibrium."""

        def modes() -> Table:
            with self._workplace.confined():
                linear = self._client.linearize(
                    self._workplace.model(model, overrides),
                    overrides,
                    radiation=RADIATION_DATA[data],
                    modes=True,
                )
            document = modes_document(linear)
            rows = [
                {
                    "period_s": mode["period"],
                    "damping_ratio": mode["damping_ratio"],
                    "mostly": f"{mode['body']} {mode['dof']}",
                    "shape": shape_text(mode["shape"]),
                }
                for mode in document["modes"][:MOST_ROWS]
            ]
            still = [
                f"{motion['body']} {motion['dof']}: {motion['verdict']} at zero frequency"
                for motion in document["free_motions"]
                if motion["verdict"] != "stable"
            ]
            return Table(rows=rows, findings=[*document["findings"], *still])

        return self._compute("modes", modes)

    def response(
        self,
        model: ModelName,
        periods_s: Annotated[
            list[float] | None, Described(description="Wave periods of operators; default: 12.")
        ] = None,
        headings_deg: Annotated[
            list[float] | None,
            Described(description="Directions that waves travel to; default: 4."),
        ] = None,
        hs_m: Annotated[
            float | None, Described(description="Significant wave height of a JONSWAP sea.")
        ] = None,
        tp_s: Annotated[float | None, Described(description="Its peak period.")] = None,
        direction_deg: Annotated[
            float, Described(description="Direction that this sea travels to.")
        ] = 0.0,
        overrides: Overrides = None,
    ) -> Response:
        """Motions in waves by the linear equations: operators per m, statistics in the sea."""
        sea = sea_overrides(hs_m, tp_s, 3.3, direction_deg)

        def compute() -> Response:
            changed = {**(overrides or {}), **sea}
            options = ResponseOptions(periods=periods_s, headings=headings_deg)
            with self._workplace.confined():
                file = self._workplace.model(model, overrides)
                return _response(response(file, self._client, changed, options=options))

        return self._compute("response", compute)

    def job(
        self,
        id: Annotated[str, Described(description="Id of a call that took longer.")],  # noqa: A002
        cancel: Annotated[bool, Described(description="End it, where it can be.")] = False,
    ) -> JobAnswer:
        """The answer of a call that takes longer than a minute; it waits for up to a minute."""
        job = self._jobs.find(id)
        if cancel and job.is_running:
            if job.cancel is None:
                raise bad_field("cancel", f"is possible for runs and studies, not for {id}")
            job.cancel()
        answer: dict[str, Any] = {}
        state, error = "done", ""
        try:
            answer = job.answer(self._jobs.patience) or {}
        except TimeoutError:
            state = "running"
        except (RaftupError, OSError) as failure:
            state, error = "failed", str(failure)
        return JobAnswer(id=id, state=state, seconds=job.seconds, error=error, answer=answer)

    def _compute(self, name: str, work: Callable[[], _T]) -> _T:
        answer: _T = self._jobs.compute(name, work)
        return answer


def _violations(error: ModelError) -> Iterator[Finding]:
    """Broken rules; what follows the semicolon of a message is its hint."""
    for one in error.violations:
        rule, _, hint = one.description.partition("; ")
        asked = f"explain('{one.path}') tells what is allowed" if one.path else ""
        yield Finding(severity="error", path=one.path, message=rule, hint=hint or asked)


def _short(contents: dict[str, Any]) -> dict[str, Any]:
    """Contents of a model without the fields of its file."""
    document = contents.pop("model")
    bodies = [
        {
            name: body[name]
            for name in ("name", "mass", "center_of_mass", "position")
            if name in body
        }
        for body in document.get("bodies", [])
    ]
    names = {
        part: [one["name"] for one in document[part] if "name" in one]
        for part in ("hydrodynamics", "loads", "joints", "inputs")
        if document.get(part)
    }
    kept = {name: found for name, found in contents.items() if found}
    return {"bodies": bodies, **names, "outputs": document.get("outputs", []), **kept}


def _response(result: xr.Dataset) -> Response:
    modes = zip(
        result.natural_period.values,
        result.damping_ratio.values,
        result.mode_name.values,
        strict=True,
    )
    return Response(
        modes=[
            {"period_s": period, "damping_ratio": ratio, "mostly": str(name)}
            for period, ratio, name in list(modes)[:_MOST_MODES]
        ],
        statistics=list(_statistics(result)),
        operators=list(_operators(result))[:MOST_ROWS],
        limits=json.loads(result.attrs["limits"]),
    )


def _statistics(result: xr.Dataset) -> Iterator[dict[str, Any]]:
    if "standard_deviation" not in result:
        return
    for body in result.body.values:
        for place, dof in enumerate(result.dof.values):
            at = {"body": body, "dof": dof}
            unit, factor = ("m", 1.0) if place < 3 else ("deg", math.degrees(1.0))
            yield {
                "motion": f"{body} {dof}",
                f"standard_deviation_{unit}": factor * float(result.standard_deviation.sel(at)),
                "mean_period_s": float(result.mean_period.sel(at)),
                f"most_probable_maximum_{unit}": factor
                * float(result.most_probable_maximum.sel(at)),
            }


def _operators(result: xr.Dataset) -> Iterator[dict[str, Any]]:
    """Amplitudes of the response operators: one row for each period, direction and body."""
    frequencies = _spread(result.sizes["omega"], _MOST_FREQUENCIES)
    directions = _spread(result.sizes["wave_direction"], _MOST_DIRECTIONS)
    for body in result.body.values:
        for direction in directions:
            for frequency in frequencies:
                at = result.rao.isel(omega=frequency, wave_direction=direction).sel(body=body)
                amplitudes = (at.sel(complex="re") ** 2 + at.sel(complex="im") ** 2) ** 0.5
                yield {
                    "body": str(body),
                    "heading_deg": math.degrees(float(result.wave_direction[direction])),
                    "period_s": float(result.period[frequency]),
                    **{
                        f"{dof}_{'m' if place < 3 else 'deg'}_per_m": float(amplitudes[place])
                        * (1.0 if place < 3 else math.degrees(1.0))
                        for place, dof in enumerate(DOFS)
                    },
                }


def _spread(count: int, most: int) -> list[int]:
    """At most `most` indices below `count`, evenly spread, with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(k * (count - 1) / (most - 1)) for k in range(most)]
