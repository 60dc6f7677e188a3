/** Where a polar plot has its rings. */

/** Of the picture, in its own units. */
export const SIZE = 400;
/** Of the outermost ring. */
export const RADIUS = 165;

/** Corners of a ring about the middle, without those that are not known. */
export function corners(degrees: readonly number[], values: readonly (number | null)[], largest: number): [number, number][] {
  return degrees.flatMap((angle, i) => {
    const value = values[i];
    if (value === null || value === undefined || largest === 0) return [];
    const radius = (RADIUS * Math.max(0, value)) / largest;
    const radians = (angle * Math.PI) / 180;
    return [[SIZE / 2 + radius * Math.cos(radians), SIZE / 2 - radius * Math.sin(radians)] as [number, number]];
  });
}
