import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../source/generated/raftup/v1/model_pb.ts";
import { columnsOf, layoutOf } from "../source/view/layout.ts";

const line = (name: string, body1: string, body2: string) => ({
  name,
  kind: { case: "pointSpring", value: { body1, point1: [1, 0, 0], body2, point2: [] } },
});
const model = {
  bodies: ["ship", "tug"].map((name) => ({ name, mass: 1000, shapes: [], centerOfMass: [] })),
  loads: [line("hawser", "ship", "tug"), line("mooring", "ship", "")],
  contactReaders: [],
  shapes: [],
} as unknown as Model;
const outputs = ["ship.position", "ship.orientation", "tug.position", "hawser.tension", "mooring.tension"];

test("bodies without a pose are named, and nothing that ends at them is drawn", () => {
  const layout = layoutOf(model, new Set(outputs));
  assert.deepEqual(
    layout.bodies.map(({ name }) => name),
    ["ship"],
  );
  assert.deepEqual(layout.unseen, ["tug"]);
  assert.deepEqual(columnsOf(layout, ""), ["ship.position", "ship.orientation", "mooring.tension"]);
  const whole = layoutOf(model, new Set([...outputs, "tug.orientation"]));
  assert.deepEqual(
    whole.lines.map(({ name, places }) => [name, places.map(({ body }) => body)]),
    [
      ["hawser", ["ship", "tug"]],
      ["mooring", ["ship", ""]],
    ],
  );
});
