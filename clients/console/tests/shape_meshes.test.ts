import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../source/generated/raftup/v1/model_pb.ts";
import { readShapeMeshes } from "../source/view/shape_meshes.ts";

const mesh = (kind: string, file: string) => ({
  geometry: { case: kind, value: { file, vertices: [], triangles: [] } },
});

test("shapes get the triangles of their files, each file is read once, and what is gone stays empty", async () => {
  const [hull, quay, gone, inline] = [
    mesh("mesh", "databases/hull"),
    mesh("convex", "databases/hull"),
    mesh("mesh", "databases/gone"),
    mesh("mesh", ""),
  ];
  const composite = { geometry: { case: "composite", value: { parts: [quay] } } };
  const model = { bodies: [{ shapes: [hull, gone, inline] }], shapes: [composite] } as unknown as Model;
  const asked: string[] = [];
  await readShapeMeshes(model, (name) => {
    asked.push(name);
    if (name === "databases/gone") return Promise.reject(new Error("not there"));
    return Promise.resolve({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
  });
  assert.deepEqual(asked.sort(), ["databases/gone", "databases/hull"]);
  for (const { geometry } of [hull, quay]) assert.deepEqual(geometry.value.triangles, [0, 1, 2]);
  for (const { geometry } of [gone, inline]) assert.deepEqual(geometry.value.triangles, []);
});
