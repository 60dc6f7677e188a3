/** What is told of the body that is picked, beside its pose: velocities and forces. */

import { html, type TemplateResult } from "lit";
import { number } from "../format.ts";
import { inFrame, type Frame } from "./frames.ts";

const AXES = { "z up": ["x", "y", "z"], NED: ["north", "east", "down"] } as const;
const SPEED_UNITS: Record<string, string> = { linear_velocity: "m/s", angular_velocity: "rad/s" };
const FORCE_UNITS = "kN, kN m";

function sizeOf(name: string): number {
  return name.includes(".force.") ? 6 : 3;
}

function triple(values: readonly number[], first: number): [number, number, number] {
  return [values[first] ?? Number.NaN, values[first + 1] ?? Number.NaN, values[first + 2] ?? Number.NaN];
}

/**
 * A row of a table for each output, its axes written out.
 * @param names outputs: velocities of three values, forces of six
 * @param values of all of them, one after another
 */
export function readingRows(names: readonly string[], values: readonly number[], frame: Frame): TemplateResult[] {
  let first = 0;
  return names.map((name) => {
    const size = sizeOf(name);
    const parts = size === 3 ? [triple(values, first)] : [triple(values, first), triple(values, first + 3)];
    first += size;
    const [, ...label] = name.split(".");
    const speed = SPEED_UNITS[label.at(-1)!];
    const scale = speed === undefined ? 1e-3 : 1;
    const shown = parts.flatMap((part) => inFrame(frame, part));
    return html`<tr class="detail">
      <th scope="row">
        ${label.join(" ").replaceAll("_", " ")}
        <span class="muted">${speed ?? FORCE_UNITS}, ${AXES[frame].join(" ")}</span>
      </th>
      ${shown.map((value) => html`<td class="num">${number(scale * value)}</td>`)}
      ${size === 3 ? html`<td colspan="3"></td>` : ""}
    </tr>`;
  });
}
