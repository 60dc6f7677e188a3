/** Time series of a session: outputs put onto panes with one time axis. */

import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import uPlot from "uplot";
import { bottomAxis, fitPlot, leftAxis, lineSeries } from "./charts/style.ts";
import type { Connection, WatchHandle } from "./connection.ts";
import { csvOf, saveCsv } from "./csv.ts";
import { Element } from "./element.ts";
import { bytes, componentName, unitOf } from "./format.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import type { Variable } from "./generated/raftup/v1/values_pb.ts";
import { OverflowPolicy, type WatchSessionResponse } from "./generated/raftup/v1/watch_pb.ts";
import { choice, filterField } from "./markup.ts";
import { Branches, Rows, thinned } from "./rows.ts";
import { byOwner, partOf } from "./variable_names.ts";

const BYTE_LIMIT = 64 << 20;
const ROW_LIMIT = 200_000;
const REDRAW = 125; // ms
const WINDOWS = [30, 120, 600, 3600] as const;

interface Pane {
  variable: Variable;
  plot: uPlot | null;
  /** Whether any of it is on the screen: what nobody sees is not drawn. */
  seen: boolean;
}

class PlotsElement extends Element {
  static override properties = {
    connection: { attribute: false },
    session: { attribute: false },
    variables: { attribute: false },
    shown: { attribute: false },
    names: { state: true },
    filter: { state: true },
    window: { state: true },
    pinned: { state: true },
  };
  declare connection: Connection;
  declare session: Session;
  declare variables: Variable[];
  declare shown: string;
  declare names: string[];
  declare filter: string;
  declare window: number;
  declare pinned: boolean;
  private panes: Pane[] = [];
  private watched: string[] = [];
  private columns = new Map<string, number>();
  private branches: Branches | null = null;
  private watch: WatchHandle | null = null;
  private timer = 0;
  private changed = true;
  private observer: ResizeObserver | null = null;
  private readonly onScreen = new IntersectionObserver((entries) => this.look(entries));
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly onPalette = () => this.rebuild();

  constructor() {
    super();
    this.names = [];
    this.filter = "";
    this.window = 120;
    this.pinned = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const asked = this.shown === "" ? this.usual() : this.shown.split(",");
    this.names = asked.filter((name) => this.variables.some((variable) => variable.name === name));
    this.follow();
    this.timer = window.setInterval(() => this.redraw(), REDRAW);
    this.dark.addEventListener("change", this.onPalette);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.dark.removeEventListener("change", this.onPalette);
    this.observer?.disconnect();
    this.onScreen.disconnect();
    this.watch?.close();
    for (const { plot } of this.panes) plot?.destroy();
    this.panes = [];
  }

  /** What is shown where nothing is asked for: displacements, or what the model gives first. */
  private usual(): string[] {
    const outputs = this.session.spec?.model?.outputs ?? [];
    const motions = outputs.filter((name) => name.endsWith(".displacement"));
    return (motions.length > 0 ? motions : outputs).slice(0, 2);
  }

  /** Watches the model's outputs, which others share, and what is shown besides. */
  private follow(): void {
    const usual = this.session.spec?.model?.outputs ?? [];
    const wanted = [...usual, ...this.names.filter((name) => !usual.includes(name))];
    if (wanted.length === 0 || wanted.every((name) => this.watched.includes(name))) return;
    this.watch?.close();
    this.watched = wanted;
    this.branches = null;
    this.watch = this.connection.watch(
      {
        session: this.session.name,
        outputVariables: wanted,
        overflowPolicy: OverflowPolicy.DROP_OLDEST,
        maxRowsPerSecond: 0,
      },
      BigInt(WINDOWS[3]) * 1_000_000_000n,
      {
        response: (message) => this.take(message),
        history: (rows) => {
          this.branches?.take(rows.rowTimeNs, rows.values);
          this.changed = true;
        },
        ended: () => undefined,
      },
    );
  }

  private take({ kind }: WatchSessionResponse): void {
    if (kind.case === "watching") {
      let width = 0;
      this.columns = new Map();
      for (const { name, size } of kind.value.outputs) {
        this.columns.set(name, width);
        width += size;
      }
      const capacity = Math.min(ROW_LIMIT, Math.floor(BYTE_LIMIT / (2 * Rows.bytes(width))));
      if (this.branches === null || this.branches.now.width !== width) this.branches = new Branches(width, capacity);
      this.requestUpdate();
    } else if (kind.case === "frame") {
      const times = kind.value.rowTimeNs.length > 0 ? kind.value.rowTimeNs : [kind.value.timeNs];
      this.branches?.take(times, kind.value.values);
    } else if (kind.case === "notice" && kind.value.reason === "SESSION_RESET") {
      this.branches?.branchOff(0);
    } else if (kind.case === "notice" && kind.value.reason === "CHECKPOINT_RESTORED") {
      this.branches?.branchOff((Number(kind.value.stepIndex) + 0.5) * (Number(this.session.stepNs) / 1e9));
    }
    this.changed = true;
  }

  // --- panes --------------------------------------------------------------------------------------

  private add(name: string): void {
    if (this.names.includes(name)) return;
    this.names = [...this.names, name];
    this.tellAddress();
    this.follow();
  }

  private leaveOut(name: string): void {
    this.names = this.names.filter((other) => other !== name);
    this.tellAddress();
  }

  private tellAddress(): void {
    const query = new URLSearchParams({ plots: this.names.join(",") });
    history.replaceState(null, "", `#/${this.session.name}?${query.toString()}`);
  }

  protected override updated(): void {
    const kept = this.panes.filter(({ variable }) => this.names.includes(variable.name));
    for (const pane of this.panes) if (!kept.includes(pane)) pane.plot?.destroy();
    this.panes = this.names.map(
      (name) =>
        kept.find(({ variable }) => variable.name === name) ?? {
          variable: this.variables.find((variable) => variable.name === name)!,
          plot: null,
          seen: false,
        },
    );
    for (const pane of this.panes) if (pane.plot === null) this.make(pane);
  }

  private rebuild(): void {
    for (const pane of this.panes) {
      pane.plot?.destroy();
      this.make(pane);
    }
    this.changed = true;
  }

  private host(pane: Pane): HTMLElement {
    return this.querySelector<HTMLElement>(`[data-pane="${CSS.escape(pane.variable.name)}"]`)!;
  }

  private make(pane: Pane): void {
    const { name, size, unit } = pane.variable;
    const labels = Array.from(
      { length: size },
      (_, i) => `${componentName(name, size, i)} [${unitOf(unit, i) || "1"}]`,
    );
    const series = labels.map((label, i) => lineSeries(label, i));
    const before = labels.map((label, i) => lineSeries(`${label} before`, i, true));
    const host = this.host(pane);
    pane.plot = new uPlot(
      {
        width: Math.max(200, host.clientWidth),
        height: host.clientHeight,
        cursor: { sync: { key: "plots" }, drag: { x: true, y: true, uni: 30 } },
        scales: { x: { time: false } },
        axes: [bottomAxis("t [s]"), leftAxis(56)],
        legend: { live: true },
        series: [
          { label: "t [s]", value: (_, value) => (value === null ? "–" : value.toFixed(2)) },
          ...series,
          ...before,
        ],
        hooks: { setSelect: [() => (this.pinned = true)] },
      },
      this.data(pane),
      host,
    );
    const rows = pane.plot.root.querySelectorAll<HTMLElement>(".u-series");
    rows.forEach((row, i) => (row.hidden = i > size));
    this.fit();
    host.addEventListener("dblclick", () => (this.pinned = false));
    this.onScreen.observe(host);
    this.changed = true;
  }

  /** Takes note of what has come onto the screen or left it. */
  private look(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const pane = this.panes.find((one) => this.host(one) === target);
      if (pane !== undefined) pane.seen = isIntersecting;
    }
    this.changed = true;
  }

  /** Gives each plot the room that its legend leaves. */
  private fit(): void {
    for (const pane of this.panes) if (pane.plot !== null) fitPlot(pane.plot, this.host(pane));
  }

  /** Now and before on one time axis, thinned to what the pane can show. */
  private data(pane: Pane): uPlot.AlignedData {
    const { size, name } = pane.variable;
    const first = this.columns.get(name);
    const empty = [[], ...Array.from({ length: 2 * size }, () => [])] as unknown as uPlot.AlignedData;
    if (this.branches === null || first === undefined) return empty;
    const columns = Array.from({ length: size }, (_, i) => first + i);
    const { now, before } = this.branches;
    const end = Math.max(now.lastTime(), 0);
    const lines = (rows: Rows) => thinned(rows, columns, end - this.window, rows.lastTime(), 2000);
    const current = lines(now);
    if (before === null || before.lastTime() < end - this.window) {
      const gaps = columns.map(() => current[0].map(() => null));
      return [...current, ...gaps] as unknown as uPlot.AlignedData;
    }
    return uPlot.join([current, lines(before)] as uPlot.AlignedData[], [
      columns.map(() => 1).concat(1),
      columns.map(() => 1).concat(1),
    ]);
  }

  private redraw(): void {
    if (!this.changed || this.pinned || document.hidden) return;
    this.changed = false;
    this.draw(this.panes.filter(({ seen }) => seen));
  }

  private draw(panes: readonly Pane[]): void {
    for (const pane of panes) {
      pane.plot?.setData(this.data(pane));
      this.host(pane).classList.toggle(
        "bare",
        this.branches === null || (this.branches.now.count === 0 && this.branches.before === null),
      );
    }
  }

  /** What is seen, as text with a head of names and units. */
  private save(): void {
    if (!this.pinned) this.draw(this.panes);
    const head = ["t [s]"];
    const tables: uPlot.AlignedData[] = [];
    for (const { plot, variable } of this.panes) {
      if (plot === null) continue;
      for (let i = 0; i < variable.size; i++) head.push(`${variable.name} ${plot.series[i + 1]!.label as string}`);
      tables.push(plot.data.slice(0, variable.size + 1) as unknown as uPlot.AlignedData);
    }
    const joined = tables.length > 0 ? uPlot.join(tables) : [[]];
    saveCsv(csvOf(head, joined), `${this.session.name.replace("/", "-")}.csv`);
  }

  // --- page ---------------------------------------------------------------------------------------

  private drop(event: DragEvent): void {
    event.preventDefault();
    this.add(event.dataTransfer?.getData("text/plain") ?? "");
  }

  private choices(): Variable[] {
    const wanted = this.filter.toLowerCase();
    return this.variables.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 200);
  }

  /** How many rows the page holds at most, now and of the branch before. */
  private kept(): string {
    if (this.branches === null) return "";
    const { capacity, width } = this.branches.now;
    return `the last ${capacity} rows are kept, at most ${bytes(2 * capacity * Rows.bytes(width))}`;
  }

  protected override render() {
    return html`
      <div class="plots">
        <div
          class="panes"
          @dragover=${(event: DragEvent) => event.preventDefault()}
          @drop=${(event: DragEvent) => this.drop(event)}
        >
          ${this.renderBar()}
          ${repeat(
            this.names,
            (name) => name,
            (name) => this.renderPane(name),
          )}
          ${this.names.length === 0 ? html`<p class="empty">Drag an output here, or press its +.</p>` : nothing}
        </div>
        <section class="outputs" aria-label="Outputs">
          ${filterField("outputs", this.filter, (filter) => (this.filter = filter))}
          <div class="choices">
            ${byOwner(this.choices()).map(
              ([owner, variables]) =>
                html` <h2><bdi>${owner}</bdi></h2>
                  <ul>
                    ${variables.map((variable) => this.renderChoice(variable))}
                  </ul>`,
            )}
          </div>
        </section>
      </div>
    `;
  }

  private renderBar() {
    return html`<div class="bar">
      ${choice(
        "Window",
        String(this.window),
        WINDOWS.map((window) => [String(window), window >= 60 ? `${window / 60} min` : `${window} s`]),
        (window) => {
          this.window = Number(window);
          this.changed = true;
        },
      )}
      <button
        aria-pressed=${this.pinned}
        @click=${() => {
          this.pinned = !this.pinned;
          this.changed = true;
        }}
      >
        Pin
      </button>
      <button @click=${() => this.save()}>CSV</button>
      <span class="muted hint">drag to zoom, double click to follow</span>
      <span class="muted hint">${this.kept()}</span>
    </div>`;
  }

  private renderPane(name: string) {
    return html`<section class="pane">
      <header>
        <bdi>${name}</bdi
        ><button class="quiet" aria-label="Remove ${name}" @click=${() => this.leaveOut(name)}>✕</button>
      </header>
      <div class="chart" data-pane=${name}></div>
    </section>`;
  }

  private renderChoice(variable: Variable) {
    const { name } = variable;
    return html`<li
      draggable="true"
      title=${`${name}: ${variable.description}`}
      @dragstart=${(event: DragEvent) => event.dataTransfer?.setData("text/plain", name)}
    >
      <bdi>${partOf(name)}</bdi><span class="muted">${unitOf(variable.unit, 0)}</span>
      <button
        class="quiet"
        aria-label="Plot ${name}"
        ?disabled=${this.names.includes(name)}
        @click=${() => this.add(name)}
      >
        +
      </button>
    </li>`;
  }
}

customElements.define("raftup-plots", PlotsElement);
