/** What is said beside the picture: what it does not show, or only stands in for. */

import type { SeaComponents } from "../sea_components.ts";
import { MOST_POINTS } from "./contacts.ts";
import type { Feed } from "./feed.ts";
import type { Hull } from "./hull.ts";
import type { Layout } from "./layout.ts";

/** What the sea of a picture leaves out. */
function seaRemarks(sea: SeaComponents | null, recording: boolean): string[] {
  const remarks: string[] = [];
  if (sea?.count === 0) remarks.push(recording ? "no waves to draw" : "still water");
  else if (recording) remarks.push("waves made anew from the model");
  if (sea !== null && sea.share < 0.9995) {
    remarks.push(`${(100 * sea.share).toFixed(1)} % of the waves' variance drawn`);
  }
  return remarks;
}

export interface RemarkedView {
  layout: Layout;
  feed: Feed;
  /** As they are drawn; none before there is a picture. */
  hulls: readonly Hull[];
  /** Why meshes are not drawn. */
  missing: readonly string[];
  sea: SeaComponents | null;
  /** Inputs that stream waves. */
  streaming: readonly string[];
  recording: boolean;
}

export function remarksOf({ layout, feed, hulls, missing, sea, streaming, recording }: RemarkedView): string[] {
  const { motion, contacts, lost } = feed;
  const remarks: string[] = [];
  if (layout.unseen.length > 0) remarks.push(`not recorded: poses of ${layout.unseen.join(", ")}`);
  const boxes = hulls.filter(({ drawn }) => drawn === "box").map(({ name }) => name);
  if (boxes.length > 0) remarks.push(`no mesh: ${boxes.join(", ")}`);
  const astray = motion.empty ? [] : layout.bodies.filter((_, i) => !motion.finite(i)).map(({ name }) => name);
  if (astray.length > 0) remarks.push(`no pose, drawn as a wire frame: ${astray.join(", ")}`);
  remarks.push(...missing);
  const points = contacts.reduce((count, pair) => count + pair.points.length, 0);
  if (points >= MOST_POINTS) remarks.push(`the first ${MOST_POINTS} points of contact drawn`);
  remarks.push(...seaRemarks(sea, recording));
  if (streaming.length > 0) remarks.push(`not drawn: waves streamed by ${streaming.join(", ")}`);
  if (lost > 0) remarks.push(`${lost} frames left out`);
  return remarks;
}
