"""JSON Schema of the fields for fatigue, extremes and contours in study files."""

from __future__ import annotations

from typing import Any

from describe.parts import NAME, mapping, said
from raftup.extremes.contour_reading import CONTOUR_METHODS, DEFAULT_COUNT
from raftup.extremes.estimate import METHODS, METHODS_OF_MAXIMA, THREE_HOURS
from raftup.fatigue import MEAN_CORRECTIONS

_POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}
_POWER = {"type": "number", "minimum": -300, "maximum": 300}
_STRESS = "the output's unit times scale"


def output_fields(of: str) -> dict[str, Any]:
    """Schemas of the fields name, output and component.

    Args:
        of: noun for the quantity that is named, in the description of the name.
    """
    component = {"type": "integer", "minimum": 0, "default": 0}
    return {
        "name": said(f"Of the {of}, unique.", NAME),
        "output": said("Name of an output.", NAME),
        "component": said("Which of its numbers, from 0.", component),
    }


def fatigue_definitions() -> dict[str, Any]:
    """Definitions by name: fatigue detail, its curves, entry of extremes, contour."""
    return {
        "FatigueCurve": _detail(),
        "StressCurve": _stress_curve(),
        "TensionCurve": _tension_curve(),
        "EquivalentLoad": _equivalent_load(),
        "Extreme": _extreme(),
        "Contour": _contour(),
        "HeightLaw": _height_law(),
        "PeriodLaw": _period_law(),
    }


def _detail() -> dict[str, Any]:
    walker = {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
    properties = {
        **output_fields("damage or load"),
        "slope": said("m of N = intercept / range^m; instead of curve, tn and del.", _POSITIVE),
        "intercept": said("Cycles to failure at range 1, in the output's unit^m.", _POSITIVE),
        "curve": said("S-N curve of one or two slopes.", _reference("StressCurve")),
        "tn": said("T-N curve of a line.", _reference("TensionCurve")),
        "del": said(
            "Damage-equivalent load (sum n R^m / equivalent_cycles)^(1/m).",
            _reference("EquivalentLoad"),
        ),
        "scale": said("Stress per unit of the output.", {"type": "number", "default": 1}),
        "mean": said(
            "How the mean m of a cycle counts, U ultimate: goodman S/(1 - m/U); gerber "
            "S/(1 - (m/U)^2) in tension; smith_watson_topper 2 sqrt(S_max S/2); walker "
            "2 S_max^(1-g) (S/2)^g.",
            {"enum": list(MEAN_CORRECTIONS), "default": "none"},
        ),
        "ultimate": said(f"U of goodman and gerber, {_STRESS}.", _POSITIVE),
        "walker_exponent": said("g of walker.", walker),
    }
    laws = [{"required": [name]} for name in ("slope", "curve", "tn", "del")]
    return {
        **said(
            "Miner's sum over the rainflow cycles (ASTM E1049, residue as halves) of one number of "
            "an output, or its damage-equivalent load.",
            mapping(properties, "name", "output"),
        ),
        "oneOf": laws,
        "dependencies": {"slope": ["intercept"], "intercept": ["slope"]},
    }


def _reference(name: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": f"#/definitions/{name}"}]}  # other keywords beside $ref are ignored


def _stress_curve() -> dict[str, Any]:
    properties = {
        "slope": said("m1.", _POSITIVE),
        "log10_intercept": said(f"log10 of a1, cycles to failure at range 1 ({_STRESS}).", _POWER),
        "second_slope": said("m2 > m1 of many cycles.", _POSITIVE),
        "second_log10_intercept": said("log10 of a2.", _POWER),
        "thickness": said("t, in the unit of the reference.", _POSITIVE),
        "reference_thickness": said(
            "Ranges of a thicker plate count (t/t_ref)^exponent.", _POSITIVE
        ),
        "exponent": said("Of the thickness.", _POSITIVE),
    }
    text = "S-N curve N(S) = max(a1 S^-m1, a2 S^-m2); no rule's curve is a default."
    thickness = ["thickness", "reference_thickness", "exponent"]
    second = ["second_slope", "second_log10_intercept"]
    needs = {name: group for group in (thickness, second) for name in group}
    return {
        **said(text, mapping(properties, "slope", "log10_intercept")),
        "dependencies": needs,
    }


def _tension_curve() -> dict[str, Any]:
    numbers = {"type": "array", "items": {"type": "number"}, "minItems": 1}
    table = mapping(
        {
            "mean_load": said("Mean tension over the breaking load, ascending.", numbers),
            "factor": said("K there, linear in its logarithm in between.", numbers),
        },
        "mean_load",
        "factor",
    )
    properties = {
        "breaking_load": said(f"MBL, {_STRESS}.", _POSITIVE),
        "slope": said("m.", _POSITIVE),
        "factor": said("K, one number or over the mean tension.", {"anyOf": [_POSITIVE, table]}),
    }
    required = ("breaking_load", "slope", "factor")
    return said("T-N curve N = K (range/MBL)^-m of a line.", mapping(properties, *required))


def _equivalent_load() -> dict[str, Any]:
    properties = {
        "slope": said("m.", _POSITIVE),
        "equivalent_cycles": said("Cycles of the load in the time of a case.", _POSITIVE),
    }
    text = "The range that does the damage of all cycles in so many."
    return said(text, mapping(properties, "slope", "equivalent_cycles"))


def _extreme() -> dict[str, Any]:
    share = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
    over_seeds = " and ".join(METHODS_OF_MAXIMA)
    properties = {
        **output_fields("answer"),
        "method": said(
            "pot, weibull_tail and acer take peaks between up-crossings of the mean of each case, "
            f"30 at least; {over_seeds} take the largest value of each seed.",
            {"enum": list(METHODS), "default": "pot"},
        ),
        "duration": said(
            "For the largest value.", {**_POSITIVE, "x-unit": "s", "default": THREE_HOURS}
        ),
        "probability": said(
            "That the largest value is below the answer.",
            share,
            **{"x-default": "exp(-1): the level passed once in the mean, the most probable"},
        ),
    }
    text = "Largest and smallest values to expect of one number of an output, with an interval."
    return said(text, mapping(properties, "name", "output"))


def _height_law() -> dict[str, Any]:
    location = {"type": "number", "minimum": 0, "x-unit": "m", "default": 0}
    properties = {
        "shape": said("Of the law.", _POSITIVE),
        "scale": said("Of the law.", {**_POSITIVE, "x-unit": "m"}),
        "location": said("Below it is no height.", location),
    }
    text = "Weibull law of wave heights, P(H < h) = 1 - exp(-((h - location)/scale)^shape)."
    return said(text, mapping(properties, "shape", "scale"))


def _period_law() -> dict[str, Any]:
    three = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
    properties = {
        "mu": said("a0, a1, a2 of the mean a0 + a1 h^a2 of ln T, T in s and h in m.", three),
        "sigma": said("b0, b1, b2 of its standard deviation b0 + b1 exp(b2 h).", three),
    }
    text = "Lognormal law of periods T given the wave height h."
    return said(text, mapping(properties, "mu", "sigma"))


def _contour() -> dict[str, Any]:
    count = {"type": "integer", "minimum": 3, "default": DEFAULT_COUNT}
    lowest = {"type": "number", "x-unit": "m", "default": 0}
    properties = {
        "method": said("Inverse FORM.", {"enum": list(CONTOUR_METHODS), "default": "iform"}),
        "return_period": said("Of the contour.", {**_POSITIVE, "x-unit": "year"}),
        "state_duration": said(
            "Of a sea state.", {**_POSITIVE, "x-unit": "s", "default": THREE_HOURS}
        ),
        "height": said("Law of the first coordinate.", _reference("HeightLaw")),
        "period": said("Law of the second coordinate given the first.", _reference("PeriodLaw")),
        "csv": said(
            "Instead of both: file with a column for each coordinate and, if known, probability, "
            "to which they are fitted; relative to this one.",
            NAME,
        ),
        "count": said("Sea states around it.", count),
        "lowest": said("States of a lower first coordinate are left out.", lowest),
    }
    text = "Sea states of wave height and period that come once in some years."
    return said(text, mapping(properties, "return_period"))
