/** Shapes whose triangles are files of the catalogue. */

import type { Model } from "../generated/raftup/v1/model_pb.ts";
import type { Shape, TriangleMesh } from "../generated/raftup/v1/shape_pb.ts";

function meshesOf(shapes: readonly Shape[]): TriangleMesh[] {
  return shapes.flatMap(({ geometry }) => {
    if (geometry.case === "composite") return meshesOf(geometry.value.parts);
    const named = (geometry.case === "mesh" || geometry.case === "convex") && geometry.value.file !== "";
    return named ? [geometry.value] : [];
  });
}

type Triangles = Pick<TriangleMesh, "vertices" | "triangles">;

/**
 * Gives shapes the triangles of the files that they name; what cannot be read has none.
 * @param read a file of the catalogue by its name, called once for each
 */
export async function readShapeMeshes(model: Model, read: (name: string) => Promise<Triangles>): Promise<void> {
  const meshes = meshesOf([...model.shapes, ...model.bodies.flatMap(({ shapes }) => shapes)]);
  const files = [...new Set(meshes.map(({ file }) => file))];
  await Promise.all(
    files.map(async (name) => {
      const found = await read(name).catch(() => null);
      if (found === null) return;
      const { vertices, triangles } = found;
      for (const mesh of meshes.filter(({ file }) => file === name)) Object.assign(mesh, { vertices, triangles });
    }),
  );
}
