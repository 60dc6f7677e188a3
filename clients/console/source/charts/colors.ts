/** Colours and dashes of charts. */

const LINES = ["--line-0", "--line-1", "--line-2", "--line-3", "--line-4", "--line-5"];

/** Lines differ by dash as well as by colour. */
export const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 3], [4, 4]];

/** A custom property of the page, which differs between dark and light. */
export function pageColor(property: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(property).trim();
}

export function lineColor(i: number): string {
  return pageColor(LINES[i % LINES.length]!);
}

/** From little to much, as bright as it is much: seen alike with any kind of colour vision. */
const SCALE = [
  [0, 32, 81],
  [33, 63, 109],
  [78, 91, 111],
  [115, 121, 118],
  [154, 151, 121],
  [199, 186, 108],
  [253, 234, 69],
] as const;

/** @param share from 0 to 1 */
export function scaleColor(share: number): [number, number, number] {
  const place = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1);
  const i = Math.min(Math.floor(place), SCALE.length - 2);
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(SCALE[i]![channel] + (place - i) * (SCALE[i + 1]![channel] - SCALE[i]![channel]));
  return [mix(0), mix(1), mix(2)];
}

export function cssColor([red, green, blue]: readonly number[]): string {
  return `rgb(${red} ${green} ${blue})`;
}
