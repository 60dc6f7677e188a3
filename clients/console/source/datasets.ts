/** Datasets of a database: shape, numbers, and where a finding points to. */

export const DOFS = ["surge", "sway", "heave", "roll", "pitch", "yaw"] as const;

/** The body of a dof of the whole database, from 0: six each. */
export function bodyOf(dof: number): number {
  return Math.floor(dof / DOFS.length);
}

export interface Dataset {
  shape: number[];
  values: number[]; // the last index fastest
  units: string;
}

/** Numbers of [frequency, influenced, radiating] over frequency. */
export function overFrequency({ shape, values }: Dataset, influenced: number, radiating: number): number[] {
  const [frequencies, rows, columns] = [shape[0]!, shape[1]!, shape[2]!];
  return Array.from({ length: frequencies }, (_, i) => values[(i * rows + influenced) * columns + radiating]!);
}

/** Modulus and phase [deg] of [complex, frequency, direction, influenced] at a place of the last two. */
export function transferOf(
  { shape, values }: Dataset,
  direction: number,
  influenced: number,
): { modulus: number[]; phase: number[] } {
  const [frequencies, directions, rows] = [shape[1]!, shape[2]!, shape[3]!];
  const at = (part: number, i: number) =>
    values[((part * frequencies + i) * directions + direction) * rows + influenced]!;
  const all = Array.from({ length: frequencies }, (_, i) => [at(0, i), at(1, i)] as const);
  return {
    modulus: all.map(([re, im]) => Math.hypot(re, im)),
    phase: all.map(([re, im]) => (Math.atan2(im, re) * 180) / Math.PI),
  };
}

/** |Q| of [complex, entry, omega of the first wave, of the second], [second][first]. */
export function quadraticOf({ shape, values }: Dataset, entry: number): number[][] {
  const [entries, count] = [shape[1]!, shape[2]!];
  const at = (part: number, i: number, j: number) => values[((part * entries + entry) * count + i) * count + j]!;
  return Array.from({ length: count }, (_, j) =>
    Array.from({ length: count }, (_, i) => Math.hypot(at(0, i, j), at(1, i, j))),
  );
}

/** The largest difference between two lines, relative to the largest value of either. */
export function difference(first: readonly number[], second: readonly number[]): number {
  const scale = Math.max(...first.map(Math.abs), ...second.map(Math.abs));
  const most = Math.max(...first.map((value, i) => Math.abs(value - second[i]!)));
  return scale > 0 ? most / scale : 0;
}

/** The unit of a coefficient: of translations, of mixed terms, of rotations. */
export function pairUnit(units: string, influenced: number, radiating: number): string {
  const parts = units.split(", ");
  return parts[Math.min(Number(influenced >= 3) + Number(radiating >= 3), parts.length - 1)] ?? "";
}

export interface Place {
  body: number;
  dof: number;
  omega: number | null; // rad/s
  node: number; // of a family; 0 of a database
}

/** The body, dof, frequency and node that a finding names; none where it names no dof of a body. */
export function placeOf({ message }: { message: string }, bodies: readonly string[]): Place | null {
  for (const [body, name] of bodies.entries()) {
    for (const [dof, word] of DOFS.entries()) {
      if (!message.includes(`${name} ${word}`)) continue;
      const omega = / at ([\d.eE+-]+) rad\/s/.exec(message);
      const node = /^nodes\[(\d+)\]/.exec(message);
      return { body, dof, omega: omega === null ? null : Number(omega[1]), node: node === null ? 0 : Number(node[1]) };
    }
  }
  return null;
}
