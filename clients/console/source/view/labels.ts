/** Labels of bodies, which are text of the page above the canvas: none covers another. */

import type { SessionScene } from "./scene.ts";

const HEIGHT = 20; // px
const LETTER = 7.5; // px, about
const MARGIN = 14; // px

export interface WantedLabel {
  x: number; // px, its middle
  y: number; // px from the top
  width: number; // px
  visible: boolean;
}

/** Heights of labels [px]: the lowest stay, those above give way upwards. */
export function keptApart(labels: readonly WantedLabel[], height: number): number[] {
  const heights = labels.map(({ y }) => y);
  const placed: number[] = [];
  const order = labels.map((_, i) => i).filter((i) => labels[i]!.visible);
  order.sort((a, b) => labels[b]!.y - labels[a]!.y);
  for (const i of order) {
    const { x, width } = labels[i]!;
    const beside = placed.filter((j) => Math.abs(labels[j]!.x - x) < 0.5 * (labels[j]!.width + width));
    beside.sort((a, b) => heights[b]! - heights[a]!);
    for (const j of beside) if (Math.abs(heights[j]! - heights[i]!) < height) heights[i] = heights[j]! - height;
    placed.push(i);
  }
  return heights;
}

/** Puts the label of each body above it, as the last picture shows it. */
export function placeLabels(labels: ArrayLike<HTMLElement>, names: readonly string[], scene: SessionScene): void {
  const { clientWidth, clientHeight } = scene.renderer.domElement;
  const wanted = names.map((name, i) => {
    const { x, y, visible } = scene.project(i);
    const width = LETTER * name.length + MARGIN;
    return { x: 0.5 * (x + 1) * clientWidth, y: 0.5 * (1 - y) * clientHeight, width, visible };
  });
  keptApart(wanted, HEIGHT).forEach((y, i) => {
    const { x, visible } = wanted[i]!;
    const label = labels[i]!;
    label.hidden = !visible;
    label.style.translate = `calc(${x.toFixed(1)}px - 50%) ${(y - 1.4 * HEIGHT).toFixed(1)}px`;
  });
}
