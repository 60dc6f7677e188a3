/** The 3-D view of a session: the canvas, its labels, and the values of the body that is picked. */

import { html, nothing } from "lit";
import { SessionService, type Connection } from "./connection.ts";
import { Element, reasonOf, told } from "./element.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { SeaComponents } from "./sea_components.ts";
import { contactForces } from "./view/contacts.ts";
import { controls, legends } from "./view/controls.ts";
import { expose } from "./view/exposed.ts";
import { Feed } from "./view/feed.ts";
import type { Film } from "./view/film.ts";
import type { Frame } from "./view/frames.ts";
import { placeLabels } from "./view/labels.ts";
import { columnsOf, forceKinds, type Layout } from "./view/layout.ts";
import { meshOf } from "./view/meshes.ts";
import { PictureLoop } from "./view/picture_loop.ts";
import { remarksOf } from "./view/remarks.ts";
import { SessionScene, type CameraView } from "./view/scene.ts";
import { valuesTable } from "./view/values_table.ts";

const READING_INTERVAL = 15; // pictures between two looks at the body that is picked

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
  declare sea: SeaComponents | null;
  declare streaming: string[];
  declare readings: number[]; // of the body that is picked
  declare missing: string[]; // why meshes are not drawn
  declare problem: string;
  declare private feed: Feed;
  declare private loop: PictureLoop;
  private chosen = false; // the first body is picked by nobody
  private scene: SessionScene | null = null;
  private film: Film | null = null;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly onPalette = () => this.scene?.setPalette();

  constructor() {
    super();
    this.view = "free";
    this.forces = "";
    this.axes = "z up";
    this.picked = 0;
    this.sea = null;
    this.streaming = [];
    this.readings = [];
    this.missing = [];
    this.problem = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.dark.addEventListener("change", this.onPalette);
    this.feed = new Feed(this.connection, this.session.name, this.layout, {
      contactsChanged: (contacts) => this.scene?.setContacts(contactForces(contacts)),
      valuesRead: (time) => this.announce("time", time),
      frameTaken: () => {
        if (this.scene === null) this.feed.giveBack(); // nothing will draw it
      },
      noticed: (notice) => this.announce("notice", notice),
    });
    this.loop = new PictureLoop(this.feed, {
      scene: () => (this.problem === "" ? this.scene : null),
      drawn: (time) => this.pictureDrawn(time),
    });
    void told(() => this.begin());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.loop.stop();
    this.dark.removeEventListener("change", this.onPalette);
    this.feed.close();
    this.scene?.dispose();
    this.scene = null;
  }

  /** Tells the elements around it, which have no other way to know. */
  private announce(type: "time" | "notice", detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  private async begin(): Promise<void> {
    const answer = await this.connection.call(SessionService.method.getSea, { session: this.session.name });
    const sea = new SeaComponents(answer);
    this.sea = sea;
    this.streaming = answer.streamingInputs;
    await this.updateComplete;
    if (!this.isConnected) return;
    this.makeScene(sea);
    await this.feed.read();
    this.feed.follow();
    this.loop.start();
    const { layout, feed, loop } = this;
    expose({
      ...{ layout, sea, feed, loop },
      scene: () => this.scene,
      startFilm: (view) => this.startFilm(view),
      showFilm: (time) => this.showFilm(time),
    });
  }

  /** Draws forces of another kind, whose columns come by another watch. */
  private async showForces(kind: string): Promise<void> {
    this.forces = kind;
    this.feed.setForces(kind);
    await this.feed.read();
    this.scene?.setForces(kind);
    this.feed.follow();
  }

  private makeScene(sea: SeaComponents): void {
    const canvas = this.querySelector("canvas")!;
    try {
      this.scene = new SessionScene(canvas, this.layout, sea);
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

  /** Velocities and forces of the body that is picked. */
  private async readPicked(): Promise<void> {
    const variables = this.chosen ? (this.layout.bodies[this.picked]?.readings ?? []) : [];
    if (variables.length === 0 || !this.connection.connected) return;
    const { picked } = this;
    const session = this.session.name;
    try {
      const answer = await this.connection.call(SessionService.method.readValues, { session, variables });
      if (this.picked === picked) this.readings = answer.values;
    } catch {
      // The banner says why; what was read stays.
    }
  }

  private pictureDrawn(time: number): void {
    this.placeLabels();
    this.announce("time", time);
    this.requestUpdate();
    if (this.loop.pictures % READING_INTERVAL === 0) void this.readPicked();
  }

  /** Nothing is drawn any more but what is asked for, as well as it can be, with nothing around it. */
  private async startFilm(view: CameraView): Promise<void> {
    this.loop.stop();
    this.feed.close();
    this.look(view);
    const { name, stepNs } = this.session;
    const { Film } = await import("./later.ts");
    this.film = new Film(this.connection, name, columnsOf(this.layout, ""), Number(stepNs) / 1e9);
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
    this.announce("time", motion.time(instant));
    this.requestUpdate();
    await this.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  private placeLabels(): void {
    if (this.scene === null) return;
    const names = this.layout.bodies.map(({ name }) => name);
    placeLabels(this.querySelectorAll<HTMLElement>(".label"), names, this.scene);
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

  protected override render() {
    const { layout, feed, axes, picked, readings, forces } = this;
    return html`
      <div class="stage">
        <canvas
          role="img"
          aria-label="Bodies and sea in three dimensions; the table beside it has the values"
          tabindex="0"
          @click=${(event: MouseEvent) => this.pick(event)}
        ></canvas>
        ${layout.bodies.map(({ name }) => html`<span class="label"><bdi>${name}</bdi></span>`)} ${this.controls()}
        ${this.problem === "" ? nothing : html`<p class="banner inside" role="alert">${this.problem}</p>`}
        <div class="words">${this.remarks().map((remark) => html`<span>${remark}</span>`)}</div>
        ${legends(
          { lines: layout.lines.length > 0, arrows: forces !== "" },
          this.scene?.largestTension ?? 0,
          this.scene?.largestForce ?? 0,
        )}
      </div>
      ${valuesTable({ layout, feed, axes, picked, readings, forces, choose: (body) => this.choose(body) })}
    `;
  }

  private controls() {
    const { view, axes, forces } = this;
    return controls({
      ...{ view, axes, forces },
      kinds: forceKinds(this.layout, this.recording),
      look: (view) => this.look(view),
      turnAxes: (axes) => (this.axes = axes),
      showForces: (kind) => void told(() => this.showForces(kind)),
    });
  }

  private remarks(): string[] {
    const { layout, feed, scene, missing, sea, streaming, recording } = this;
    return remarksOf({ layout, feed, hulls: scene?.hulls ?? [], missing, sea, streaming, recording });
  }
}

customElements.define("raftup-view", ViewElement);
