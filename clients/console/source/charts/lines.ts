/** Lines over one axis, with their values as a table for who does not see them. */

import { html } from "lit";
import uPlot from "uplot";
import { Element } from "../element.ts";
import { number } from "../format.ts";
import { pageColor } from "./colors.ts";
import { bottomAxis, fitPlot, leftAxis, lineSeries } from "./style.ts";

export interface Line {
  label: string;
  values: (number | null)[];
  faint?: boolean; // drawn thin and grey
}

const TABLE_ROWS = 500;

export class LinesElement extends Element {
  static override properties = {
    label: { attribute: false },
    x: { attribute: false },
    xLabel: { attribute: false },
    unit: { attribute: false },
    lines: { attribute: false },
    mark: { attribute: false },
  };
  declare label: string;
  declare x: number[];
  declare xLabel: string;
  declare unit: string;
  declare lines: Line[];
  declare mark: number | null; // where on x a line stands
  private plot: uPlot | null = null;
  private observer: ResizeObserver | null = null;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly onPalette = () => this.draw();

  constructor() {
    super();
    this.label = this.unit = this.xLabel = "";
    this.x = [];
    this.lines = [];
    this.mark = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.dark.addEventListener("change", this.onPalette);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dark.removeEventListener("change", this.onPalette);
    this.observer?.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override updated(): void {
    this.draw();
  }

  private draw(): void {
    this.plot?.destroy();
    const host = this.querySelector<HTMLElement>(".chart")!;
    this.plot = new uPlot(
      {
        width: Math.max(200, host.clientWidth),
        height: Math.max(120, host.clientHeight),
        scales: { x: { time: false } },
        cursor: { drag: { x: true, y: true, uni: 30 } },
        axes: [bottomAxis(this.xLabel), leftAxis(66, this.unit === "" ? "" : `[${this.unit}]`)],
        series: [
          { label: this.xLabel, value: (_, value) => (value === null ? "–" : number(value)) },
          ...this.lines.map(({ label, faint }, i) => lineSeries(label, i, faint)),
        ],
        hooks: { drawAxes: [(plot) => this.drawMark(plot)] },
      },
      [this.x, ...this.lines.map(({ values }) => values)] as uPlot.AlignedData,
      host,
    );
    this.fit();
  }

  private drawMark(plot: uPlot): void {
    if (this.mark === null) return;
    const x = plot.valToPos(this.mark, "x", true);
    plot.ctx.save();
    plot.ctx.strokeStyle = pageColor("--warn");
    plot.ctx.lineWidth = 2;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, plot.bbox.top);
    plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
    plot.ctx.stroke();
    plot.ctx.restore();
  }

  private fit(): void {
    const host = this.querySelector<HTMLElement>(".chart");
    if (this.plot !== null && host !== null) fitPlot(this.plot, host);
  }

  protected override render() {
    return html` <div class="chart" role="img" aria-label="${this.label}; the table below has the values"></div>
      <details class="numbers">
        <summary>Values</summary>
        <div class="scroll" tabindex="0">
          <table>
            <caption class="unseen">
              ${this.label}
            </caption>
            <thead>
              <tr>
                <th scope="col">${this.xLabel}</th>
                ${this.lines.map(({ label }) => html`<th scope="col" class="num">${label}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${this.x.slice(0, TABLE_ROWS).map(
                (x, row) =>
                  html`<tr>
                    <th scope="row">${number(x)}</th>
                    ${this.lines.map(({ values }) => {
                      const value = values[row];
                      return html`<td class="num">${value === null || value === undefined ? "–" : number(value)}</td>`;
                    })}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>`;
  }
}

customElements.define("raftup-lines", LinesElement);
