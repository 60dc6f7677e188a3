/** Coefficients of a family of databases over the relative position of its bodies. */

import { html, nothing } from "lit";
import { readDataset } from "./coefficients.ts";
import { bodyOf, DOFS, pairUnit, transferOf, type Dataset } from "./datasets.ts";
import { ConnectedElement, told } from "./element.ts";
import { AXES, AXIS_LABELS, axesOf, coordinate, nodeName, nodesAlong, type Node } from "./family_nodes.ts";
import { degrees, number } from "./format.ts";
import { choice, places } from "./markup.ts";

/** What is read of one node and pair of bodies. */
interface Block {
  addedMass: Dataset | null;
  damping: Dataset | null;
  excitation: Dataset | null; // on the influenced body
}

class FamilyElement extends ConnectedElement {
  static override properties = {
    connection: { attribute: false },
    name: { attribute: false },
    bodies: { attribute: false },
    nodes: { attribute: false },
    omega: { attribute: false },
    directions: { attribute: false },
    node: { attribute: false },
    influenced: { attribute: false },
    radiating: { attribute: false },
    axis: { state: true },
    frequency: { state: true },
    direction: { state: true },
    blocks: { state: true },
  };
  declare name: string;
  declare bodies: string[];
  declare nodes: Node[];
  declare omega: number[];
  declare directions: number[];
  declare node: number; // through which the line of nodes goes
  declare influenced: number; // 6 * body + dof
  declare radiating: number;
  declare axis: number;
  declare frequency: number;
  declare direction: number;
  declare blocks: ReadonlyMap<string, Block>; // by node and bodies
  private reading = "";

  constructor() {
    super();
    this.influenced = this.radiating = 2;
    this.axis = this.frequency = this.direction = this.node = 0;
    this.blocks = new Map();
  }

  protected override willUpdate(): void {
    const axes = axesOf(this.nodes, this.node);
    if (!axes.includes(this.axis) && axes.length > 0) this.axis = axes[0]!;
  }

  protected override updated(): void {
    if (this.connection.connected) void told(() => this.read());
  }

  private line(): number[] {
    return nodesAlong(this.nodes, this.node, this.axis);
  }

  private key(node: number): string {
    return `${node} ${bodyOf(this.influenced)} ${bodyOf(this.radiating)}`;
  }

  /** Reads what the line lacks, node by node, so that lines grow as numbers come. */
  private async read(): Promise<void> {
    const missing = this.line().find((node) => !this.blocks.has(this.key(node)));
    if (missing === undefined || this.reading !== "") return;
    const key = (this.reading = this.key(missing));
    const [rowBody, columnBody] = [bodyOf(this.influenced) + 1, bodyOf(this.radiating) + 1];
    const of = (dataset: string, columns = columnBody) =>
      readDataset(this.connection, { name: this.name, dataset, node: missing, rowBody, columnBody: columns });
    try {
      const [addedMass, damping, excitation] = await Promise.all([
        of("added_mass"),
        of("radiation_damping"),
        of("excitation_force", 0),
      ]);
      this.blocks = new Map(this.blocks).set(key, { addedMass, damping, excitation });
    } finally {
      this.reading = "";
    }
  }

  protected override render() {
    const line = this.line();
    const read = line.map((node) => this.blocks.get(this.key(node)) ?? null);
    const x = line.map((node) => coordinate(this.nodes[node]!, this.axis));
    const left = read.filter((block) => block === null).length;
    return html`<div class="bar">${this.renderChoices()}</div>
      <p class="muted" role="status">
        ${
          left > 0
            ? `Reading node ${line.length - left + 1} of ${line.length}…`
            : `${line.length} nodes through ${nodeName(this.nodes[this.node]!)}`
        }
      </p>
      <div class="big">${this.renderLines(x, read)}</div>`;
  }

  private renderChoices() {
    const dofs = this.bodies.flatMap((body) => DOFS.map((dof) => `${body} ${dof}`));
    const choose = (label: string, chosen: number, options: readonly string[], take: (place: number) => void) =>
      choice(label, String(chosen), places(options), (place) => take(Number(place)));
    const axes = axesOf(this.nodes, this.node);
    const angles = this.directions.map((angle) => `${degrees(angle)} deg`);
    return html`${choose("Force on", this.influenced, dofs, (dof) => (this.influenced = dof))}
    ${choose("by motion of", this.radiating, dofs, (dof) => (this.radiating = dof))}
    ${choice(
      "Over",
      String(this.axis),
      axes.map((axis) => [String(axis), AXES[axis]!] as const),
      (axis) => (this.axis = Number(axis)),
    )}
    ${choose(
      "Frequency",
      this.frequency,
      this.omega.map((omega) => `${number(omega)} rad/s`),
      (place) => (this.frequency = place),
    )}
    ${
      angles.length > 0 ? choose("Waves towards", this.direction, angles, (place) => (this.direction = place)) : nothing
    }`;
  }

  private renderLines(x: number[], read: readonly (Block | null)[]) {
    const [i, j] = [this.influenced % 6, this.radiating % 6];
    const over = (dataset: (block: Block) => Dataset | null, of: (dataset: Dataset) => number) =>
      read.map((block) => {
        const found = block === null ? null : dataset(block);
        return found === null ? null : of(found);
      });
    const matrix = ({ shape, values }: Dataset) => values[(this.frequency * shape[1]! + i) * shape[2]! + j]!;
    const known = read.find((block) => block !== null);
    const mark = coordinate(this.nodes[this.node]!, this.axis);
    const draw = (label: string, unit: string, values: (number | null)[]) =>
      html`<raftup-lines
        .label=${`${label} over ${AXES[this.axis]}`}
        .x=${x}
        .xLabel=${AXIS_LABELS[this.axis]}
        .unit=${unit}
        .mark=${mark}
        .lines=${[{ label, values }]}
      ></raftup-lines>`;
    if (known === undefined) return nothing;
    return html`${draw(
      "A",
      pairUnit(known.addedMass?.units ?? "", i, j),
      over(({ addedMass }) => addedMass, matrix),
    )}
    ${draw(
      "B",
      pairUnit(known.damping?.units ?? "", i, j),
      over(({ damping }) => damping, matrix),
    )}
    ${
      known.excitation === null
        ? nothing
        : draw(
            "|X|",
            i < 3 ? "N/m" : "N m/m",
            over(
              ({ excitation }) => excitation,
              (dataset) => transferOf(dataset, this.direction, i).modulus[this.frequency]!,
            ),
          )
    }`;
  }
}

customElements.define("raftup-family", FamilyElement);
