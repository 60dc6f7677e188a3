import assert from "node:assert/strict";
import { test } from "node:test";
import { axesOf, coordinate, nodeName, nodesAlong, nodesOf } from "../source/family_nodes.ts";

const nodes = nodesOf([0, 30, 0, 0, 20, 0, 5, 20, 0, 0, 20, Math.PI / 2, 0, 25, 0]);

test("nodes on a line through one of them come in the order of their axis", () => {
  assert.deepEqual(nodesAlong(nodes, 1, 1), [1, 4, 0]);
  assert.deepEqual(nodesAlong(nodes, 1, 0), [1, 2]);
  assert.deepEqual(nodesAlong(nodes, 2, 1), [2]);
});

test("only axes that lead on are offered", () => {
  assert.deepEqual(axesOf(nodes, 1), [0, 1, 2]);
  assert.deepEqual(axesOf(nodes, 0), [1]);
});

test("headings are shown in degrees", () => {
  assert.equal(coordinate(nodes[3]!, 2), 90);
  assert.equal(nodeName(nodes[3]!), "x 0 m, y 20 m, heading 90 deg");
});
