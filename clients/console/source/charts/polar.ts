/** Numbers by heading as rings of a polar plot: 0 deg to the right, turning to the left. */

import { html, svg } from "lit";
import { Element } from "../element.ts";
import { number } from "../format.ts";
import { DASHES, lineColor } from "./colors.ts";
import { corners, RADIUS, ringStep, SIZE } from "./corners.ts";

export interface Ring {
  label: string;
  values: (number | null)[];
}

export class PolarElement extends Element {
  static override properties = {
    label: { attribute: false },
    degrees: { attribute: false },
    rings: { attribute: false },
    unit: { attribute: false },
  };
  declare label: string;
  declare degrees: number[];
  declare rings: Ring[];
  declare unit: string;

  constructor() {
    super();
    this.label = this.unit = "";
    this.degrees = [];
    this.rings = [];
  }

  protected override render() {
    const step = ringStep(Math.max(0, ...this.rings.flatMap(({ values }) => values.filter((value) => value !== null))));
    const round = Math.max(...this.degrees) - Math.min(...this.degrees) > 270;
    return html`<svg viewBox="0 0 ${SIZE} ${SIZE}" class="polar" role="img" aria-label=${this.label}>
        ${[1, 2, 3, 4].map(
          (ring) => svg`<circle class="grid" cx=${SIZE / 2} cy=${SIZE / 2} r=${(ring * RADIUS) / 4}></circle>
          <text x=${SIZE / 2 + 3} y=${SIZE / 2 - (ring * RADIUS) / 4 - 2}>${number(ring * step)}</text>`,
        )}
        ${[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => this.renderSpoke(angle))}
        ${this.rings.map(({ values }, i) => {
          const points = corners(this.degrees, values, 4 * step)
            .map((corner) => corner.join(","))
            .join(" ");
          const [stroke, dash] = [lineColor(i), DASHES[i % DASHES.length]!.join(" ")];
          return round
            ? svg`<polygon points=${points} stroke=${stroke} stroke-dasharray=${dash}></polygon>`
            : svg`<polyline points=${points} stroke=${stroke} stroke-dasharray=${dash}></polyline>`;
        })}
      </svg>
      <ul class="keys">
        ${this.rings.map(
          ({ label }, i) =>
            html`<li>
              <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">${keyLine(i)}</svg>
              ${label}
            </li>`,
        )}
        <li class="muted">[${this.unit || "1"}]</li>
      </ul>`;
  }

  private renderSpoke(angle: number) {
    const [x, y] = [Math.cos((angle * Math.PI) / 180), -Math.sin((angle * Math.PI) / 180)];
    const middle = SIZE / 2;
    const [end, label] = [RADIUS, RADIUS + 18];
    return svg`<line class="grid" x1=${middle} y1=${middle} x2=${middle + end * x} y2=${middle + end * y}></line>
      <text x=${middle + label * x} y=${middle + label * y + 4} text-anchor="middle">${angle}°</text>`;
  }
}

/** The line of a ring, as the list of keys shows it. */
function keyLine(ring: number) {
  const dash = DASHES[ring % DASHES.length]!.join(" ");
  return svg`<line x1="0" x2="28" y1="4" y2="4" stroke=${lineColor(ring)} stroke-dasharray=${dash}></line>`;
}

customElements.define("raftup-polar", PolarElement);
