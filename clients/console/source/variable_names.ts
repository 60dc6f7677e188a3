/** Names of outputs: what has them stands before the first dot. */

import type { Variable } from "./generated/raftup/v1/values_pb.ts";

function ownerOf(name: string): string {
  return name.split(".", 1)[0]!;
}

/** A name without its owner; whole where it has none. */
export function partOf(name: string): string {
  return name.slice(ownerOf(name).length + 1) || name;
}

/** Owners with their variables, each in the order in which they come. */
export function byOwner<One extends Pick<Variable, "name">>(variables: readonly One[]): [string, One[]][] {
  const owners = new Map<string, One[]>();
  for (const variable of variables) {
    const owner = ownerOf(variable.name);
    owners.set(owner, [...(owners.get(owner) ?? []), variable]);
  }
  return [...owners];
}
