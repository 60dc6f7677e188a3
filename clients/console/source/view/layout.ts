/** What the view shows of a model: bodies with their solids, lines with their ends. */

import type { Body, VisualMesh } from "../generated/raftup/v1/body_pb.ts";
import type { Model } from "../generated/raftup/v1/model_pb.ts";
import type { Shape } from "../generated/raftup/v1/shape_pb.ts";
import type { Load } from "../generated/raftup/v1/load_pb.ts";

/** A point of a body's model frame, or of the world where there is no body [m]. */
export interface Place {
  body: string;
  point: readonly [number, number, number];
}

export interface LineLayout {
  name: string;
  places: Place[];
  tension: string; // its output
}

export interface BodyLayout {
  name: string;
  shapes: Shape[];
  visualMesh: VisualMesh | undefined;
  /** Edges of a box of its displaced volume, in the proportions of its inertia [m]. */
  box: readonly [number, number, number];
  centerOfMass: readonly [number, number, number];
  /** Kinds of its forces that are outputs: "total". */
  forces: string[];
  /** Outputs that tell more of it where it is picked. */
  readings: string[];
}

/** A reader of contacts that one body alone feels on its side 1. */
export interface ContactLayout {
  name: string;
  body: number;
}

export interface Layout {
  bodies: BodyLayout[];
  /** Names of bodies whose poses are no outputs: of them nothing can be drawn. */
  unseen: string[];
  lines: LineLayout[];
  readers: ContactLayout[];
  /** Whether shapes of it touch. */
  touches: boolean;
  /** What stands in the world. */
  surroundings: Shape[];
}

/** In the place of a kind of force: points where shapes touch, which come with frames. */
export const CONTACTS = "contacts";
/** The same: what is read where bodies touch. */
export const READERS = "contact_readers";
const POSE_OUTPUTS = ["position", "orientation"];
const SPEED_OUTPUTS = ["linear_velocity", "angular_velocity"];
const READER_OUTPUTS = ["normal_force", "friction_force", "torque"];

function triple(values: number[]): [number, number, number] {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}

const SMALLEST_EDGE = 0.5; // m

/**
 * A cuboid of the body's inertia has edges with (b^2 + c^2) m / 12 = Ixx and so on; scaled, it has
 * the volume of the water that the body displaces at rest, m / rho.
 */
export function boxOf(mass: number, inertia: readonly number[], density: number): [number, number, number] {
  const [xx, yy, zz] = [inertia[0] ?? 0, inertia[1] ?? 0, inertia[2] ?? 0];
  const edge = (sum: number) => Math.sqrt(Math.max((6 * sum) / Math.max(mass, 1e-9), SMALLEST_EDGE ** 2));
  const edges = [edge(yy + zz - xx), edge(xx + zz - yy), edge(xx + yy - zz)] as const;
  const scale = Math.cbrt(mass / density / (edges[0] * edges[1] * edges[2])) || 1;
  return [edges[0] * scale, edges[1] * scale, edges[2] * scale];
}

function bodyLayout(body: Body, density: number, outputs: ReadonlySet<string>): BodyLayout {
  const inertia = [body.inertia?.xx ?? 0, body.inertia?.yy ?? 0, body.inertia?.zz ?? 0];
  const box = boxOf(body.mass ?? density, inertia, density);
  const prefix = `${body.name}.force.`;
  const forces = [...outputs].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const speeds = SPEED_OUTPUTS.map((part) => `${body.name}.${part}`).filter((name) => outputs.has(name));
  const readings = [...speeds, ...forces.map((kind) => prefix + kind)];
  const { name, shapes, visualMesh } = body;
  return { name, shapes, visualMesh, box, centerOfMass: triple(body.centerOfMass), forces, readings };
}

function placesOf(load: Load): Place[] {
  const { kind } = load;
  switch (kind.case) {
    case "pointSpring":
    case "winch":
      return [
        { body: kind.value.body1, point: triple(kind.value.point1) },
        { body: kind.value.body2, point: triple(kind.value.point2) },
      ];
    case "catenaryLine":
    case "dynamicLine":
      return [
        { body: kind.value.body, point: triple(kind.value.point) },
        { body: kind.value.anchorBody, point: triple(kind.value.anchor) },
      ];
    case "rope":
      return kind.value.points.map(({ body, point }) => ({ body, point: triple(point) }));
    default:
      return [];
  }
}

/** @param outputs names of all outputs of the session */
export function layoutOf(model: Model, outputs: ReadonlySet<string>): Layout {
  const density = model.environment?.waterDensity || 1025;
  const isSeen = ({ name }: Body) => POSE_OUTPUTS.every((part) => outputs.has(`${name}.${part}`));
  const bodies = model.bodies.filter(isSeen).map((body) => bodyLayout(body, density, outputs));
  const unseen = model.bodies.filter((body) => !isSeen(body)).map(({ name }) => name);
  const lines = model.loads.flatMap((load) => {
    const places = placesOf(load);
    const tension = `${load.name}.tension`;
    const ends = places.every(({ body }) => !unseen.includes(body));
    return places.length > 1 && ends && outputs.has(tension) ? [{ name: load.name, places, tension }] : [];
  });
  const readers = model.contactReaders.flatMap(({ name, side1 }) => {
    const body = bodies.findIndex((one) => one.name === side1.split("/", 1)[0]);
    return body >= 0 ? [{ name, body }] : [];
  });
  const touches = model.bodies.some(({ shapes }) => shapes.some(({ material }) => material !== ""));
  return { bodies, unseen, lines, readers, touches, surroundings: model.shapes };
}

/**
 * Kinds of forces that can be drawn.
 * @param recording has no contacts but what was read of them
 */
export function forceKinds({ bodies, readers, touches }: Layout, recording: boolean): string[] {
  const kinds = new Set(bodies.flatMap(({ forces }) => forces));
  return [...(touches && !recording ? [CONTACTS] : []), ...(readers.length > 0 ? [READERS] : []), ...kinds];
}

/** The bodies that have a kind of force. */
export function bodiesWith(layout: Layout, kind: string): number[] {
  return layout.bodies.flatMap(({ forces }, i) => (forces.includes(kind) ? [i] : []));
}

/**
 * The columns that the view watches: poses, tensions, then the forces that are drawn.
 * @param kind of forces; empty = none
 */
export function columnsOf(layout: Layout, kind: string): string[] {
  const poses = layout.bodies.flatMap(({ name }) => POSE_OUTPUTS.map((part) => `${name}.${part}`));
  const forces =
    kind === READERS
      ? layout.readers.flatMap(({ name }) => READER_OUTPUTS.map((output) => `${name}.${output}`))
      : bodiesWith(layout, kind).map((i) => `${layout.bodies[i]!.name}.force.${kind}`);
  return [...poses, ...layout.lines.map(({ tension }) => tension), ...forces];
}
