/** How much is drawn, by the time that frames take: less of it, never nothing. */

const LEVELS = [
  { cells: 64, scale: 0.5 },
  { cells: 64, scale: 0.75 },
  { cells: 128, scale: 1 },
  { cells: 256, scale: 1 },
] as const;
const SLOW = 40; // ms
const FAST = 18; // ms
const FRAMES = 20; // between two looks,
const PATIENCE = 1000; // ms, or so long
const REST = 1500; // ms between frames of which nothing is known

export class Detail {
  private level = 2;
  private last = 0;
  private frames = 0;
  private total = 0;
  private ceiling = LEVELS.length - 1;
  private fixed = false;

  get cells(): number {
    return LEVELS[this.level]!.cells;
  }

  get scale(): number {
    return LEVELS[this.level]!.scale;
  }

  /** All of it from here on. */
  fix(): void {
    this.level = LEVELS.length - 1;
    this.fixed = true;
  }

  /** Takes note of a frame at a time [ms]; returns whether the level has changed. */
  frame(now: number): boolean {
    const spent = now - this.last;
    this.last = now;
    if (this.fixed || spent > REST) return false;
    this.total += spent;
    if (++this.frames < FRAMES && this.total < PATIENCE) return false;
    const mean = this.total / this.frames;
    this.frames = this.total = 0;
    if (mean > SLOW && this.level > 0) {
      this.level--;
      this.ceiling = this.level; // what was too much once is not tried again
      return true;
    }
    if (mean < FAST && this.level < this.ceiling) {
      this.level++;
      return true;
    }
    return false;
  }
}
