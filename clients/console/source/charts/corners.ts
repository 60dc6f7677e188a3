/** Where a polar plot has its rings. */

/** Of the picture, in its own units. */
export const SIZE = 400;
/** Of the outermost ring. */
export const RADIUS = 165;

/** The least round number that four of reach a value. */
export function ringStep(largest: number): number {
  if (!(largest > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  return (
    power * [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => 4 * factor * power >= largest * (1 - 1e-12))!
  );
}

/** Corners of a ring about the middle, without those that are not known. */
export function corners(
  degrees: readonly number[],
  values: readonly (number | null)[],
  largest: number,
): [number, number][] {
  return degrees.flatMap((angle, i) => {
    const value = values[i];
    if (value === null || value === undefined || largest === 0) return [];
    const radius = (RADIUS * Math.max(0, value)) / largest;
    const radians = (angle * Math.PI) / 180;
    return [[SIZE / 2 + radius * Math.cos(radians), SIZE / 2 - radius * Math.sin(radians)] as [number, number]];
  });
}
