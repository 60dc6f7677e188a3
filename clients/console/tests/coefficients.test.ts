import assert from "node:assert/strict";
import { test } from "node:test";
import { corners } from "../source/charts/corners.ts";
import { difference, overFrequency, pairUnit, placeOf, quadraticOf, transferOf } from "../source/datasets.ts";

test("coefficients lie as [frequency, influenced, radiating]", () => {
  const values = Array.from({ length: 2 * 6 * 6 }, (_, i) => i);
  assert.deepEqual(overFrequency({ shape: [2, 6, 6], values, units: "" }, 2, 4), [16, 52]);
});

test("excitation is modulus and phase of re and im", () => {
  // [complex, 1 frequency, 2 directions, 2 dofs]
  const dataset = { shape: [2, 1, 2, 2], values: [0, 0, 0, 3, 0, 0, 0, 4], units: "" };
  const { modulus, phase } = transferOf(dataset, 1, 1);
  assert.deepEqual(modulus, [5]);
  assert.ok(Math.abs(phase[0]! - (Math.atan2(4, 3) * 180) / Math.PI) < 1e-12);
  const qtf = { shape: [2, 1, 2, 2], values: [1, 2, 3, 4, 0, 0, 4, 3], units: "" };
  assert.deepEqual(quadraticOf(qtf, 0), [
    [1, 5],
    [2, 5],
  ]);
});

test("lines differ relative to the largest value of either", () => {
  assert.equal(difference([1, -4], [1, -3]), 0.25);
  assert.equal(difference([0, 0], [0, 0]), 0);
});

test("the unit is that of translations, mixed terms or rotations", () => {
  assert.deepEqual(
    [
      [0, 2],
      [1, 3],
      [4, 5],
    ].map(([i, j]) => pairUnit("kg, kg m, kg m2", i!, j!)),
    ["kg", "kg m", "kg m2"],
  );
  assert.equal(pairUnit("N", 4, 4), "N");
});

test("a finding says of which body, dof and frequency it is", () => {
  const message = "damping must follow to 2 %, differs by 6.13 % in hemisphere roll at 4.4 rad/s";
  assert.deepEqual(placeOf({ message }, ["barge", "hemisphere"]), { body: 1, dof: 3, omega: 4.4, node: 0 });
  assert.equal(placeOf({ message: `nodes[2]: ${message}` }, ["barge", "hemisphere"])!.node, 2);
  assert.equal(placeOf({ message: "gravity is 9.80665" }, ["barge"]), null);
});

test("a ring begins to the right and turns to the left; what is not known is left out", () => {
  const [right, up] = corners([0, 90, 180], [2, 1, null], 2) as [[number, number], [number, number]];
  assert.deepEqual(right, [365, 200]);
  assert.ok(Math.abs(up[0] - 200) < 1e-9 && Math.abs(up[1] - 117.5) < 1e-9);
  assert.equal(corners([0, 90, 180], [2, 1, null], 2).length, 2);
});
