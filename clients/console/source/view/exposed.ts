/** For tests and for people who like to look: what is drawn, as numbers, at `window.raftupConsole`. */

import type { SeaComponents } from "../sea_components.ts";
import type { Feed } from "./feed.ts";
import type { Layout } from "./layout.ts";
import type { PictureLoop } from "./picture_loop.ts";
import type { CameraView, SessionScene } from "./scene.ts";

/** The parts of a view that are looked into. */
export interface ExposedView {
  layout: Layout;
  sea: SeaComponents;
  feed: Feed;
  loop: PictureLoop;
  scene: () => SessionScene | null;
  startFilm: (view: CameraView) => Promise<void>;
  showFilm: (time: number) => Promise<void>;
}

export function expose({ layout, sea, feed, loop, scene, startFilm, showFilm }: ExposedView): void {
  const { motion } = feed;
  const now = () => performance.now();
  Object.assign(window, {
    raftupConsole: {
      time: () => motion.time(now()),
      poses: () => Object.fromEntries(layout.bodies.map(({ name }, i) => [name, motion.pose(i, now())])),
      drawn: () => Object.fromEntries(scene()?.hulls.map(({ name, drawn }) => [name, drawn]) ?? []),
      extent: (body: number) => scene()?.hulls[body]?.extent,
      project: (body: number) => scene()?.project(body),
      seaCentre: () => scene()?.seaCentre,
      elevations: (points: [number, number][]) => scene()?.elevations(points),
      sum: (points: [number, number][]) => points.map(([x, y]) => sea.elevation(motion.time(now()), x, y)),
      significantHeight: () => sea.significantHeight,
      startFilm,
      showFilm,
      contacts: () => feed.contacts.flatMap(({ points }) => points.map(({ position, force }) => ({ position, force }))),
      force: () => scene()?.largestForce,
      performance: () => ({
        pictures: loop.pictures,
        script: loop.scriptTime,
        calls: scene()?.renderer.info.render.calls,
        latencies: loop.latencies,
        lost: feed.lost,
      }),
    },
  });
}
