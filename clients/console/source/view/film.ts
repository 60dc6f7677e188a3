/** Pictures of a recording at any time, also between its rows, each drawn when it is asked for. */

import { SessionService, type Connection } from "../connection.ts";
import { Motion } from "./poses.ts";

const INTERVAL = 100; // ms, of the clock of a motion between two rows

export class Film {
  private readonly connection: Connection;
  private readonly session: string;
  private readonly columns: string[];
  private readonly step: number;
  private between = -1;
  private motion = new Motion();

  /** @param step from row to row [s] */
  constructor(connection: Connection, session: string, columns: string[], step: number) {
    this.connection = connection;
    this.session = session;
    this.columns = columns;
    this.step = step;
  }

  /** A motion and the instant [ms] of its own clock at which it shows a time [s]. */
  async at(time: number): Promise<{ motion: Motion; instant: number }> {
    const place = time / this.step;
    const row = Math.max(0, Math.floor(place + 1e-6));
    if (row !== this.between) {
      this.motion = new Motion();
      await this.take(row, 0);
      await this.take(row + 1, INTERVAL);
      this.between = row;
    }
    return { motion: this.motion, instant: INTERVAL * (1 + Math.min(1, Math.max(0, place - row))) };
  }

  private async take(row: number, instant: number): Promise<void> {
    const { method } = SessionService;
    const timeNs = Math.round(row * this.step * 1e9);
    await this.connection.call(method.restoreCheckpoint, { name: `${this.session}/checkpoints/${timeNs}` });
    const answer = await this.connection.call(method.readValues, { session: this.session, variables: this.columns });
    this.motion.take(Number(answer.timeNs) / 1e9, answer.values, instant);
  }
}
