import assert from "node:assert/strict";
import { test } from "node:test";
import { remarksOf, type RemarkedView } from "../source/view/remarks.ts";

const motion = { empty: false, finite: (body: number) => body !== 1 };
const view = (changes: object) =>
  remarksOf({
    layout: { bodies: [{ name: "barge" }, { name: "tug" }], unseen: [] },
    feed: { motion: { ...motion, empty: true }, contacts: [], lost: 0 },
    hulls: [],
    missing: [],
    sea: { count: 3, share: 1 },
    streaming: [],
    recording: false,
    ...changes,
  } as unknown as RemarkedView);

test("nothing is said of a picture that shows everything", () => {
  assert.deepEqual(view({}), []);
});

test("boxes, bodies without a pose, frames and waves that are left out are named", () => {
  const hulls = [
    { name: "barge", drawn: "box" },
    { name: "tug", drawn: "mesh" },
  ];
  const feed = { motion, contacts: [], lost: 7 };
  assert.deepEqual(view({ hulls, feed, sea: { count: 3, share: 0.951 }, streaming: ["buoy"] }), [
    "no mesh: barge",
    "no pose, drawn as a wire frame: tug",
    "95.1 % of the waves' variance drawn",
    "not drawn: waves streamed by buoy",
    "7 frames left out",
  ]);
});

test("a sea without waves is still water, and of a recording not known", () => {
  assert.deepEqual(view({ sea: { count: 0, share: 1 } }), ["still water"]);
  assert.deepEqual(view({ sea: { count: 0, share: 1 }, recording: true }), ["no waves to draw"]);
  assert.deepEqual(view({ recording: true }), ["waves made anew from the model"]);
  assert.deepEqual(view({ sea: null }), []);
});

test("it is said once as many points of contact are drawn as can be", () => {
  const pair = { points: Array.from({ length: 512 }, () => ({})) };
  const feed = (count: number) => ({ motion, contacts: Array.from({ length: count }, () => pair), lost: 0 });
  assert.deepEqual(view({ feed: { ...feed(1), motion: { ...motion, empty: true } } }), []);
  assert.deepEqual(view({ feed: { ...feed(2), motion: { ...motion, empty: true } } }), [
    "the first 1024 points of contact drawn",
  ]);
});
