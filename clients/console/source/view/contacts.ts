/** Where shapes touch: points with the forces between them, as frames have them. */

import { html, type TemplateResult } from "lit";
import { force } from "../format.ts";
import type { ShapePair } from "../generated/raftup/v1/contact_query_pb.ts";
import type { Force, Triple } from "./arrows.ts";

export const MOST_POINTS = 1024; // of a frame

function triple(values: readonly number[]): Triple {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}

/** Each point of contact with the force on the first of both shapes. */
export function contactForces(pairs: readonly ShapePair[]): Force[] {
  return pairs.flatMap(({ points }) =>
    points.map(({ position, force }) => ({ point: triple(position), force: triple(force) })),
  );
}

/** Force on the first of both shapes [N]. */
export function totalForce({ points }: ShapePair): number {
  const sum = [0, 1, 2].map((axis) => points.reduce((total, { force }) => total + (force[axis] ?? 0), 0));
  return Math.hypot(...sum);
}

function words(pair: ShapePair): string {
  const { points, pushes } = pair;
  const depth = Math.max(0, ...points.map((point) => point.depth));
  const count = points.length === 1 ? "1 point" : `${points.length} points`;
  return `${pushes ? force(totalForce(pair)) : "sensor"}, ${count}, ${depth.toFixed(3)} m deep`;
}

/** Rows of a table for who does not see the arrows. */
export function contactRows(pairs: readonly ShapePair[]): TemplateResult[] {
  return pairs.map(
    (pair) =>
      html`<tr>
        <th scope="row">on <bdi>${pair.shape1}</bdi> by <bdi>${pair.shape2}</bdi></th>
        <td class="num" colspan="6">${words(pair)}</td>
      </tr>`,
  );
}
