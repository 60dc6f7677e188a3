/** Added mass and damping of one pair of dofs over frequency, and thumbnails of all pairs of two bodies. */

import { html, nothing, svg } from "lit";
import "./charts/lines.ts";
import type { Line } from "./charts/lines.ts";
import { difference, overFrequency, pairUnit, type Dataset } from "./datasets.ts";
import { number } from "./format.ts";
import { coefficientsOf } from "./kernel.ts";

/** What is read of one pair of bodies. */
export interface Pair {
  addedMass: Dataset;
  damping: Dataset;
  mirroredMass: Dataset;
  mirroredDamping: Dataset;
  infinite: Dataset | null;
  kernel: Dataset | null;
}

export interface ShownPair {
  pair: Pair;
  /** Place of the pair of dofs in the blocks of the bodies, 0 to 5. */
  row: number;
  column: number;
  /** Whether both are the same dof of the same body. */
  same: boolean;
  /** What the pair of dofs is called. */
  title: string;
  omega: readonly number[];
  /** Of the kernel [s]. */
  times: readonly number[];
  /** A frequency that a finding leads to. */
  mark: number | null;
}

/** Added mass and damping over frequency. */
interface Curves {
  mass: number[];
  damping: number[];
}

/** What the kernel of a pair makes of its coefficients; none where the file has no kernel. */
function remembered({ pair, row, column, omega, times }: ShownPair): Curves | null {
  if (pair.kernel === null || pair.infinite === null) return null;
  return coefficientsOf(times, overFrequency(pair.kernel, row, column), omega, pair.infinite.values[6 * row + column]!);
}

function percent(a: readonly number[], b: readonly number[]): string {
  return `${number(100 * difference(a, b))} %`;
}

function faint(label: string, values: number[] | undefined): Line[] {
  return values === undefined ? [] : [{ label, values, faint: true }];
}

function linesOverFrequency({ omega, mark, title }: ShownPair, quantity: string, unit: string, lines: Line[]) {
  return html`<raftup-lines
    .label=${`${quantity} of ${title}`}
    .x=${omega}
    .xLabel=${"omega [rad/s]"}
    .unit=${unit}
    .mark=${mark}
    .lines=${lines}
  ></raftup-lines>`;
}

function kernelLines({ pair: { kernel }, row, column, title, times }: ShownPair) {
  if (kernel === null) return html`<p class="muted">The file has no retardation kernel.</p>`;
  return html`<raftup-lines
    .label=${`Retardation kernel of ${title}`}
    .x=${times}
    .xLabel=${"tau [s]"}
    .unit=${pairUnit(kernel.units, row, column)}
    .mark=${null}
    .lines=${[{ label: "K", values: overFrequency(kernel, row, column) }]}
  ></raftup-lines>`;
}

function mirrorRemark(here: Curves, mirror: Curves) {
  return html`<span class="muted"
    >A and its mirror differ by ${percent(here.mass, mirror.mass)}, B by ${percent(here.damping, mirror.damping)}</span
  >`;
}

function kernelRemark(here: Curves, memory: Curves) {
  return html`<p class="muted">
    A differs by ${percent(here.mass, memory.mass)} from that of its retardation kernel (Kramers and Kronig, Ogilvie), B
    by ${percent(here.damping, memory.damping)}
  </p>`;
}

/** The pair of dofs that is chosen, with its mirror and what its kernel makes of it. */
export function pairCharts(shown: ShownPair) {
  const { pair, row, column, same, title, omega } = shown;
  const here = { mass: overFrequency(pair.addedMass, row, column), damping: overFrequency(pair.damping, row, column) };
  const mirror = {
    mass: overFrequency(pair.mirroredMass, column, row),
    damping: overFrequency(pair.mirroredDamping, column, row),
  };
  const memory = remembered(shown);
  const mirrored = (values: number[]) => (same ? [] : faint("mirrored", values));
  const infinite = pair.infinite?.values[6 * row + column];
  const level = infinite === undefined ? undefined : omega.map(() => infinite);
  return html`<h2><bdi>${title}</bdi> ${same ? nothing : mirrorRemark(here, mirror)}</h2>
    ${memory === null ? nothing : kernelRemark(here, memory)}
    ${linesOverFrequency(shown, "Added mass", pairUnit(pair.addedMass.units, row, column), [
      { label: "A", values: here.mass },
      ...mirrored(mirror.mass),
      ...faint("A at infinite frequency", level),
      ...faint("of the kernel", memory?.mass),
    ])}
    ${linesOverFrequency(shown, "Radiation damping", pairUnit(pair.damping.units, row, column), [
      { label: "B", values: here.damping },
      ...mirrored(mirror.damping),
      ...faint("of the kernel", memory?.damping),
    ])}
    ${kernelLines(shown)}`;
}

/** Added mass and damping of a pair of dofs, as small as a button. */
export function thumbnail({ addedMass, damping }: Pair, row: number, column: number) {
  return html`<svg viewBox="0 0 60 36" aria-hidden="true">
    ${[addedMass, damping].map((dataset, i) => {
      const points = sparkline(overFrequency(dataset, row, column), largestOf(dataset, row, column));
      return svg`<polyline class="thumb-${i}" points=${points}></polyline>`;
    })}
  </svg>`;
}

/**
 * Where a thumbnail ends: its own largest value, or what its diagonal has: thumbnails of one scale tell what matters.
 */
function largestOf(dataset: Dataset, row: number, column: number): number {
  const size = (r: number, c: number) => Math.max(...overFrequency(dataset, r, c).map(Math.abs));
  return Math.max(size(row, column), Math.sqrt(size(row, row) * size(column, column)));
}

function sparkline(values: readonly number[], scale: number): string {
  const width = 60 / Math.max(1, values.length - 1);
  return values
    .map((value, i) => `${(i * width).toFixed(1)},${(18 - (scale > 0 ? (17 * value) / scale : 0)).toFixed(1)}`)
    .join(" ");
}
