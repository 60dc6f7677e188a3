import assert from "node:assert/strict";
import { test } from "node:test";
import { Box3, BufferGeometry, Vector3 } from "three";
import type { Shape } from "../source/generated/raftup/v1/shape_pb.ts";
import { solidsOf } from "../source/view/solids.ts";

const shape = (kind: string, value: object, position: number[] = [], attitudeDeg: number[] = []) =>
  ({ geometry: { case: kind, value }, position, attitudeDeg }) as unknown as Shape;

const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

/** Least and largest coordinates of all solids of a shape. */
function extent(of: Shape): number[][] {
  const box = new Box3();
  for (const solid of solidsOf(of)) {
    solid.computeBoundingBox();
    box.union(solid.boundingBox!);
  }
  return [box.min.toArray().map(rounded), box.max.toArray().map(rounded)];
}

/** Volume that triangles enclose, by the divergence theorem. */
function volume(solid: BufferGeometry): number {
  const flat = solid.index === null ? solid : solid.toNonIndexed();
  const position = flat.getAttribute("position");
  const corner = (i: number) => new Vector3().fromBufferAttribute(position, i);
  let sum = 0;
  for (let i = 0; i < position.count; i += 3) sum += corner(i).dot(corner(i + 1).cross(corner(i + 2))) / 6;
  return Math.abs(sum);
}

const circle = 16 * Math.sin(Math.PI / 16); // area of a polygon of 32 edges in a unit circle

test("parts of a composite are drawn where they are in it, and it where it is on its body", () => {
  const arm = shape("box", { size: [4, 2, 1] }, [5, 0, 0], [0, 0, 90]);
  const nested = shape("composite", { parts: [shape("sphere", { radius: 0.5 }), arm] }, [0, 0, 2]);
  const whole = shape("composite", { parts: [nested, shape("plane", {})] }, [10, 0, 0], [0, 0, 90]);
  assert.equal(solidsOf(whole).length, 2);
  assert.deepEqual(extent(whole), [
    [8, -0.5, 1.5],
    [12, 6, 2.5],
  ]);
});

test("tubes and hollow cones have the walls that they are given", () => {
  const tube = shape("hollowCylinder", { innerRadius: 1, thickness: 0.5, height: 3 }, [0, 0, 1]);
  assert.deepEqual(extent(tube), [
    [-1.5, -1.5, -0.5],
    [1.5, 1.5, 2.5],
  ]);
  assert.ok(Math.abs(volume(solidsOf(tube)[0]!) - circle * (1.5 ** 2 - 1) * 3) < 1e-5);
  const frustum = (a: number, b: number, h: number) => (circle * h * (a * a + a * b + b * b)) / 3;
  const open = shape("hollowCone", { bottomRadius: 3, topRadius: 2, height: 4, thickness: 1 });
  assert.deepEqual(extent(open), [
    [-3, -3, 0],
    [3, 3, 4],
  ]);
  assert.ok(Math.abs(volume(solidsOf(open)[0]!) - (frustum(3, 2, 4) - frustum(2, 1, 4))) < 1e-5);
  const pointed = shape("hollowCone", { bottomRadius: 3, topRadius: 0, height: 3, thickness: 1 });
  assert.ok(Math.abs(volume(solidsOf(pointed)[0]!) - (frustum(3, 0, 3) - frustum(2, 0, 2))) < 1e-5);
});

test("a field has its heights at its nodes", () => {
  const field = shape("heightField", { columns: 3, rows: 2, size: [4, 2], heights: [0, 1, 2, 3, 4, 5] });
  const position = solidsOf(field)[0]!.getAttribute("position");
  const found = new Map<string, number>();
  for (let i = 0; i < position.count; ++i) found.set(`${position.getX(i)} ${position.getY(i)}`, position.getZ(i));
  const nodes = { "-2 -1": 0, "0 -1": 1, "2 -1": 2, "-2 1": 3, "0 1": 4, "2 1": 5 };
  assert.deepEqual(Object.fromEntries([...found].sort()), Object.fromEntries(Object.entries(nodes).sort()));
});

test("what has no end or no volume has no picture", () => {
  for (const kind of ["plane", "line"]) assert.deepEqual(solidsOf(shape(kind, {})), []);
});
