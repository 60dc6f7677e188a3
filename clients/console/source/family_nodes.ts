/** Nodes of a family of databases: where the second body is, seen from the first. */

import { degrees, number } from "./format.ts";

export type Node = readonly [x: number, y: number, heading: number]; // m, m, rad

export const AXES = ["x", "y", "heading"] as const;
const HEADING_DECIMALS = 5;
export const AXIS_LABELS = ["x [m]", "y [m]", "heading [deg]"] as const;

/** Rows of three. */
export function nodesOf(values: readonly number[]): Node[] {
  return Array.from(
    { length: Math.floor(values.length / 3) },
    (_, i) => [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!] as const,
  );
}

/** What a plot shows of a coordinate: headings in degrees. */
export function coordinate(node: Node, axis: number): number {
  return axis === 2 ? degrees(node[2], HEADING_DECIMALS) : node[axis]!;
}

export function nodeName(node: Node): string {
  return `x ${number(node[0])} m, y ${number(node[1])} m, heading ${number(degrees(node[2], HEADING_DECIMALS))} deg`;
}

/** The nodes on the line through one of them along an axis, itself too, in the order of that axis. */
export function nodesAlong(nodes: readonly Node[], chosen: number, axis: number): number[] {
  const same = (node: Node) => AXES.every((_, other) => other === axis || node[other] === nodes[chosen]![other]);
  return nodes.flatMap((node, i) => (same(node) ? [i] : [])).sort((a, b) => nodes[a]![axis]! - nodes[b]![axis]!);
}

/** Axes along which a node has others beside it. */
export function axesOf(nodes: readonly Node[], chosen: number): number[] {
  return [0, 1, 2].filter((axis) => nodesAlong(nodes, chosen, axis).length > 1);
}
