import assert from "node:assert/strict";
import { test } from "node:test";
import { Detail } from "../source/view/detail.ts";

/** Frames that take so long each [ms]; the cells of the sea at the end. */
function cellsAfter(detail: Detail, count: number, spent: number, from: number): number {
  for (let i = 1; i <= count; i++) detail.frame(from + i * spent);
  return detail.cells;
}

test("slow frames lower the detail within seconds, a rest does not", () => {
  const detail = new Detail();
  detail.frame(0);
  assert.equal(cellsAfter(detail, 12, 250, 0), 64); // three seconds
  assert.equal(detail.scale, 0.5);
  const rested = new Detail();
  rested.frame(0);
  assert.equal(cellsAfter(rested, 20, 2000, 0), 128);
});

test("fast frames raise it, but not to what was too much once", () => {
  const detail = new Detail();
  detail.frame(0);
  assert.equal(cellsAfter(detail, 20, 16, 0), 256);
  cellsAfter(detail, 20, 50, 320);
  assert.equal(detail.cells, 128);
  assert.equal(cellsAfter(detail, 100, 16, 1320), 128);
});
