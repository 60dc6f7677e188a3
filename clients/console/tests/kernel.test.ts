import assert from "node:assert/strict";
import { test } from "node:test";
import { coefficientsOf } from "../source/kernel.ts";

test("a kernel that decays has the damping and added mass of its transform", () => {
  // K = exp(-a t): B = a / (a^2 + w^2), A = A_inf - 1 / (a^2 + w^2)
  const [a, infinite] = [0.8, 5];
  const tau = Array.from({ length: 40001 }, (_, k) => k * 1e-3);
  const omega = [0.3, 1, 2.5];
  const { mass, damping } = coefficientsOf(
    tau,
    tau.map((time) => Math.exp(-a * time)),
    omega,
    infinite,
  );
  omega.forEach((w, i) => {
    assert.ok(Math.abs(damping[i]! - a / (a * a + w * w)) < 1e-6);
    assert.ok(Math.abs(mass[i]! - (infinite - 1 / (a * a + w * w))) < 1e-6);
  });
});
