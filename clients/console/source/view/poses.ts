/** Poses over time: what is shown between two rows, never beyond the newest. */

/** Position [m, world] and unit quaternion w x y z, body axes to world axes. */
export interface Pose {
  position: [number, number, number];
  orientation: [number, number, number, number];
}

export const POSE_WIDTH = 7;

/** Values of a row and when it is of [s] and when it came [ms]. */
interface Row {
  time: number;
  values: number[];
  arrival: number;
}

/** Between two quaternions, the short way, with even turning. */
export function slerp(a: readonly number[], b: readonly number[], share: number): [number, number, number, number] {
  let cosine = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let [wa, wb] = [1 - share, share];
  if (cosine < 0.9999) {
    const angle = Math.acos(cosine);
    wa = Math.sin((1 - share) * angle) / Math.sin(angle);
    wb = Math.sin(share * angle) / Math.sin(angle);
  }
  const mixed = [0, 1, 2, 3].map((i) => wa * a[i]! + sign * wb * b[i]!);
  const length = Math.hypot(...mixed) || 1;
  return [mixed[0]! / length, mixed[1]! / length, mixed[2]! / length, mixed[3]! / length];
}

/** The two newest rows of a session. */
export class Motion {
  private before: Row | null = null;
  private newest: Row | null = null;

  take(time: number, values: number[], arrival: number): void {
    const goesOn = this.newest !== null && time > this.newest.time;
    this.before = goesOn ? this.newest : null;
    this.newest = { time, values, arrival };
  }

  get empty(): boolean {
    return this.newest === null;
  }

  /** How far from the row before (0) to the newest (1) to show now: as fast as they came. */
  private share(now: number): number {
    if (this.before === null || this.newest === null) return 1;
    const interval = Math.min(this.newest.arrival - this.before.arrival, 250);
    return interval > 0 ? Math.min(1, (now - this.newest.arrival) / interval) : 1;
  }

  /** The simulation time that is shown [s]. */
  time(now: number): number {
    if (this.newest === null) return 0;
    const share = this.share(now);
    return this.before === null ? this.newest.time : this.before.time + share * (this.newest.time - this.before.time);
  }

  pose(body: number, now: number): Pose {
    const at = (row: Row, i: number) => row.values[body * POSE_WIDTH + i]!;
    const newest = this.newest!;
    const before = this.before ?? newest;
    const share = this.share(now);
    const mix = (i: number) => (share === 1 ? at(newest, i) : at(before, i) + share * (at(newest, i) - at(before, i)));
    const quaternion = (row: Row) => [3, 4, 5, 6].map((i) => at(row, i));
    const orientation = share === 1 ? quaternion(newest) : slerp(quaternion(before), quaternion(newest), share);
    return { position: [mix(0), mix(1), mix(2)], orientation: orientation as Pose["orientation"] };
  }

  /** A value of the newest row. */
  value(column: number): number {
    return this.newest?.values[column] ?? Number.NaN;
  }

  /** Three values of the newest row. */
  triple(column: number): [number, number, number] {
    return [this.value(column), this.value(column + 1), this.value(column + 2)];
  }

  /** Whether the pose of a body is made of numbers. */
  finite(body: number): boolean {
    const row = this.newest?.values.slice(body * POSE_WIDTH, (body + 1) * POSE_WIDTH) ?? [];
    return row.every((value) => Number.isFinite(value));
  }
}

/** A point of a body's frame in the world [m]. */
export function placed(pose: Pose, point: readonly [number, number, number]): [number, number, number] {
  const [w, x, y, z] = pose.orientation;
  const [px, py, pz] = point;
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  return [
    pose.position[0] + px + w * tx + y * tz - z * ty,
    pose.position[1] + py + w * ty + z * tx - x * tz,
    pose.position[2] + pz + w * tz + x * ty - y * tx,
  ];
}

/** Roll, pitch, yaw [deg] of a quaternion, applied in the order yaw, pitch, roll. */
export function anglesOf([w, x, y, z]: Pose["orientation"]): [number, number, number] {
  const degrees = 180 / Math.PI;
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * degrees,
    Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x)))) * degrees,
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * degrees,
  ];
}
