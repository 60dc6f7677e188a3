/** The 3-D view of a session: the canvas, its labels, and the values of the body that is picked. */

import { html, nothing } from "lit";
import { SessionService, type Connection, type WatchHandle } from "./connection.ts";
import { Element, reasonOf, told } from "./element.ts";
import { fixed, force } from "./format.ts";
import { OverflowPolicy, type WatchSessionResponse } from "./generated/raftup/v1/watch_pb.ts";
import type { ShapePair } from "./generated/raftup/v1/contact_query_pb.ts";
import type { Session } from "./generated/raftup/v1/session_pb.ts";
import { SeaComponents } from "./sea_components.ts";
import { keptApart } from "./view/labels.ts";
import { Film } from "./view/film.ts";
import { inFrame, type Frame } from "./view/frames.ts";
import { contactForces, contactRows, MOST_POINTS } from "./view/contacts.ts";
import { columnsOf, CONTACTS, forceKinds, type Layout } from "./view/layout.ts";
import { meshOf } from "./view/meshes.ts";
import { Motion, POSE_WIDTH } from "./view/poses.ts";
import { readingRows } from "./view/readings.ts";
import { SessionScene, type CameraView } from "./view/scene.ts";

const FRAMES_PER_SECOND = 60;
const LABEL_HEIGHT = 20; // px
const LABEL_LETTER = 7.5; // px, about
const LABEL_MARGIN = 14; // px
const TABLE_INTERVAL = 15; // pictures between two looks at values
const CALM_INTERVAL = 500; // ms between pictures where motion is unwanted
const VIEWS: CameraView[] = ["free", "follow", "top", "beam", "bow"];

class ViewElement extends Element {
  static override properties = {
    connection: { attribute: false },
    session: { attribute: false },
    recording: { attribute: false },
    layout: { attribute: false },
    view: { state: true },
    picked: { state: true },
    forces: { state: true },
    axes: { state: true },
    table: { state: true },
    sea: { state: true },
    streaming: { state: true },
    readings: { state: true },
    missing: { state: true },
    problem: { state: true },
  };
  declare connection: Connection;
  declare session: Session;
  declare recording: boolean;
  declare layout: Layout;
  declare view: CameraView;
  declare picked: number;
  declare forces: string; // their kind; empty = none
  declare axes: Frame;
  declare table: number;
  declare sea: SeaComponents | null;
  declare streaming: string[];
  declare readings: number[]; // of the body that is picked
  declare missing: string[]; // why meshes are not drawn
  private contacts: ShapePair[] = [];
  private chosen = false; // the first body is picked by nobody
  declare problem: string;
  readonly motion = new Motion();
  private scene: SessionScene | null = null;
  private watch: WatchHandle | null = null;
  private frame = 0;
  private film: Film | null = null;
  private lastDrawn = 0;
  private unseen = 0;
  private taken = 0; // frames so far
  private lost = 0;
  private latencies: number[] = [];
  private shown: { commitNs: bigint } | null = null;
  private scriptTime = 0;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly onPalette = () => this.scene?.setPalette();

  constructor() {
    super();
    this.view = "free";
    this.forces = "";
    this.axes = "z up";
    this.picked = this.table = 0;
    this.sea = null;
    this.streaming = [];
    this.readings = [];
    this.missing = [];
    this.problem = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.dark.addEventListener("change", this.onPalette);
    void told(() => this.begin());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.frame);
    this.dark.removeEventListener("change", this.onPalette);
    this.watch?.close();
    this.scene?.dispose();
    this.scene = null;
  }

  private async begin(): Promise<void> {
    const { name } = this.session;
    const sea = await this.connection.call(SessionService.method.getSea, { session: name });
    this.sea = new SeaComponents(sea);
    this.streaming = sea.streamingInputs;
    await this.updateComplete;
    if (!this.isConnected) return;
    this.makeScene();
    await this.readNow();
    this.follow();
    this.frame = requestAnimationFrame((now) => this.draw(now));
    this.expose();
  }

  private follow(): void {
    this.watch?.close();
    this.unseen = 0;
    this.watch = this.connection.watch(
      {
        session: this.session.name,
        outputVariables: columnsOf(this.layout, this.forces),
        outputStride: 1n,
        contacts: this.forces === CONTACTS,
        overflowPolicy: OverflowPolicy.LATEST,
        maxRowsPerSecond: 2 * FRAMES_PER_SECOND,
      },
      0n,
      {
        response: (message, lost) => this.take(message, lost),
        history: () => undefined,
        ended: () => undefined,
      },
    );
  }

  /** Draws forces of another kind, whose columns come by another watch. */
  private async showForces(kind: string): Promise<void> {
    this.forces = kind;
    await this.readNow();
    this.scene?.setForces(kind);
    this.follow();
  }

  private makeScene(): void {
    const canvas = this.querySelector("canvas")!;
    try {
      this.scene = new SessionScene(canvas, this.layout, this.sea!);
    } catch (error) {
      this.problem = `This browser draws no 3-D picture: ${reasonOf(error)}`;
      return;
    }
    this.layout.bodies.forEach((_, i) => void this.loadMesh(i));
    canvas.addEventListener("webglcontextlost", () => (this.problem = "The graphics processor has been lost."));
    canvas.addEventListener("webglcontextrestored", () => {
      this.problem = "";
      this.scene?.refresh();
    });
  }

  private async loadMesh(body: number): Promise<void> {
    const layout = this.layout.bodies[body]!;
    try {
      const mesh = await meshOf(layout, this.connection);
      if (mesh !== null) this.scene?.setMesh(body, mesh);
    } catch (error) {
      this.missing = [...this.missing, `mesh of ${layout.name} not drawn: ${reasonOf(error)}`];
    }
  }

  /** Where everything is before the first row comes; a row that has come meanwhile is newer. */
  private async readNow(): Promise<void> {
    const { taken } = this;
    const { readValues, queryContacts } = SessionService.method;
    const session = this.session.name;
    const answer = await this.connection.call(readValues, { session, variables: columnsOf(this.layout, this.forces) });
    const contacts = this.forces === CONTACTS ? (await this.connection.call(queryContacts, { session })).pairs : [];
    if (this.taken !== taken) return;
    this.takeContacts(contacts);
    this.motion.take(Number(answer.timeNs) / 1e9, answer.values, performance.now());
    this.tellTime(Number(answer.timeNs) / 1e9);
  }

  private takeContacts(contacts: ShapePair[]): void {
    this.contacts = contacts;
    this.scene?.setContacts(contactForces(contacts));
  }

  /** Velocities and forces of the body that is picked. */
  private async readPicked(): Promise<void> {
    const variables = this.chosen ? (this.layout.bodies[this.picked]?.readings ?? []) : [];
    if (variables.length === 0 || !this.connection.connected) return;
    const { picked } = this;
    try {
      const answer = await this.connection.call(SessionService.method.readValues, {
        session: this.session.name,
        variables,
      });
      if (this.picked === picked) this.readings = answer.values;
    } catch {
      // The banner says why; what was read stays.
    }
  }

  private take({ kind }: WatchSessionResponse, lost: number): void {
    this.lost += lost;
    if (kind.case === "notice") {
      this.dispatchEvent(new CustomEvent("notice", { detail: kind.value, bubbles: true }));
      if (["SESSION_RESET", "CHECKPOINT_RESTORED"].includes(kind.value.reason)) void told(() => this.readNow());
    } else if (kind.case === "watching") {
      void told(() => this.readNow());
    } else if (kind.case === "frame") {
      const frame = kind.value;
      const rows = frame.rowTimeNs.length || 1;
      const width = frame.values.length / rows;
      const time = frame.rowTimeNs.at(-1) ?? frame.timeNs;
      this.motion.take(Number(time) / 1e9, frame.values.slice((rows - 1) * width), performance.now());
      this.shown = { commitNs: frame.commitTimeNs };
      if (this.forces === CONTACTS) this.takeContacts(frame.contacts);
      this.lost += Number(frame.droppedFrameCount);
      this.unseen++;
      this.taken++;
      if (this.scene === null) this.giveBack();
    }
  }

  private giveBack(): void {
    for (; this.unseen > 0; this.unseen--) this.watch?.seen();
  }

  private draw(now: number): void {
    this.frame = requestAnimationFrame((next) => this.draw(next));
    if (this.scene === null || this.motion.empty || this.problem !== "") return this.giveBack();
    const instant = performance.now();
    if (!this.scene.needsDrawing(this.motion, instant)) return this.giveBack();
    if (this.calm.matches && now - this.lastDrawn < CALM_INTERVAL) return;
    this.lastDrawn = now;
    this.scriptTime = this.scene.draw(this.motion, instant);
    this.placeLabels();
    this.giveBack();
    this.tellTime(this.motion.time(instant));
    if (this.shown !== null) this.noteLatency(this.shown.commitNs);
    this.shown = null;
    if (++this.table % TABLE_INTERVAL !== 0) return;
    this.requestUpdate();
    void this.readPicked();
  }

  /** Nothing is drawn any more but what is asked for, as well as it can be, with nothing around it. */
  private async startFilm(view: CameraView): Promise<void> {
    cancelAnimationFrame(this.frame);
    this.watch?.close();
    this.look(view);
    this.film = new Film(
      this.connection,
      this.session.name,
      columnsOf(this.layout, ""),
      Number(this.session.stepNs) / 1e9,
    );
    document.documentElement.classList.add("film");
    this.scene?.drawBest();
    await this.showFilm(0);
  }

  /** Draws a recording at a time [s], once it is on the screen. */
  private async showFilm(time: number): Promise<void> {
    const { motion, instant } = await this.film!.at(time);
    this.scene?.needsDrawing(motion, instant); // fits the canvas
    this.scene?.draw(motion, instant);
    this.placeLabels();
    this.tellTime(motion.time(instant));
    this.requestUpdate();
    await this.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  private noteLatency(commitNs: bigint): void {
    this.latencies.push(performance.timeOrigin + performance.now() - Number(commitNs / 1000n) / 1000);
    if (this.latencies.length > 600) this.latencies.shift();
  }

  private tellTime(time: number): void {
    this.dispatchEvent(new CustomEvent("time", { detail: time, bubbles: true }));
  }

  /** Labels are text of the page above the canvas. */
  private placeLabels(): void {
    const labels = this.querySelectorAll<HTMLElement>(".label");
    const { clientWidth, clientHeight } = this.scene!.renderer.domElement;
    const wanted = this.layout.bodies.map(({ name }, i) => {
      const { x, y, visible } = this.scene!.project(i);
      const width = LABEL_LETTER * name.length + LABEL_MARGIN;
      return { x: 0.5 * (x + 1) * clientWidth, y: 0.5 * (1 - y) * clientHeight, width, visible };
    });
    keptApart(wanted, LABEL_HEIGHT).forEach((y, i) => {
      const { x, visible } = wanted[i]!;
      const label = labels[i]!;
      label.hidden = !visible;
      label.style.translate = `calc(${x.toFixed(1)}px - 50%) ${(y - 1.4 * LABEL_HEIGHT).toFixed(1)}px`;
    });
  }

  private pick(event: MouseEvent): void {
    const { width, height } = (event.target as HTMLElement).getBoundingClientRect();
    const name = this.scene?.pick((2 * event.offsetX) / width - 1, 1 - (2 * event.offsetY) / height) ?? null;
    const index = this.layout.bodies.findIndex((body) => body.name === name);
    if (index >= 0) this.choose(index);
  }

  private choose(index: number): void {
    this.picked = index;
    this.chosen = true;
    this.readings = [];
    void this.readPicked();
    if (this.view === "follow") this.scene?.setView("follow", index);
  }

  private look(view: CameraView): void {
    this.view = view;
    this.scene?.setView(view, this.picked);
  }

  /** For tests and for people who like to look: what is drawn, as numbers. */
  private expose(): void {
    const now = () => performance.now();
    Object.assign(window, {
      raftupConsole: {
        time: () => this.motion.time(now()),
        poses: () => Object.fromEntries(this.layout.bodies.map(({ name }, i) => [name, this.motion.pose(i, now())])),
        drawn: () => Object.fromEntries(this.scene?.hulls.map(({ name, drawn }) => [name, drawn]) ?? []),
        extent: (body: number) => this.scene?.hulls[body]?.extent,
        project: (body: number) => this.scene?.project(body),
        seaCentre: () => this.scene?.seaCentre,
        elevations: (points: [number, number][]) => this.scene?.elevations(points),
        sum: (points: [number, number][]) => points.map(([x, y]) => this.sea!.elevation(this.motion.time(now()), x, y)),
        significantHeight: () => this.sea?.significantHeight,
        startFilm: (view: CameraView) => this.startFilm(view),
        showFilm: (time: number) => this.showFilm(time),
        contacts: () =>
          this.contacts.flatMap(({ points }) => points.map(({ position, force }) => ({ position, force }))),
        force: () => this.scene?.largestForce,
        performance: () => ({
          script: this.scriptTime,
          calls: this.scene?.renderer.info.render.calls,
          latencies: this.latencies,
          lost: this.lost,
        }),
      },
    });
  }

  protected override render() {
    return html`
      <div class="stage">
        <canvas
          role="img"
          aria-label="Bodies and sea in three dimensions; the table beside it has the values"
          tabindex="0"
          @click=${(event: MouseEvent) => this.pick(event)}
        ></canvas>
        ${this.layout.bodies.map(({ name }) => html`<span class="label"><bdi>${name}</bdi></span>`)}
        <div class="cameras" role="group" aria-label="Camera">
          ${VIEWS.map(
            (view) => html`<button aria-pressed=${view === this.view} @click=${() => this.look(view)}>${view}</button>`,
          )}
          <button
            aria-pressed=${this.axes === "NED"}
            aria-label="NED: values north, east, down"
            @click=${() => (this.axes = this.axes === "NED" ? "z up" : "NED")}
          >
            NED
          </button>
          ${this.renderForces()}
        </div>
        ${this.problem === "" ? nothing : html`<p class="banner inside" role="alert">${this.problem}</p>`}
        <div class="words">${this.words().map((word) => html`<span>${word}</span>`)}</div>
        ${this.layout.lines.length > 0 ? this.renderLegend() : nothing}
        ${this.forces === "" ? nothing : html`<div class="legend forces"><span>longest arrow ${force(this.scene?.largestForce ?? 0)}</span></div>`}
      </div>
      ${this.renderValues()}
    `;
  }

  /** What the picture does not show, or only stands in for. */
  private words(): string[] {
    const { sea, scene } = this;
    const words: string[] = [];
    const { unseen } = this.layout;
    if (unseen.length > 0) words.push(`not recorded: poses of ${unseen.join(", ")}`);
    const boxes = scene?.hulls.filter(({ drawn }) => drawn === "box").map(({ name }) => name) ?? [];
    if (boxes.length > 0) words.push(`no mesh: ${boxes.join(", ")}`);
    const lost = this.motion.empty
      ? []
      : this.layout.bodies.filter((_, i) => !this.motion.finite(i)).map(({ name }) => name);
    if (lost.length > 0) words.push(`no pose, drawn as a wire frame: ${lost.join(", ")}`);
    words.push(...this.missing);
    if (this.contacts.reduce((count, { points }) => count + points.length, 0) >= MOST_POINTS)
      words.push(`the first ${MOST_POINTS} points of contact drawn`);
    if (sea !== null && sea.count === 0) words.push(this.recording ? "no waves to draw" : "still water");
    else if (this.recording) words.push("waves made anew from the model");
    if (sea !== null && sea.share < 0.9995)
      words.push(`${(100 * sea.share).toFixed(1)} % of the waves' variance drawn`);
    if (this.streaming.length > 0) words.push(`not drawn: waves streamed by ${this.streaming.join(", ")}`);
    if (this.lost > 0) words.push(`${this.lost} frames left out`);
    return words;
  }

  private renderLegend() {
    return html`<div class="legend">
      <span>slack</span><span class="ramp"></span> <span>${force(this.scene?.largestTension ?? 0)}</span>
    </div>`;
  }

  private renderForces() {
    const kinds = forceKinds(this.layout, this.recording);
    if (kinds.length === 0) return nothing;
    return html`<select
      aria-label="Forces drawn as arrows"
      @change=${(event: Event) => void told(() => this.showForces((event.target as HTMLSelectElement).value))}
    >
      <option value="">no forces</option>
      ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === this.forces}>${kind.replaceAll("_", " ")}</option>`)}
    </select>`;
  }

  private renderValues() {
    if (this.motion.empty) return nothing;
    const now = performance.now();
    return html`<table class="values">
      <caption class="unseen">
        Poses
      </caption>
      <thead>
        <tr>
          <th>Body${this.axes === "NED" ? ", north east down" : ""}</th>
          <th class="num">x [m]</th>
          <th class="num">y</th>
          <th class="num">z</th>
          <th class="num">roll [deg]</th>
          <th class="num">pitch</th>
          <th class="num">yaw</th>
        </tr>
      </thead>
      <tbody>
        ${this.layout.bodies.map(({ name }, i) => {
          const { position, orientation } = this.motion.pose(i, now);
          return html`<tr class=${i === this.picked ? "picked" : ""} @click=${() => this.choose(i)}>
              <th scope="row">
                <button class="link" aria-pressed=${i === this.picked}>
                  <i class="swatch hull-${i % 6}"></i><bdi>${name}</bdi>
                </button>
              </th>
              ${[...inFrame(this.axes, position), ...inFrame(this.axes, angles(orientation))].map((value) => html`<td class="num">${fixed(value)}</td>`)}
            </tr>
            ${i === this.picked && this.readings.length > 0 ? readingRows(this.layout.bodies[i]!.readings, this.readings, this.axes) : nothing}`;
        })}${this.layout.lines.map(({ name }, i) => {
          const tension = this.motion.value(POSE_WIDTH * this.layout.bodies.length + i);
          return html`<tr>
            <th scope="row"><bdi>${name}</bdi></th>
            <td class="num" colspan="6">${tension > 0 ? force(tension) : "slack"}</td>
          </tr>`;
        })}${this.forces === CONTACTS ? contactRows(this.contacts) : nothing}
      </tbody>
    </table>`;
  }
}

/** Roll, pitch, yaw [deg] of a quaternion, applied in the order yaw, pitch, roll. */
export function angles([w, x, y, z]: readonly [number, number, number, number]): [number, number, number] {
  const degrees = 180 / Math.PI;
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * degrees,
    Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x)))) * degrees,
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * degrees,
  ];
}

customElements.define("raftup-view", ViewElement);
