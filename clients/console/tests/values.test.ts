import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../source/format.ts";
import { parseValues } from "../source/values.ts";
import { force } from "../source/format.ts";

test("values come from a field each or from one line", () => {
  assert.deepEqual(parseValues(["1", " -2.5e3 ", "0"], 3), [1, -2500, 0]);
  assert.deepEqual(parseValues(["1, 2;3\n4"], 4), [1, 2, 3, 4]);
});

test("what is no number, or too few of them, is refused with the rule", () => {
  assert.throws(() => parseValues(["1", "", "3"], 3), /value 2 is “”/);
  assert.throws(() => parseValues(["Infinity"], 1), /must be a number/);
  assert.throws(() => parseValues(["1 2"], 3), /must be 3 values, there are 2/);
  assert.throws(() => parseValues([""], 1), /must be 1 values, there are 0/);
});

test("forces have a prefix", () => {
  assert.deepEqual([999, -1500, 2.5e6].map(force), ["999 N", "-1.5 kN", "2.5 MN"]);
});

test("what is nothing has no sign", () => {
  assert.deepEqual([-0.001, -0.006, 0, -1.5, Number.NaN].map(fixed), ["0.00", "-0.01", "0.00", "-1.50", "NaN"]);
});
