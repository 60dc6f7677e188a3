/** Numbers over two axes as coloured cells, each of which can be chosen. */

import { html, nothing, svg } from "lit";
import { Element } from "../element.ts";
import { number } from "../format.ts";
import { cssColor, scaleColor } from "./colors.ts";

const WIDTH = 640;
const HEIGHT = 340;
const LEFT = 64;
const BOTTOM = 40;
const MARKS = 8; // of an axis, at most

type Label = number | string;

export class HeatMapElement extends Element {
  static override properties = {
    label: { attribute: false },
    x: { attribute: false },
    y: { attribute: false },
    xLabel: { attribute: false },
    yLabel: { attribute: false },
    unit: { attribute: false },
    values: { attribute: false },
    chosen: { attribute: false },
    under: { state: true },
  };
  declare label: string;
  declare x: Label[];
  declare y: Label[];
  declare xLabel: string;
  declare yLabel: string;
  declare unit: string;
  declare values: (number | null)[][]; // [y][x]
  declare chosen: [number, number] | null; // x, y
  declare under: [number, number] | null;

  constructor() {
    super();
    this.label = this.xLabel = this.yLabel = this.unit = "";
    this.x = [];
    this.y = [];
    this.values = [];
    this.chosen = this.under = null;
  }

  private choose(x: number, y: number): void {
    this.chosen = [x, y];
    this.dispatchEvent(new CustomEvent("choose", { detail: [x, y] }));
  }

  /** Arrow keys move the chosen cell. */
  private move(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [x, y] = this.chosen ?? [0, 0];
    const clamp = (place: number, count: number) => Math.min(Math.max(place, 0), count - 1);
    this.choose(clamp(x + step[0], this.x.length), clamp(y + step[1], this.y.length));
  }

  private place(event: MouseEvent): [number, number] | null {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    const y = HEIGHT - BOTTOM - ((event.clientY - box.top) / box.height) * HEIGHT;
    const column = Math.floor((x / (WIDTH - LEFT)) * this.x.length);
    const row = Math.floor((y / (HEIGHT - BOTTOM)) * this.y.length);
    return column >= 0 && column < this.x.length && row >= 0 && row < this.y.length ? [column, row] : null;
  }

  protected override render() {
    const known = this.values.flat().filter((value): value is number => value !== null && Number.isFinite(value));
    const [least, largest] = [Math.min(...known), Math.max(...known)];
    const at = this.under ?? this.chosen;
    return html` <svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        class="heat"
        role="application"
        tabindex="0"
        aria-label="${this.label}; arrow keys choose a cell"
        @keydown=${(event: KeyboardEvent) => this.move(event)}
        @mousemove=${(event: MouseEvent) => (this.under = this.place(event))}
        @mouseleave=${() => (this.under = null)}
        @click=${(event: MouseEvent) => {
          const place = this.place(event);
          if (place !== null) this.choose(...place);
        }}
      >
        ${this.renderCells(least, largest)}${this.renderAxes()}
      </svg>
      <p class="scale">
        <span>${known.length > 0 ? number(least) : "–"}</span><span class="heat-ramp"></span
        ><span>${known.length > 0 ? number(largest) : "–"} ${this.unit}</span>
        <output aria-live="polite">${at === null ? nothing : this.describe(at)}</output>
      </p>`;
  }

  private describe([x, y]: [number, number]): string {
    const value = this.values[y]?.[x];
    const where = [
      `${this.xLabel} ${show(this.x[x])}`,
      ...(this.y.length > 1 ? [`${this.yLabel} ${show(this.y[y])}`] : []),
    ];
    const known = value !== null && value !== undefined;
    return `${where.join(", ")}: ${known ? `${number(value)} ${this.unit}` : "not known"}`;
  }

  private renderCells(least: number, largest: number) {
    const [width, height] = [(WIDTH - LEFT) / this.x.length, (HEIGHT - BOTTOM) / this.y.length];
    const range = largest - least || 1;
    return this.values.map((row, j) =>
      row.map((value, i) => {
        const chosen = this.chosen !== null && this.chosen[0] === i && this.chosen[1] === j;
        const fill = value === null ? "none" : cssColor(scaleColor((value - least) / range));
        const [x, y] = [LEFT + i * width, HEIGHT - BOTTOM - (j + 1) * height];
        return svg`<rect x=${x} y=${y} width=${width + 0.3} height=${height + 0.3}
          fill=${fill} class=${value === null ? "missing" : ""}></rect>${
            chosen
              ? svg`<rect class="chosen" x=${x + 1} y=${y + 1}
                  width=${Math.max(2, width - 2)} height=${Math.max(2, height - 2)}></rect>`
              : nothing
          }`;
      }),
    );
  }

  private renderAxes() {
    const [width, height] = [(WIDTH - LEFT) / this.x.length, (HEIGHT - BOTTOM) / this.y.length];
    const text = (x: number, y: number, anchor: "middle" | "end", label: Label | undefined) =>
      svg`<text x=${x} y=${y} text-anchor=${anchor}>${show(label)}</text>`;
    return svg`
      ${marks(this.x.length).map((i) => text(LEFT + (i + 0.5) * width, HEIGHT - BOTTOM + 15, "middle", this.x[i]))}
      ${marks(this.y.length).map((j) => text(LEFT - 6, HEIGHT - BOTTOM - (j + 0.5) * height + 4, "end", this.y[j]))}
      <text x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 6} text-anchor="middle">${this.xLabel}</text>
      <text transform="translate(12 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${this.yLabel}</text>`;
  }
}

function show(label: Label | undefined): string {
  return typeof label === "number" ? number(label) : (label ?? "");
}

/** Places of an axis that have a label. */
function marks(count: number): number[] {
  const stride = Math.ceil(count / MARKS);
  return Array.from({ length: count }, (_, i) => i).filter((i) => i % stride === 0);
}

customElements.define("raftup-heat-map", HeatMapElement);
