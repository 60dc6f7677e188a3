/** When a session ends. */

import { secondsOf } from "./format.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";

/**
 * Where it must stop, else where its model ends or it has been [s], > 0.
 *
 * @param furthest time that it has been at [s]
 */
export function endOf({ spec, stepNs }: Session, furthest: number): number {
  const stop = secondsOf(spec?.stopTimeNs ?? 0n);
  if (stop > 0) return stop;
  return Math.max(spec?.model?.integration?.duration ?? 0, furthest, secondsOf(stepNs), 1e-9);
}
