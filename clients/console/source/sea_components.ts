/** The waves as the solver has them, sorted by where they go, and what they are at a time. */

/** GetSeaResponse, as far as it is needed here. */
export interface SeaArrays {
  omega: number[];
  wavenumber: number[];
  direction: number[];
  amplitude: number[];
  phase: number[];
  rampDuration: number;
  histories: { first: number; time: number[]; variance: number[] }[];
  stages?: { start: number; end: number; present: boolean; ramp: boolean }[];
}

/** Components that go one way. */
export interface WaveGroup {
  direction: number; // rad
  components: number[]; // indices
}

const DIRECTION_LIMIT = 64;

export class SeaComponents {
  readonly arrays: SeaArrays;
  /** By direction, those with the most variance where there are more than 64. */
  readonly groups: WaveGroup[];
  /** Share of the variance that the groups hold, 0 to 1. */
  readonly share: number;

  constructor(arrays: SeaArrays) {
    this.arrays = arrays;
    const byDirection = new Map<number, number[]>();
    arrays.direction.forEach((direction, i) => {
      const group = byDirection.get(direction);
      if (group === undefined) byDirection.set(direction, [i]);
      else group.push(i);
    });
    const all = [...byDirection].map(([direction, components]) => ({ direction, components }));
    all.sort((a, b) => this.variance(b.components) - this.variance(a.components));
    this.groups = all.slice(0, DIRECTION_LIMIT);
    const whole = this.variance(arrays.amplitude.map((_, i) => i));
    const shown = this.groups.reduce((sum, group) => sum + this.variance(group.components), 0);
    this.share = whole > 0 ? shown / whole : 1;
  }

  get count(): number {
    return this.arrays.omega.length;
  }

  /** Hs of all components at their largest, 4 sqrt(m0) [m]. */
  get significantHeight(): number {
    return 4 * Math.sqrt(this.variance(this.arrays.amplitude.map((_, i) => i)));
  }

  get shortestLength(): number {
    const largest = this.arrays.wavenumber.reduce((most, k) => Math.max(most, k), 0);
    return largest > 0 ? (2 * Math.PI) / largest : Number.POSITIVE_INFINITY;
  }

  /** (1 - cos(pi t / ramp)) / 2 until the ramp ends, then 1; or what the stages of the run make of it. */
  ramp(time: number): number {
    const stages = this.arrays.stages ?? [];
    const stage = stages.find(({ end }) => time < end) ?? stages.at(-1);
    if (stage !== undefined) {
      if (!stage.present || time < 0) return 0;
      if (!stage.ramp || time >= stage.end) return 1;
      return 0.5 * (1 - Math.cos((Math.PI * (time - stage.start)) / (stage.end - stage.start)));
    }
    const { rampDuration } = this.arrays;
    if (time >= rampDuration) return 1;
    return time <= 0 ? 0 : 0.5 * (1 - Math.cos((Math.PI * time) / rampDuration));
  }

  /** Amplitudes at a time, ramp included [m]. */
  amplitudes(time: number): Float64Array {
    const amplitudes = Float64Array.from(this.arrays.amplitude);
    for (const history of this.arrays.histories) {
      const components = history.variance.length / history.time.length;
      for (let i = 0; i < components; i++) {
        const variances = history.variance.slice(i * history.time.length, (i + 1) * history.time.length);
        amplitudes[history.first + i] = Math.sqrt(2 * interpolate(history.time, variances, time));
      }
    }
    const ramp = this.ramp(time);
    return amplitudes.map((amplitude) => ramp * amplitude);
  }

  /** omega t + phi - k s of a component at a place s along its way, within 2 pi, in double. */
  phase(component: number, time: number, s: number): number {
    const { omega, wavenumber, phase } = this.arrays;
    const whole = omega[component]! * time + phase[component]! - wavenumber[component]! * s;
    return whole % (2 * Math.PI);
  }

  /** The elevation at a point as a sum in double [m]. */
  elevation(time: number, x: number, y: number): number {
    const amplitudes = this.amplitudes(time);
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const direction = this.arrays.direction[i]!;
      const s = x * Math.cos(direction) + y * Math.sin(direction);
      sum += amplitudes[i]! * Math.cos(this.phase(i, time, s));
    }
    return sum;
  }

  private variance(components: number[]): number {
    return components.reduce((sum, i) => sum + this.arrays.amplitude[i]! ** 2 / 2, 0);
  }
}

/** Linear between the times, constant outside. */
export function interpolate(times: number[], values: number[], time: number): number {
  if (time <= times[0]!) return values[0]!;
  for (let i = 1; i < times.length; i++) {
    if (time > times[i]!) continue;
    const share = (time - times[i - 1]!) / (times[i]! - times[i - 1]!);
    return values[i - 1]! + share * (values[i]! - values[i - 1]!);
  }
  return values[values.length - 1]!;
}
