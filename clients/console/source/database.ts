/** One database: added mass and damping of every pair of dofs, excitation, QTFs, and what is wrong. */

import { html, nothing } from "lit";
import "./charts/heat_map.ts";
import "./charts/lines.ts";
import type { Line } from "./charts/lines.ts";
import { readDataset } from "./coefficients.ts";
import { CallError } from "./connection.ts";
import { DatabaseService, type Database, type Finding } from "./databases_service.ts";
import { bodyOf, DOFS, pairUnit, placeOf, quadraticOf, transferOf, type Dataset } from "./datasets.ts";
import { pairCharts, thumbnail, type Pair } from "./database_pair.ts";
import { ConnectedElement, told } from "./element.ts";
import "./family.ts";
import { nodeName, nodesOf, type Node } from "./family_nodes.ts";
import { degrees, number } from "./format.ts";
import { choice, findingItems, places } from "./markup.ts";

const FAMILY = "raftup-family"; // format of a family over relative position
const QUANTITIES = ["added mass and damping", "excitation", "difference QTF", "sum QTF"] as const;
const OVER_POSITION = "over position"; // of families alone
type Quantity = (typeof QUANTITIES)[number] | typeof OVER_POSITION;

class DatabaseElement extends ConnectedElement {
  static override properties = {
    connection: { attribute: false },
    name: { attribute: false },
    about: { state: true },
    omega: { state: true },
    times: { state: true },
    directions: { state: true },
    quantity: { state: true },
    influenced: { state: true },
    radiating: { state: true },
    direction: { state: true },
    entry: { state: true },
    mark: { state: true },
    pair: { state: true },
    excitation: { state: true },
    quadratic: { state: true },
    gone: { state: true },
    nodes: { state: true },
    node: { state: true },
  };
  declare name: string;
  declare about: Database | null;
  declare omega: number[];
  declare times: number[]; // of kernels [s]
  declare directions: number[];
  declare quantity: Quantity;
  declare influenced: number; // 6 * body + dof
  declare radiating: number;
  declare direction: number;
  declare entry: number;
  declare mark: number | null;
  declare pair: Pair | null;
  declare excitation: Dataset | null;
  declare quadratic: { values: Dataset; omega: number[]; dof: number[]; direction: Dataset } | null;
  declare gone: string;
  declare nodes: Node[]; // of a family; none of a database
  declare node: number;
  private loaded = "";

  constructor() {
    super();
    this.about = this.pair = this.excitation = this.quadratic = this.mark = null;
    this.omega = [];
    this.times = [];
    this.nodes = [];
    this.node = 0;
    this.directions = [];
    this.quantity = QUANTITIES[0];
    this.influenced = this.radiating = 2;
    this.direction = this.entry = 0;
    this.gone = "";
  }

  protected override updated(): void {
    if (!this.connection.connected || this.loaded === this.name) return;
    this.loaded = this.name;
    void told(() => this.load());
  }

  private async load(): Promise<void> {
    const read = async (dataset: string) => (await this.numbers(dataset))?.values ?? [];
    try {
      this.about = (await this.connection.call(DatabaseService.method.getDatabase, { name: this.name })).database!;
      if (this.about.format === FAMILY) this.nodes = nodesOf(await read("node_position"));
      [this.omega, this.directions, this.times] = [
        await read("omega"),
        await read("wave_direction"),
        await read("retardation_time"),
      ];
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.gone = error.message;
      return;
    }
    await this.show(this.quantity);
  }

  private async show(quantity: Quantity): Promise<void> {
    this.quantity = quantity;
    if (quantity === OVER_POSITION) return;
    if (quantity === "added mass and damping") return this.readPair();
    if (quantity === "excitation") {
      this.excitation = await this.numbers("excitation_force", bodyOf(this.influenced) + 1);
      return;
    }
    const dataset = quantity === "sum QTF" ? "qtf_sum" : "qtf_difference";
    const read = (name: string) => this.numbers(name);
    const values = await read(dataset);
    this.entry = 0;
    this.quadratic =
      values === null
        ? null
        : {
            values,
            omega: (await read(`${dataset}_omega`))?.values ?? [],
            dof: (await read(`${dataset}_influenced_dof`))?.values ?? [],
            direction: (await read(`${dataset}_direction`))!,
          };
  }

  private async readPair(): Promise<void> {
    const [row, column] = [bodyOf(this.influenced) + 1, bodyOf(this.radiating) + 1];
    const read = (dataset: string, first: number, second: number) => this.numbers(dataset, first, second);
    const [addedMass, damping] = [await read("added_mass", row, column), await read("radiation_damping", row, column)];
    const [mirroredMass, mirroredDamping] =
      row === column
        ? [addedMass, damping]
        : [await read("added_mass", column, row), await read("radiation_damping", column, row)];
    const [infinite, kernel] = [
      await read("added_mass_infinite", row, column),
      await read("retardation_kernel", row, column),
    ];
    if (addedMass === null || damping === null || mirroredMass === null || mirroredDamping === null) return;
    this.pair = { addedMass, damping, mirroredMass, mirroredDamping, infinite, kernel };
  }

  private numbers(dataset: string, rowBody = 0, columnBody = 0): Promise<Dataset | null> {
    return readDataset(this.connection, { name: this.name, dataset, node: this.node, rowBody, columnBody });
  }

  private async chooseNode(node: number): Promise<void> {
    this.node = node;
    await this.show(this.quantity);
  }

  private async choosePair(influenced: number, radiating: number): Promise<void> {
    const other = bodyOf(influenced) !== bodyOf(this.influenced) || bodyOf(radiating) !== bodyOf(this.radiating);
    [this.influenced, this.radiating] = [influenced, radiating];
    if (other) await this.show(this.quantity);
  }

  /** Where a finding points to. */
  private async follow(finding: Finding): Promise<void> {
    const place = placeOf(finding, this.about!.bodyNames);
    if (place === null) return;
    this.mark = place.omega;
    this.node = place.node;
    const dof = 6 * place.body + place.dof;
    [this.influenced, this.radiating] = [dof, dof];
    await this.show(finding.name.includes("excitation") ? "excitation" : "added mass and damping");
  }

  private dofName(dof: number): string {
    const body = this.about!.bodyNames[bodyOf(dof)] ?? "";
    return this.about!.bodyCount > 1 ? `${body} ${DOFS[dof % 6]}` : DOFS[dof % 6]!;
  }

  protected override render() {
    const { about } = this;
    if (this.gone !== "") return html`<p class="banner" role="alert">${this.gone}</p>`;
    if (about === null) return html`<p class="empty">Asking the server…</p>`;
    return html`<section class="screen wide">
      <nav class="bar">
        <a href="#/databases">Databases</a> /
        <h1><bdi>${about.displayName}</bdi></h1>
        <span class="muted"
          >${about.sha256.slice(0, 12)}, ${about.solver || about.format}, ${about.frequencyCount} frequencies,
          ${about.headingCount} directions, depth
          ${Number.isFinite(about.waterDepthM) ? `${number(about.waterDepthM)} m` : "infinite"}</span
        >
      </nav>
      ${this.renderFindings(about)} ${this.renderNodes()}
      <div class="tabs" role="group" aria-label="Quantity">
        ${[...QUANTITIES, ...(this.nodes.length > 0 ? ([OVER_POSITION] as const) : [])].map(
          (quantity) =>
            html`<button aria-pressed=${quantity === this.quantity} @click=${() => told(() => this.show(quantity))}>
              ${quantity}
            </button>`,
        )}
      </div>
      ${this.renderQuantity()}
    </section>`;
  }

  private renderFindings({ findings, bodyNames }: Database) {
    if (findings.length === 0) return html`<p class="muted">The checks have nothing to say.</p>`;
    return html`<ul class="findings" aria-label="Findings">
      ${findingItems(findings, (finding) =>
        placeOf(finding, bodyNames) === null
          ? finding.message
          : html`<button class="link" @click=${() => told(() => this.follow(finding))}>${finding.message}</button>`,
      )}
    </ul>`;
  }

  private renderNodes() {
    if (this.nodes.length === 0) return nothing;
    return html`<div class="bar">
      ${choice(
        "Second body at",
        String(this.node),
        places(this.nodes.map(nodeName)),
        (place) => void told(() => this.chooseNode(Number(place))),
      )}
      <span class="muted">a family of ${this.nodes.length} nodes, each in the axes of its own bodies</span>
    </div>`;
  }

  private renderQuantity() {
    switch (this.quantity) {
      case OVER_POSITION:
        return html`<raftup-family
          .connection=${this.connection}
          .name=${this.name}
          .bodies=${this.about!.bodyNames}
          .nodes=${this.nodes}
          .omega=${this.omega}
          .directions=${this.directions}
          .node=${this.node}
          .influenced=${this.influenced}
          .radiating=${this.radiating}
        ></raftup-family>`;
      case "added mass and damping":
        return this.pair === null ? html`<p class="empty">Reading…</p>` : this.renderPair(this.pair);
      case "excitation":
        return this.excitation === null
          ? html`<p class="empty">This database has no excitation.</p>`
          : this.renderExcitation(this.excitation);
      default:
        return this.quadratic === null
          ? html`<p class="empty">This database has no ${this.quantity}.</p>`
          : this.renderQuadratic();
    }
  }

  private renderBodies(radiating: boolean) {
    const bodies = this.about!.bodyNames;
    if (bodies.length < 2) return nothing;
    const select = (label: string, dof: number, choose: (body: number) => void) =>
      choice(label, String(bodyOf(dof)), places(bodies), (body) => choose(Number(body)));
    const choose = (influenced: number, radiating: number) => void told(() => this.choosePair(influenced, radiating));
    const { influenced: row, radiating: column } = this;
    return html`${select(radiating ? "Force on" : "Body", row, (body) => choose(6 * body + (row % 6), column))}
    ${radiating ? select("by motion of", column, (body) => choose(row, 6 * body + (column % 6))) : nothing}`;
  }

  private renderPair(pair: Pair) {
    const { influenced, radiating, omega, times, mark } = this;
    const same = influenced === radiating;
    const title = same ? this.dofName(influenced) : `${this.dofName(influenced)} by ${this.dofName(radiating)}`;
    return html`<div class="bar">${this.renderBodies(true)}</div>
      <div class="split">
        <div class="thumbs" role="group" aria-label="Pairs of dofs">
          ${DOFS.map((row, r) => DOFS.map((column, c) => this.renderThumb(pair, r, c, `${row} by ${column}`)))}
        </div>
        <div class="big">
          ${pairCharts({ pair, row: influenced % 6, column: radiating % 6, same, title, omega, times, mark })}
        </div>
      </div>`;
  }

  private renderThumb(pair: Pair, row: number, column: number, label: string) {
    const chosen = row === this.influenced % 6 && column === this.radiating % 6;
    const [influenced, radiating] = [6 * bodyOf(this.influenced) + row, 6 * bodyOf(this.radiating) + column];
    return html`<button
      class="thumb"
      aria-pressed=${chosen}
      aria-label=${label}
      title=${label}
      @click=${() => told(() => this.choosePair(influenced, radiating))}
    >
      ${thumbnail(pair, row, column)}
    </button>`;
  }

  private renderExcitation(excitation: Dataset) {
    const dof = this.influenced % 6;
    const { modulus, phase } = transferOf(excitation, this.direction, dof);
    const title = this.dofName(this.influenced);
    const angles = this.directions.map((direction) => degrees(direction));
    const unit = excitationUnit(dof);
    return html`<div class="bar">
        ${this.renderBodies(false)}${choice(
          "Dof",
          String(dof),
          places(DOFS),
          (place) => (this.influenced = 6 * bodyOf(this.influenced) + Number(place)),
        )}
        ${choice(
          "Direction",
          String(this.direction),
          places(angles.map((angle) => `${angle} deg`)),
          (place) => (this.direction = Number(place)),
        )}
      </div>
      <div class="split">
        <div>${this.renderDirections(excitation)}</div>
        <div class="big">
          <h2><bdi>${title}</bdi> <span class="muted">waves towards ${angles[this.direction]} deg</span></h2>
          ${this.renderLines("Modulus", unit, { label: "|X|", values: modulus })}
          ${this.renderLines("Phase", "deg", { label: "phase", values: phase })}
        </div>
      </div>`;
  }

  /** The modulus over frequency and direction, where there are several directions. */
  private renderDirections(excitation: Dataset) {
    const dof = this.influenced % 6;
    if (this.directions.length < 2) return nothing;
    return html`<raftup-heat-map
      .label=${`Excitation of ${this.dofName(this.influenced)} over frequency and direction`}
      .x=${this.omega}
      .y=${this.directions.map((direction) => degrees(direction))}
      .xLabel=${"omega [rad/s]"}
      .yLabel=${"direction [deg]"}
      .unit=${excitationUnit(dof)}
      .values=${this.directions.map((_, i) => transferOf(excitation, i, dof).modulus)}
      .chosen=${[this.nearest(this.mark), this.direction]}
      @choose=${(event: CustomEvent<[number, number]>) => {
        this.direction = event.detail[1];
        this.mark = this.omega[event.detail[0]]!;
      }}
    ></raftup-heat-map>`;
  }

  private renderLines(quantity: string, unit: string, line: Line) {
    return html`<raftup-lines
      .label=${`${quantity} of the excitation of ${this.dofName(this.influenced)}`}
      .x=${this.omega}
      .xLabel=${"omega [rad/s]"}
      .unit=${unit}
      .mark=${this.mark}
      .lines=${[line]}
    ></raftup-lines>`;
  }

  private nearest(omega: number | null): number {
    if (omega === null) return 0;
    return this.omega.reduce(
      (best, value, i) => (Math.abs(value - omega) < Math.abs(this.omega[best]! - omega) ? i : best),
      0,
    );
  }

  private renderQuadratic() {
    const { values, omega, dof, direction } = this.quadratic!;
    const angle = (entry: number, wave: number) => degrees(direction.values[2 * entry + wave]!, 0);
    const name = (entry: number) =>
      `${this.dofName(dof[entry]!)}, waves towards ${angle(entry, 0)} and ${angle(entry, 1)} deg`;
    return html`<div class="bar">
        ${choice(
          "Entry",
          String(this.entry),
          places(dof.map((_, i) => name(i))),
          (place) => (this.entry = Number(place)),
        )}
      </div>
      <raftup-heat-map
        .label=${`${this.quantity} of ${name(this.entry)}`}
        .x=${omega}
        .y=${omega}
        .xLabel=${"omega of the first wave [rad/s]"}
        .yLabel=${"of the second"}
        .unit=${pairUnit(values.units, dof[this.entry]! % 6, dof[this.entry]! % 6)}
        .values=${quadraticOf(values, this.entry)}
      ></raftup-heat-map>`;
  }
}

function excitationUnit(dof: number): string {
  return dof < 3 ? "N/m" : "N m/m";
}

customElements.define("raftup-database", DatabaseElement);
