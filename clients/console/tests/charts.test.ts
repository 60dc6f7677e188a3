import assert from "node:assert/strict";
import { test } from "node:test";
import { ringStep } from "../source/charts/corners.ts";
import { allPages } from "../source/pages.ts";

test("four rings of a polar plot have round numbers and reach the largest value", () => {
  assert.deepEqual([0.4048, 4, 8, 7.9, 30].map(ringStep), [0.125, 1, 2, 2, 8]);
  assert.equal(ringStep(0), 0);
});

test("a list is asked for page by page until there is none, or enough", async () => {
  const asked: string[] = [];
  const pages: Record<string, { items: number[]; nextPageToken: string }> = {
    "": { items: [1, 2], nextPageToken: "a" },
    a: { items: [3], nextPageToken: "b" },
    b: { items: [], nextPageToken: "" },
  };
  const ask = (token: string) => {
    asked.push(token);
    return Promise.resolve(pages[token]!);
  };
  assert.deepEqual(await allPages(ask), [1, 2, 3]);
  assert.deepEqual(await allPages(ask, 2), [1, 2]);
  assert.deepEqual(asked, ["", "a", "b", ""]);
});
