/** A retardation kernel against the coefficients that it belongs to. */

/**
 * Added mass and damping of a kernel, by the trapezoidal rule.
 *
 * A(omega) = A_inf - (1/omega) integral of K(tau) sin(omega tau) dtau,
 * B(omega) = integral of K(tau) cos(omega tau) dtau.
 * @param tau [s] ascending
 * @param kernel K(tau), [N/m] or what belongs to the pair
 * @param omega [rad/s] > 0
 * @param infinite A at infinite frequency
 * @source Ogilvie (1964)
 */
export function coefficientsOf(
  tau: readonly number[],
  kernel: readonly number[],
  omega: readonly number[],
  infinite: number,
): { mass: number[]; damping: number[] } {
  const weights = tau.map((time, k) => ((tau[k + 1] ?? time) - (tau[k - 1] ?? time)) / 2);
  const sum = (w: number, wave: (phase: number) => number) =>
    tau.reduce((total, time, k) => total + weights[k]! * kernel[k]! * wave(w * time), 0);
  return {
    mass: omega.map((w) => infinite - sum(w, Math.sin) / w),
    damping: omega.map((w) => sum(w, Math.cos)),
  };
}
