import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "../source/csv.ts";

test("a table has a head, a line for each row, and nothing where a value is missing", () => {
  const table = csvOf(
    ["t [s]", "barge.heave [m]"],
    [
      [0, 0.5],
      [1.25, null],
    ],
  );
  assert.equal(table, '"t [s]","barge.heave [m]"\n0,1.25\n0.5,\n');
});

test("a table without rows is its head", () => {
  assert.equal(csvOf(["t [s]"], [[]]), '"t [s]"\n');
  assert.equal(csvOf(["t [s]"], []), '"t [s]"\n');
});
