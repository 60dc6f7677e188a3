/** What the view shows of a model: bodies with their solids, lines with their ends. */

import type { Body, Model, Shape } from "../generated/raftup/v1/model_pb.ts";
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
  /** Edges of a box of its displaced volume, in the proportions of its inertia [m]. */
  box: readonly [number, number, number];
  centerOfMass: readonly [number, number, number];
}

export interface Layout {
  bodies: BodyLayout[];
  lines: LineLayout[];
}

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

function bodyLayout(body: Body, density: number): BodyLayout {
  const inertia = [body.inertia?.xx ?? 0, body.inertia?.yy ?? 0, body.inertia?.zz ?? 0];
  const box = boxOf(body.mass ?? density, inertia, density);
  return { name: body.name, shapes: body.shapes, box, centerOfMass: triple(body.centerOfMass) };
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
  const bodies = model.bodies.map((body) => bodyLayout(body, density));
  const lines = model.loads.flatMap((load) => {
    const places = placesOf(load);
    const tension = `${load.name}.tension`;
    return places.length > 1 && outputs.has(tension) ? [{ name: load.name, places, tension }] : [];
  });
  return { bodies, lines };
}

/** The columns that the view watches: poses, then tensions. */
export function columnsOf(layout: Layout): string[] {
  const poses = layout.bodies.flatMap(({ name }) => [`${name}.position`, `${name}.orientation`]);
  return [...poses, ...layout.lines.map(({ tension }) => tension)];
}
