import assert from "node:assert/strict";
import { test } from "node:test";
import { byOwner, partOf } from "../source/variable_names.ts";

test("outputs stand below what has them, in the order in which they come", () => {
  const [position, tension, velocity] = [
    { name: "barge.position" },
    { name: "line.tension" },
    { name: "barge.velocity" },
  ];
  assert.deepEqual(byOwner([position, tension, velocity]), [
    ["barge", [position, velocity]],
    ["line", [tension]],
  ]);
  assert.deepEqual(byOwner([]), []);
});

test("a name without a dot is its own owner and its own part", () => {
  assert.equal(partOf("barge.force.total"), "force.total");
  assert.equal(partOf("depth"), "depth");
  assert.deepEqual(byOwner([{ name: "depth" }]), [["depth", [{ name: "depth" }]]]);
});
