/** One study: how far it is, its statistics over one or two axes, and a case of it run live. */

import { html, nothing } from "lit";
import { ask, RefusedError } from "./ask.ts";
import { mayOperate, type Caller } from "./caller.ts";
import "./charts/heat_map.ts";
import "./charts/lines.ts";
import "./charts/polar.ts";
import { PollingElement, reasonOf, told } from "./element.ts";
import { number } from "./format.ts";
import { choice } from "./markup.ts";

const REFRESH = 3000; // ms, while it runs
const RINGS = 6; // of a polar plot, at most

interface Axis {
  name: string;
  size: number;
  coordinates: Record<string, (number | string)[]>;
}

interface Study {
  name: string;
  title: string;
  total: number;
  done: number;
  failed: number;
  failures: string[];
  axes: Axis[];
  dimensions: Record<string, string[]>;
  variables: { name: string; units: string; description: string; dimensions: string[] }[];
}

interface Surface {
  values: (number | null)[][]; // [y][x]
  units: string;
}

type Shape = "surface" | "lines" | "polar";
const SHAPES: Shape[] = ["surface", "lines", "polar"];

class StudyElement extends PollingElement {
  static override properties = {
    connection: { attribute: false },
    name: { attribute: false },
    caller: { attribute: false },
    study: { state: true },
    surface: { state: true },
    variable: { state: true },
    x: { state: true },
    y: { state: true },
    places: { state: true },
    shape: { state: true },
    chosen: { state: true },
    problem: { state: true },
  };
  declare name: string;
  declare caller: Caller;
  declare study: Study | null;
  declare surface: Surface | null;
  declare variable: string;
  declare x: string;
  declare y: string; // empty = none
  declare places: Record<string, string>; // of dimensions that are not drawn: a number or "mean"
  declare shape: Shape;
  declare chosen: [number, number];
  declare problem: string;

  constructor() {
    super();
    this.study = this.surface = null;
    this.variable = this.x = this.y = this.problem = "";
    this.places = {};
    this.shape = "surface";
    this.chosen = [0, 0];
  }

  private get path(): string {
    return `/studies/${encodeURIComponent(this.name)}`;
  }

  protected interval(): number | null {
    return this.study === null && this.problem === "" ? null : REFRESH;
  }

  protected override failed(error: unknown): void {
    this.problem = reasonOf(error);
  }

  /** Reads it again as long as it is not done. */
  protected async refresh(): Promise<void> {
    const { study } = this;
    if (study !== null && study.done + study.failed === study.total) return;
    this.study = await ask<Study>(this.path);
    this.problem = "";
    if (study === null) this.begin(this.study);
    await this.draw();
  }

  /** What is drawn first: the spread of the motions over the first two axes, the mean over seeds. */
  private begin({ axes, variables, dimensions }: Study): void {
    const first = variables.find(({ name }) => name.endsWith("_std")) ?? variables[0];
    this.variable = first?.name ?? "";
    const drawn = axes.filter(({ name }) => name !== "seed");
    this.x = (drawn.find(isHeading) ?? drawn[0] ?? axes[0])?.name ?? "";
    this.y = drawn.find(({ name, size }) => name !== this.x && size > 1)?.name ?? "";
    this.places = {
      ...Object.fromEntries(axes.map(({ name }) => [name, name === "seed" ? "mean" : "0"])),
      ...Object.fromEntries(Object.keys(dimensions).map((name) => [name, "0"])),
    };
  }

  private get dimensions(): string[] {
    return this.study?.variables.find(({ name }) => name === this.variable)?.dimensions ?? [];
  }

  private async draw(): Promise<void> {
    const query = new URLSearchParams({ variable: this.variable, x: this.x, y: this.y });
    for (const dimension of this.dimensions) {
      if (dimension !== this.x && dimension !== this.y) query.set(dimension, this.places[dimension] ?? "0");
    }
    try {
      this.surface = await ask<Surface>(`${this.path}/surface?${query.toString()}`);
      this.problem = "";
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.surface = null;
      this.problem = error.message;
    }
  }

  private change(change: Partial<Pick<StudyElement, "variable" | "x" | "y" | "places">>): void {
    Object.assign(this, change);
    if (this.x === this.y) this.y = "";
    this.chosen = [0, 0];
    void told(() => this.draw());
  }

  /** The chosen case as a session; of dimensions that are averaged the first place. */
  private async runCase(): Promise<void> {
    const places = Object.fromEntries(this.study!.axes.map(({ name }) => [name, this.placeOf(name)]));
    const { session } = await ask<{ session: string }>(`${this.path}/session`, JSON.stringify(places));
    location.hash = `#/${session}`;
  }

  private placeOf(axis: string): number {
    if (axis === this.x) return this.chosen[0];
    if (axis === this.y) return this.chosen[1];
    return Number(this.places[axis]) || 0;
  }

  private axis(name: string): Axis | undefined {
    return this.study?.axes.find((axis) => axis.name === name);
  }

  protected override render() {
    const { study } = this;
    if (study === null)
      return html`<p class=${this.problem === "" ? "empty" : "banner"} role=${this.problem === "" ? nothing : "alert"}>
        ${this.problem || "Reading the study…"}
      </p>`;
    return html`<section class="screen wide">
      <nav class="bar">
        <a href="#/studies">Studies</a> /
        <h1><bdi>${study.name}</bdi></h1>
        <span class="muted"
          ><bdi>${study.title}</bdi>, ${study.axes.map(({ name, size }) => `${size} ${name}`).join(" × ")}</span
        >
      </nav>
      <div class="bar">
        <progress max=${study.total} value=${study.done + study.failed} aria-label="Cases done"></progress>
        <span>${study.done} of ${study.total} cases</span
        >${study.failed > 0 ? html`<span class="warning">${study.failed} failed</span>` : nothing}
      </div>
      ${
        study.failures.length > 0
          ? html`<details class="failures">
              <summary>Failures</summary>
              <ul>
                ${study.failures.map((text) => html`<li>${text}</li>`)}
              </ul>
            </details>`
          : nothing
      }
      ${this.renderChoices(study)}
      ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      ${this.surface === null ? nothing : this.renderSurface(this.surface)} ${this.renderCase(study)}
    </section>`;
  }

  private renderChoices(study: Study) {
    const axes = study.axes.map(({ name }) => name).filter((name) => this.dimensions.includes(name));
    const others = this.dimensions.filter((name) => name !== this.x && name !== this.y);
    return html`<div class="bar choose">
      ${choice(
        "Statistic",
        this.variable,
        study.variables.map(({ name }) => [name, name]),
        (variable) => this.change({ variable }),
      )}
      ${choice(
        "over",
        this.x,
        axes.map((name) => [name, name]),
        (x) => this.change({ x }),
      )}
      ${choice(
        "and",
        this.y,
        [
          ["", "nothing else"],
          ...axes.filter((name) => name !== this.x).map((name) => [name, name] as [string, string]),
        ],
        (y) => this.change({ y }),
      )}
      ${others.map((name) =>
        choice(name, this.places[name] ?? "0", this.labelsOf(name), (place) =>
          this.change({ places: { ...this.places, [name]: place } }),
        ),
      )}
      <span class="group" role="group" aria-label="Drawn as">${SHAPES.map((shape) => this.renderShape(shape))}</span>
    </div>`;
  }

  private renderShape(shape: Shape) {
    const chosen = shape === this.shape;
    return html`<button aria-pressed=${chosen} @click=${() => (this.shape = shape)}>${shape}</button>`;
  }

  private labelsOf(dimension: string): [string, string][] {
    const axis = this.axis(dimension);
    const labels = axis === undefined ? (this.study!.dimensions[dimension] ?? []) : coordinateOf(axis);
    const places = labels.map(
      (label, i) => [String(i), typeof label === "number" ? number(label) : label] as [string, string],
    );
    return axis === undefined ? places : [["mean", "mean"], ...places];
  }

  private renderSurface({ values, units }: Surface) {
    const [x, y] = [this.axis(this.x), this.axis(this.y)];
    if (x === undefined) return nothing;
    const [across, up] = [coordinateOf(x), y === undefined ? [this.variable] : coordinateOf(y)];
    const numbers = across.map((label, i) => (typeof label === "number" ? label : i));
    const rows = values.map((row, j) => ({
      label: y === undefined ? this.variable : `${y.name} ${typeof up[j] === "number" ? number(up[j]) : up[j]}`,
      values: row,
    }));
    const label = `${this.variable} over ${x.name}${y === undefined ? "" : ` and ${y.name}`}`;
    switch (this.shape) {
      case "lines":
        return html`<div class="big">
          <raftup-lines .label=${label} .x=${numbers} .xLabel=${x.name} .unit=${units} .lines=${rows}></raftup-lines>
        </div>`;
      case "polar":
        return html`<raftup-polar
          .label=${label}
          .degrees=${numbers}
          .unit=${units}
          .rings=${rows.slice(0, RINGS)}
        ></raftup-polar>`;
      default:
        return html`<raftup-heat-map
          .label=${label}
          .x=${across}
          .y=${up}
          .xLabel=${x.name}
          .yLabel=${y?.name ?? ""}
          .unit=${units}
          .values=${values}
          .chosen=${this.chosen}
          @choose=${(event: CustomEvent<[number, number]>) => (this.chosen = event.detail)}
        ></raftup-heat-map>`;
    }
  }

  private renderCase({ axes }: Study) {
    const words = axes.map((axis) => {
      const label = coordinateOf(axis)[this.placeOf(axis.name)];
      return `${axis.name} ${typeof label === "number" ? number(label) : label}`;
    });
    return html`<div class="bar case">
      <span>Case: ${words.join(", ")}</span>
      ${
        mayOperate(this.caller)
          ? html`<button class="primary" @click=${() => told(() => this.runCase())}>Run this case live</button>`
          : nothing
      }
    </div>`;
  }
}

function isHeading({ name }: Axis): boolean {
  return /heading|direction/.test(name);
}

/** The labels of an axis: its own coordinate, else the first that is not a mere count. */
function coordinateOf({ name, coordinates }: Axis): (number | string)[] {
  const others = Object.keys(coordinates).filter((other) => other !== name);
  return coordinates[others.length > 1 ? name : (others[0] ?? name)] ?? [];
}

customElements.define("raftup-study", StudyElement);
