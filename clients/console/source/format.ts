/** Numbers and times for people. */

/** Four significant digits, with an exponent only where it is needed. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

/** Two decimals, and no minus before what is nothing. */
export function fixed(value: number): string {
  return value.toFixed(2).replace(/^-(0\.00)$/, "$1");
}

/** A force with a prefix: "519.7 kN". */
export function force(newtons: number): string {
  if (!Number.isFinite(newtons)) return String(newtons);
  const size = Math.abs(newtons);
  if (size >= 1e6) return `${number(newtons / 1e6)} MN`;
  return size >= 1e3 ? `${number(newtons / 1e3)} kN` : `${number(newtons)} N`;
}

/** Bytes with a binary prefix: "1.5 MiB". */
export function bytes(count: number): string {
  if (count >= 2 ** 20) return `${number(count / 2 ** 20)} MiB`;
  return count >= 2 ** 10 ? `${number(count / 2 ** 10)} KiB` : `${count} B`;
}

/** An angle [rad] in degrees, to so many decimals. */
export function degrees(angle: number, decimals = 2): number {
  const scale = 10 ** decimals;
  return Math.round((angle * 180 * scale) / Math.PI) / scale;
}

/** Simulation time [s] with as many digits as a step has. */
export function seconds(value: number, step = 0.01): string {
  return value.toFixed(Math.min(4, Math.max(0, Math.ceil(-Math.log10(step)))));
}

export function secondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e9;
}

/** The unit of one value of a variable: units stand one per value where they differ. */
export function unitOf(unit: string, component: number): string {
  const units = unit.split(",");
  return units.length === 1 ? unit : (units[component] ?? "");
}

const COMPONENTS: Record<number, string[]> = {
  3: ["x", "y", "z"],
  4: ["w", "x", "y", "z"],
  6: ["surge", "sway", "heave", "roll", "pitch", "yaw"],
};

/** What one value of a variable is called. */
export function componentName(name: string, size: number, component: number, unit = ""): string {
  if (size === 1) return name;
  const forces = /\.(force|local_force)/.test(name) || /^N( m)?$/.test(unit);
  const names = forces ? ["Fx", "Fy", "Fz", "Mx", "My", "Mz"] : COMPONENTS[size];
  return names?.[component] ?? String(component + 1);
}
