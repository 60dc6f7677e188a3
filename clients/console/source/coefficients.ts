/** Datasets of a database as the server reads them. */

import { CallError, type Connection } from "./connection.ts";
import { DatabaseService } from "./databases_service.ts";
import type { Dataset } from "./datasets.ts";

/** A dataset, or of body pairs that part of it; none where the database has none. */
export async function readDataset(connection: Connection, name: string, dataset: string, rowBody = 0, columnBody = 0): Promise<Dataset | null> {
  try {
    const { shape, values, units } = await connection.call(DatabaseService.method.readCoefficients, { name, dataset, rowBody, columnBody });
    return { shape: shape.map(Number), values, units };
  } catch (error) {
    if (error instanceof CallError && error.status.code === "NOT_FOUND") return null;
    throw error;
  }
}
