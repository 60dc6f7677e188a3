import assert from "node:assert/strict";
import { test } from "node:test";
import { anglesOf, Motion, placed, slerp } from "../source/view/poses.ts";

const upright = [0, 0, 0, 1, 0, 0, 0];

test("between two rows poses are interpolated, and never go beyond the newest", () => {
  const motion = new Motion();
  motion.take(1, upright, 100);
  motion.take(2, [4, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2], 140);
  assert.equal(motion.time(160), 1.5);
  const half = motion.pose(0, 160);
  assert.equal(half.position[0], 2);
  assert.ok(Math.abs(half.orientation[3] - Math.sin(Math.PI / 8)) < 1e-12);
  assert.deepEqual(motion.pose(0, 1e6).position, [4, 0, 0]);
  assert.equal(motion.time(1e6), 2);
});

test("where time goes back nothing is interpolated", () => {
  const motion = new Motion();
  motion.take(5, [9, ...upright.slice(1)], 0);
  motion.take(1, upright, 50);
  assert.equal(motion.pose(0, 51).position[0], 0);
});

test("a turn goes the short way, and points turn with it", () => {
  const turned = slerp([1, 0, 0, 0], [-1, 0, 0, 0], 0.5);
  assert.ok(Math.abs(Math.abs(turned[0]) - 1) < 1e-12);
  const yawed = { position: [10, 0, 0], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;
  const [x, y] = placed({ position: [...yawed.position], orientation: [...yawed.orientation] }, [2, 0, 1]);
  assert.ok(Math.abs(x - 10) < 1e-12 && Math.abs(y - 2) < 1e-12);
});

test("a pose that is no number is told", () => {
  const motion = new Motion();
  motion.take(0, [Number.NaN, ...upright.slice(1)], 0);
  assert.equal(motion.finite(0), false);
});

test("a quaternion is yaw, pitch and roll in degrees, to a pitch of 90 deg", () => {
  const turn = (degrees: number) => [Math.cos((degrees * Math.PI) / 360), Math.sin((degrees * Math.PI) / 360)] as const;
  const near = (found: number[], wanted: number[]) =>
    wanted.forEach((value, i) => assert.ok(Math.abs(found[i]! - value) < 1e-6, `${found.join(" ")}`));
  const [c, s] = turn(30);
  near(anglesOf([c, s, 0, 0]), [30, 0, 0]);
  near(anglesOf([c, 0, s, 0]), [0, 30, 0]);
  near(anglesOf([c, 0, 0, s]), [0, 0, 30]);
  const [half, sine] = turn(90);
  near(anglesOf([half, 0, sine * (1 + 1e-12), 0]).slice(1, 2), [90]);
});
