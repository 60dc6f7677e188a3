/** Hulls: the one that the gateway was given for a body, else its visual mesh in the catalogue. */

import { BufferAttribute, BufferGeometry } from "three";
import { readCatalogueMesh } from "../catalogue_meshes.ts";
import type { Connection } from "../connection.ts";
import type { BodyLayout } from "./layout.ts";

function geometryOf(vertices: Float32Array, corners: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(vertices, 3));
  geometry.setIndex(new BufferAttribute(corners, 1));
  return geometry.toNonIndexed();
}

/** None where the gateway was given none. */
async function givenMesh(body: string): Promise<BufferGeometry | null> {
  const response = await fetch(`/mesh/${encodeURIComponent(body)}`);
  if (!response.ok || response.status === 204) return null;
  const bytes = await response.arrayBuffer();
  const [vertices, triangles] = new Uint32Array(bytes, 0, 2);
  return geometryOf(
    new Float32Array(bytes, 8, 3 * vertices!),
    new Uint32Array(bytes, 8 + 12 * vertices!, 3 * triangles!),
  );
}

/**
 * The mesh of a body in its model frame; none where it has none.
 * @throws CallError where the catalogue has it no more
 */
export async function meshOf({ name, visualMesh }: BodyLayout, connection: Connection): Promise<BufferGeometry | null> {
  const given = await givenMesh(name);
  if (given !== null || visualMesh === undefined) return given;
  const { vertices, triangles } = await readCatalogueMesh(connection, visualMesh.mesh);
  const [x, y, z] = [0, 1, 2].map((axis) => visualMesh.position[axis] ?? 0);
  return geometryOf(new Float32Array(vertices), new Uint32Array(triangles)).translate(x!, y!, z!);
}
