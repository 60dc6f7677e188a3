import assert from "node:assert/strict";
import { test } from "node:test";
import { keptApart } from "../source/view/labels.ts";

test("labels that would cover each other give way upwards, others stay", () => {
  const label = (x: number, y: number, visible = true) => ({ x, y, width: 60, visible });
  assert.deepEqual(keptApart([label(100, 50), label(120, 55), label(300, 52)], 20), [35, 55, 52]);
  assert.deepEqual(keptApart([label(100, 50), label(120, 50, false)], 20), [50, 50]);
  assert.deepEqual(keptApart([label(0, 60), label(0, 60), label(0, 60)], 20), [60, 40, 20]);
});
