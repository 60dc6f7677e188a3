/** Datasets of a database as the server reads them. */

import { CallError, type Connection } from "./connection.ts";
import { DatabaseService } from "./databases_service.ts";
import type { Dataset } from "./datasets.ts";

/** What is read: a dataset, of a pair of bodies (from 1) that part of it, of a family one node (from 0). */
export interface Asked {
  name: string; // of the database
  dataset: string;
  rowBody?: number;
  columnBody?: number;
  node?: number;
}

/** Its numbers; none where the database has none. */
export async function readDataset(connection: Connection, asked: Asked): Promise<Dataset | null> {
  try {
    const { shape, values, units } = await connection.call(DatabaseService.method.readCoefficients, asked);
    return { shape: shape.map(Number), values, units };
  } catch (error) {
    if (error instanceof CallError && error.status.code === "NOT_FOUND") return null;
    throw error;
  }
}
