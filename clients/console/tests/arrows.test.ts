import assert from "node:assert/strict";
import { test } from "node:test";
import { pointOfAction } from "../source/view/arrows.ts";
import { columnsOf, READERS, type Layout } from "../source/view/layout.ts";
import { inFrame } from "../source/view/frames.ts";

test("a force acts on the line along which its moment is that about the point", () => {
  // F = (0, 5, 0) at (3, 7, 2) has the moment r x F = (-10, 0, 15) about the origin.
  assert.deepEqual(pointOfAction([0, 0, 0], [0, 5, 0], [-10, 0, 15]), [3, 0, 2]);
  assert.deepEqual(pointOfAction([1, 2, 3], [0, 0, 0], [1, 0, 0]), [1, 2, 3]);
});

test("the columns are poses, tensions, then the forces that are drawn", () => {
  const body = { name: "ship", box: [1, 1, 1], centerOfMass: [0, 0, 0] } as const;
  const layout: Layout = {
    bodies: [{ ...body, shapes: [], forces: ["total"], visualMesh: undefined, readings: [] }],
    unseen: [],
    lines: [{ name: "line", places: [], tension: "line.tension" }],
    readers: [{ name: "fender", body: 0 }],
    touches: false,
    surroundings: [],
  };
  assert.deepEqual(columnsOf(layout, ""), ["ship.position", "ship.orientation", "line.tension"]);
  assert.deepEqual(columnsOf(layout, "total").slice(3), ["ship.force.total"]);
  assert.deepEqual(columnsOf(layout, READERS).slice(3), [
    "fender.normal_force",
    "fender.friction_force",
    "fender.torque",
  ]);
});

test("north east down is half a turn about x", () => {
  assert.deepEqual(inFrame("NED", [1, 2, 3]), [1, -2, -3]);
  assert.deepEqual(inFrame("z up", [1, 2, 3]), [1, 2, 3]);
});
