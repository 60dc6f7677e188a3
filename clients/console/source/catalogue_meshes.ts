/** Meshes of the server's catalogue. */

import type { Connection } from "./connection.ts";

/**
 * Reads a mesh by its name. The messages of databases are loaded when the first model names a mesh.
 * @throws CallError where the catalogue does not have it
 */
export async function readCatalogueMesh(connection: Connection, name: string) {
  const { DatabaseService } = await import("./later.ts");
  return connection.call(DatabaseService.method.readMesh, { name });
}
