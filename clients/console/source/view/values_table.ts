/** The values of a picture as a table: poses, tensions, points of contact. */

import { html, nothing } from "lit";
import { fixed, force } from "../format.ts";
import { contactRows } from "./contacts.ts";
import type { Feed } from "./feed.ts";
import { inFrame, type Frame } from "./frames.ts";
import { CONTACTS, type BodyLayout, type Layout, type LineLayout } from "./layout.ts";
import { anglesOf, POSE_WIDTH, type Pose } from "./poses.ts";
import { readingRows } from "./readings.ts";

export interface ShownValues {
  layout: Layout;
  feed: Feed;
  axes: Frame;
  /** Index of the body that is picked. */
  picked: number;
  /** Values of its outputs; none before they have been read. */
  readings: readonly number[];
  /** The kind of forces that is drawn; empty = none. */
  forces: string;
  choose(body: number): void;
}

function bodyRow(shown: ShownValues, { name, readings }: BodyLayout, body: number, pose: Pose) {
  const picked = body === shown.picked;
  const values = [pose.position, anglesOf(pose.orientation)].flatMap((triple) => inFrame(shown.axes, triple));
  return html`<tr class=${picked ? "picked" : ""} @click=${() => shown.choose(body)}>
      <th scope="row">
        <button class="link" aria-pressed=${picked}><i class="swatch hull-${body % 6}"></i><bdi>${name}</bdi></button>
      </th>
      ${values.map((value) => html`<td class="num">${fixed(value)}</td>`)}
    </tr>
    ${picked && shown.readings.length > 0 ? readingRows(readings, shown.readings, shown.axes) : nothing}`;
}

function lineRow({ name }: LineLayout, tension: number) {
  return html`<tr>
    <th scope="row"><bdi>${name}</bdi></th>
    <td class="num" colspan="6">${tension > 0 ? force(tension) : "slack"}</td>
  </tr>`;
}

export function valuesTable(shown: ShownValues) {
  const { motion, contacts } = shown.feed;
  const { bodies, lines } = shown.layout;
  if (motion.empty) return nothing;
  const now = performance.now();
  return html`<table class="values">
    <caption class="unseen">
      Poses
    </caption>
    <thead>
      <tr>
        <th>Body${shown.axes === "NED" ? ", north east down" : ""}</th>
        <th class="num">x [m]</th>
        <th class="num">y</th>
        <th class="num">z</th>
        <th class="num">roll [deg]</th>
        <th class="num">pitch</th>
        <th class="num">yaw</th>
      </tr>
    </thead>
    <tbody>
      ${bodies.map((body, i) => bodyRow(shown, body, i, motion.pose(i, now)))}
      ${lines.map((line, i) => lineRow(line, motion.value(POSE_WIDTH * bodies.length + i)))}
      ${shown.forces === CONTACTS ? contactRows(contacts) : nothing}
    </tbody>
  </table>`;
}
