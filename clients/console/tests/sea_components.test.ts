import assert from "node:assert/strict";
import { test } from "node:test";
import { interpolate, SeaComponents } from "../source/sea_components.ts";

const regular = {
  omega: [0.7],
  wavenumber: [0.05],
  direction: [Math.PI / 6],
  amplitude: [1.5],
  phase: [0.3],
  rampDuration: 10,
  histories: [],
};

test("the elevation is the formula of GetSea, ramp included", () => {
  const sea = new SeaComponents(regular);
  const [t, x, y] = [7, 40, -25];
  const s = x * Math.cos(Math.PI / 6) + y * Math.sin(Math.PI / 6);
  const ramp = 0.5 * (1 - Math.cos((Math.PI * t) / 10));
  const expected = ramp * 1.5 * Math.cos(0.7 * t - 0.05 * s + 0.3);
  assert.ok(Math.abs(sea.elevation(t, x, y) - expected) < 1e-12);
  assert.equal(sea.ramp(-1), 0);
  assert.equal(sea.ramp(11), 1);
});

test("in stages of a run the waves are off, grow and stay", () => {
  const stages = [
    { start: 0, end: 10, present: false, ramp: false },
    { start: 10, end: 20, present: true, ramp: true },
    { start: 20, end: 30, present: true, ramp: false },
  ];
  const sea = new SeaComponents({ ...regular, rampDuration: 0, stages });
  const factors = [-1, 5, 10, 15, 20, 25, 40].map((time) => Number(sea.ramp(time).toFixed(12)));
  assert.deepEqual(factors, [0, 0, 0, 0.5, 1, 1, 1]);
});

test("a variance that changes goes in a straight line", () => {
  const history = { first: 0, time: [0, 10], variance: [0, 1.125] };
  const sea = new SeaComponents({ ...regular, rampDuration: 0, histories: [history] });
  assert.ok(Math.abs(sea.amplitudes(5)[0]! - 1.5 * Math.SQRT1_2) < 1e-12);
  assert.equal(interpolate([0, 10], [3, 4], 20), 4);
});

test("of more than 64 directions the strongest are drawn, and the share is known", () => {
  const count = 80;
  const each = (f: (i: number) => number) => Array.from({ length: count }, (_, i) => f(i));
  const sea = new SeaComponents({
    omega: each(() => 1),
    wavenumber: each(() => 0.1),
    direction: each((i) => 0.01 * i),
    amplitude: each((i) => (i < 64 ? 1 : 0.5)),
    phase: each(() => 0),
    rampDuration: 0,
    histories: [],
  });
  assert.equal(sea.groups.length, 64);
  assert.ok(Math.abs(sea.share - 64 / (64 + 16 * 0.25)) < 1e-12);
});

test("still water has no waves and no shortest one", () => {
  const sea = new SeaComponents({ ...regular, omega: [], wavenumber: [], direction: [], amplitude: [], phase: [] });
  assert.equal(sea.elevation(3, 1, 2), 0);
  assert.equal(sea.significantHeight, 0);
  assert.equal(sea.share, 1);
});
