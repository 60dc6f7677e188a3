import assert from "node:assert/strict";
import { test } from "node:test";
import { Branches, Rows, thinned } from "../source/rows.ts";

test("a ring keeps the newest rows in order", () => {
  const rows = new Rows(2, 3);
  for (let i = 0; i < 5; i++) rows.add(i, [i, 10 * i], 0);
  assert.deepEqual(
    [0, 1, 2].map((row) => rows.time(row)),
    [2, 3, 4],
  );
  assert.equal(rows.value(2, 1), 40);
  assert.equal(rows.firstFrom(2.5), 1);
});

test("where time goes back the line before stays and the new one goes on", () => {
  const branches = new Branches(1, 10);
  branches.take([0n, 1_000_000_000n, 2_000_000_000n], [0, 1, 2]);
  branches.take([1_000_000_000n], [5]);
  assert.deepEqual(
    [0, 1].map((row) => branches.now.value(row, 0)),
    [0, 5],
  );
  const { before } = branches;
  assert.deepEqual(
    [0, 1, 2].map((row) => before!.value(row, 0)),
    [0, 1, 2],
  );
});

test("thinning keeps the peaks and makes gaps of what is no number", () => {
  const rows = new Rows(1, 10_000);
  for (let i = 0; i < 9000; i++) rows.add(i, [i === 4321 ? 99 : Math.sin(i)], 0);
  const [times, line] = thinned(rows, [0], 0, 9000, 200);
  assert.ok(times.length <= 210);
  assert.equal(Math.max(...(line as number[])), 99);
  rows.add(9000, [Number.NaN], 0);
  assert.equal(thinned(rows, [0], 8990, 9000, 200)[1]!.at(-1), null);
});

test("extremes of parts are those of their rows, in rings that have gone round and been cut", () => {
  const rows = new Rows(2, 1003);
  let seed = 1;
  const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  let time = 0;
  for (let i = 0; i < 6000; i++) {
    if (next() < 0.002) rows.cut((time -= Math.floor(300 * next())));
    rows.add(time++, [next(), next() < 0.001 ? Number.NaN : next()], 0);
  }
  const expected = (column: number, from: number, to: number) => {
    const values = Array.from({ length: to - from }, (_, i) => rows.value(from + i, column));
    return values.some(Number.isNaN) ? [null, null] : [Math.min(...values), Math.max(...values)];
  };
  for (let i = 0; i < 500; i++) {
    const from = Math.floor(next() * (rows.count - 1));
    const to = from + 1 + Math.floor(next() * (rows.count - from - 1));
    for (const column of [0, 1]) assert.deepEqual(rows.extremes(column, from, to), expected(column, from, to));
  }
  const end = rows.partEnd(5, 20);
  assert.ok(end > 5 + 16 && end <= 5 + 24);
});
