"""JSON Schema of the fields for fatigue, extremes and contours in study files."""

from __future__ import annotations

from typing import Any

from describe.parts import NAME, mapping, said
from raftup.extremes.contour_reading import CONTOUR_METHODS, DEFAULT_COUNT
from raftup.extremes.estimate import METHODS, METHODS_OF_MAXIMA, THREE_HOURS
from raftup.fatigue import MEAN_CORRECTIONS

_POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}
_POWER = {"type": "number", "minimum": -300, "maximum": 300}
_STRESS = "the unit of the output times `scale`"


def output_fields(of: str) -> dict[str, Any]:
    """Schemas of the fields name, output and component.

    Args:
        of: noun for the quantity that is named, in the description of the name.
    """
    component = {"type": "integer", "minimum": 0, "default": 0}
    return {
        "name": said(f"Unique name of the {of}.", NAME),
        "output": said("Name of the output.", NAME),
        "component": said("Index of the component of the output, from 0.", component),
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
        "slope": said(
            "Slope m of the S-N curve N = intercept / range^m, given with `intercept` "
            "instead of `curve`, `tn` or `del`.",
            _POSITIVE,
        ),
        "intercept": said(
            f"Number of cycles to failure at the range 1 in {_STRESS}.",
            _POSITIVE,
        ),
        "curve": said("S-N curve with one or two slopes.", _reference("StressCurve")),
        "tn": said("T-N curve of a mooring line.", _reference("TensionCurve")),
        "del": said(
            "Damage-equivalent load (sum n R^m / equivalent_cycles)^(1/m) of n cycles with "
            "each range R.",
            _reference("EquivalentLoad"),
        ),
        "scale": said(
            "Factor of the output, such as the stress per unit of force; not 0.",
            {"type": "number", "default": 1},
        ),
        "mean": said(
            "Corrected range of a cycle with the range S, the mean m and the largest "
            "value S_max, where U is the ultimate strength and g an exponent: S for none, "
            "S/(1 - m/U) for goodman, S/(1 - (m/U)^2) in tension for gerber, 2 sqrt(S_max "
            "S/2) for smith_watson_topper, 2 S_max^(1-g) (S/2)^g for walker.",
            {"enum": list(MEAN_CORRECTIONS), "default": "none"},
        ),
        "ultimate": said(f"Ultimate strength U for goodman and gerber, in {_STRESS}.", _POSITIVE),
        "walker_exponent": said("Exponent g for walker.", walker),
    }
    laws = [{"required": [name]} for name in ("slope", "curve", "tn", "del")]
    return {
        **said(
            "A fatigue detail: the damage by Miner's sum over the rainflow cycles of one "
            "component of an output (ASTM E1049, the residue as half cycles), or its "
            "damage-equivalent load.",
            mapping(properties, "name", "output"),
        ),
        "oneOf": laws,
        "dependencies": {"slope": ["intercept"], "intercept": ["slope"]},
    }


def _reference(name: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": f"#/definitions/{name}"}]}  # other keywords beside $ref are ignored


def _stress_curve() -> dict[str, Any]:
    properties = {
        "slope": said("Slope m1.", _POSITIVE),
        "log10_intercept": said(
            f"Logarithm log10(a1) of the number of cycles to failure at the range 1 in {_STRESS}.",
            _POWER,
        ),
        "second_slope": said("Slope m2 > m1 for large numbers of cycles.", _POSITIVE),
        "second_log10_intercept": said(
            "Logarithm log10(a2) of the intercept of the second slope.", _POWER
        ),
        "thickness": said(
            "Thickness t of the plate, in the unit of `reference_thickness`.", _POSITIVE
        ),
        "reference_thickness": said(
            "Reference thickness t_ref; for a thicker plate every range is multiplied by "
            "(t/t_ref)^exponent.",
            _POSITIVE,
        ),
        "exponent": said("Exponent of the ratio of the thicknesses.", _POSITIVE),
    }
    text = (
        "S-N curve N(S) = max(a1 S^-m1, a2 S^-m2) with one or two slopes; there is no "
        "default curve."
    )
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
            "mean_load": said("Mean tensions divided by the breaking load, ascending.", numbers),
            "factor": said(
                "Factor K at each of these mean tensions; ln K is interpolated linearly between "
                "them.",
                numbers,
            ),
        },
        "mean_load",
        "factor",
    )
    properties = {
        "breaking_load": said(f"Minimum breaking load MBL, in {_STRESS}.", _POSITIVE),
        "slope": said("Slope m.", _POSITIVE),
        "factor": said(
            "Factor K: one number, or a table over the mean tension.", {"anyOf": [_POSITIVE, table]}
        ),
    }
    required = ("breaking_load", "slope", "factor")
    return said("T-N curve N = K (range/MBL)^-m of a mooring line.", mapping(properties, *required))


def _equivalent_load() -> dict[str, Any]:
    properties = {
        "slope": said("Slope m.", _POSITIVE),
        "equivalent_cycles": said(
            "Number of cycles of the equivalent load in the duration of a case.", _POSITIVE
        ),
    }
    text = (
        "A damage-equivalent load: the constant range that does the same damage in a "
        "given number of cycles."
    )
    return said(text, mapping(properties, "slope", "equivalent_cycles"))


def _extreme() -> dict[str, Any]:
    share = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
    over_seeds = " and ".join(METHODS_OF_MAXIMA)
    properties = {
        **output_fields("estimate"),
        "method": said(
            "Method: pot, weibull_tail and acer use the peaks between up-crossings of the mean in "
            f"each case, at least 30; {over_seeds} use the largest value of each seed.",
            {"enum": list(METHODS), "default": "pot"},
        ),
        "duration": said(
            "Duration to which the largest and smallest values refer.",
            {**_POSITIVE, "x-unit": "s", "default": THREE_HOURS},
        ),
        "probability": said(
            "Probability that the largest value in this duration is below the estimate.",
            share,
            **{"x-default": "exp(-1), that of the level that is exceeded once on average"},
        ),
    }
    text = (
        "An estimate of the largest and smallest values of one component of an output, "
        "with confidence intervals."
    )
    return said(text, mapping(properties, "name", "output"))


def _height_law() -> dict[str, Any]:
    location = {"type": "number", "minimum": 0, "x-unit": "m", "default": 0}
    properties = {
        "shape": said("Shape of the distribution.", _POSITIVE),
        "scale": said("Scale of the distribution.", {**_POSITIVE, "x-unit": "m"}),
        "location": said("Lower bound of the wave heights.", location),
    }
    text = (
        "Weibull distribution of the wave heights, P(H < h) = 1 - exp(-((h - "
        "location)/scale)^shape)."
    )
    return said(text, mapping(properties, "shape", "scale"))


def _period_law() -> dict[str, Any]:
    three = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
    properties = {
        "mu": said(
            "Coefficients a0, a1, a2 of the mean a0 + a1 h^a2 of ln T, with T in s and h in m.",
            three,
        ),
        "sigma": said(
            "Coefficients b0, b1, b2 of the standard deviation b0 + b1 exp(b2 h) of ln T.", three
        ),
    }
    text = "Lognormal distribution of the wave period T for a given wave height h."
    return said(text, mapping(properties, "mu", "sigma"))


def _contour() -> dict[str, Any]:
    count = {"type": "integer", "minimum": 3, "default": DEFAULT_COUNT}
    lowest = {"type": "number", "x-unit": "m", "default": 0}
    properties = {
        "method": said(
            "Method: iform, the inverse first-order reliability method.",
            {"enum": list(CONTOUR_METHODS), "default": "iform"},
        ),
        "return_period": said(
            "Return period of the sea states of the contour.", {**_POSITIVE, "x-unit": "year"}
        ),
        "state_duration": said(
            "Duration of a sea state.", {**_POSITIVE, "x-unit": "s", "default": THREE_HOURS}
        ),
        "height": said(
            "Distribution of the first coordinate, the wave height.", _reference("HeightLaw")
        ),
        "period": said(
            "Distribution of the second coordinate, the wave period, for a given height.",
            _reference("PeriodLaw"),
        ),
        "csv": said(
            "Path, relative to this file, of a CSV file of sea states to which the "
            "distributions are fitted, instead of `height` and `period`; it has a column "
            "for each coordinate and, optionally, the column `probability`.",
            NAME,
        ),
        "count": said("Number of sea states along the whole contour.", count),
        "lowest": said("Lowest wave height; sea states with a lower one are left out.", lowest),
    }
    text = (
        "An environmental contour: sea states, by wave height and period, with a given "
        "return period."
    )
    return said(text, mapping(properties, "return_period"))
