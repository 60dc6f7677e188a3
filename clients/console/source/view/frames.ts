/** Frames in which values are shown: that of the solver, z up, or north, east, down. */

export type Frame = "z up" | "NED";

/** A vector, or angles about the axes: R = diag(1, -1, -1) turns one frame into the other. */
export function inFrame(frame: Frame, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  return frame === "NED" ? [x, -y, -z] : [x, y, z];
}
