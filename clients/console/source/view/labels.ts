/** Where labels go so that none covers another. */

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
