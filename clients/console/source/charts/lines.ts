/** Lines over one axis, with their values as a table for who does not see them. */

import { html } from "lit";
import uPlot from "uplot";
import { Element } from "../element.ts";
import { number } from "../format.ts";
import { DASHES, lineColor, pageColor } from "./colors.ts";

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
    const axis = { stroke: pageColor("--muted"), grid: { stroke: pageColor("--rule"), width: 1 }, ticks: { stroke: pageColor("--rule"), width: 1 }, font: "11px system-ui", labelFont: "11px system-ui", labelSize: 16, labelGap: 0 };
    this.plot = new uPlot(
      {
        width: Math.max(200, host.clientWidth),
        height: Math.max(120, host.clientHeight),
        scales: { x: { time: false } },
        cursor: { drag: { x: true, y: true, uni: 30 } },
        axes: [{ ...axis, size: 28, label: this.xLabel }, { ...axis, size: 66, label: this.unit === "" ? "" : `[${this.unit}]`, values: (_, ticks) => ticks.map(number) }],
        series: [{ label: this.xLabel, value: (_, value) => (value === null ? "–" : number(value)) }, ...this.lines.map((line, i) => seriesOf(line, i))],
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
    if (this.plot === null || host === null) return;
    const legend = this.plot.root.querySelector<HTMLElement>(".u-legend")?.offsetHeight ?? 0;
    this.plot.setSize({ width: Math.max(200, host.clientWidth), height: Math.max(100, host.clientHeight - legend) });
  }

  protected override render() {
    return html`
      <div class="chart" role="img" aria-label="${this.label}; the table below has the values"></div>
      <details class="numbers"><summary>Values</summary><div class="scroll" tabindex="0"><table><caption class="unseen">${this.label}</caption>
        <thead><tr><th scope="col">${this.xLabel}</th>${this.lines.map(({ label }) => html`<th scope="col" class="num">${label}</th>`)}</tr></thead>
        <tbody>${this.x.slice(0, TABLE_ROWS).map((x, row) => html`<tr><th scope="row">${number(x)}</th>${this.lines.map(({ values }) => {
          const value = values[row];
          return html`<td class="num">${value === null || value === undefined ? "–" : number(value)}</td>`;
        })}</tr>`)}</tbody></table></div></details>`;
  }
}

function seriesOf(line: Line, i: number): uPlot.Series {
  return {
    label: line.label,
    stroke: line.faint === true ? pageColor("--before") : lineColor(i),
    width: line.faint === true ? 1 : 1.6,
    dash: DASHES[i % DASHES.length]!,
    points: { show: false },
    value: (_, value: number | null) => (value === null ? "–" : number(value)),
  };
}

customElements.define("raftup-lines", LinesElement);
