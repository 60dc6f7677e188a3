/** Draws a picture whenever the screen can show another and there is something new to see. */

import type { Feed } from "./feed.ts";
import type { SessionScene } from "./scene.ts";

const CALM_INTERVAL = 500; // ms between pictures where motion is unwanted
const MOST_LATENCIES = 600;

export interface PictureListener {
  /** What pictures are drawn of; null = none can be drawn now. */
  scene(): SessionScene | null;
  /** A picture of a time [s] has been drawn. */
  drawn(time: number): void;
}

export class PictureLoop {
  /** How many have been drawn. */
  pictures = 0;
  /** What the last picture took of the script's time [ms]. */
  scriptTime = 0;
  /** From the commit of a step to the picture that shows it [ms]: the newest. */
  readonly latencies: number[] = [];
  private request = 0;
  private lastDrawn = 0;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly feed: Feed;
  private readonly listener: PictureListener;

  constructor(feed: Feed, listener: PictureListener) {
    this.feed = feed;
    this.listener = listener;
  }

  start(): void {
    this.request = requestAnimationFrame((now) => this.next(now));
  }

  stop(): void {
    cancelAnimationFrame(this.request);
  }

  private next(now: number): void {
    this.start();
    const { motion } = this.feed;
    const scene = this.listener.scene();
    const instant = performance.now();
    if (scene === null || motion.empty || !scene.needsDrawing(motion, instant)) return this.feed.giveBack();
    if (this.calm.matches && now - this.lastDrawn < CALM_INTERVAL) return;
    this.lastDrawn = now;
    this.scriptTime = scene.draw(motion, instant);
    this.pictures++;
    this.listener.drawn(motion.time(instant));
    this.feed.giveBack();
    this.noteLatency();
  }

  private noteLatency(): void {
    if (this.feed.commitNs === null) return;
    this.latencies.push(performance.timeOrigin + performance.now() - Number(this.feed.commitNs / 1000n) / 1000);
    if (this.latencies.length > MOST_LATENCIES) this.latencies.shift();
    this.feed.commitNs = null;
  }
}
