/** Rows of numbers over time, in rings of fixed size; where time goes back, a new branch begins. */

const NANOSECONDS = 1e9;

/** Rows whose extremes are kept together, so that a long line is thinned without reading all of it. */
const GROUP = 8;

/** Rows in order of time, the newest `capacity` of them. */
export class Rows {
  readonly width: number;
  readonly capacity: number;
  count = 0;
  private first = 0;
  private readonly room: number; // whole groups, one more than is needed: the newest row shares none with the oldest
  private readonly times: Float64Array;
  private readonly values: Float64Array;
  private readonly least: Float64Array; // [group][column], NaN where a value is none
  private readonly largest: Float64Array;

  constructor(width: number, capacity: number) {
    this.width = width;
    this.capacity = capacity;
    this.room = GROUP * (Math.ceil(capacity / GROUP) + 1);
    this.times = new Float64Array(this.room);
    this.values = new Float64Array(this.room * width);
    this.least = new Float64Array((this.room / GROUP) * width);
    this.largest = new Float64Array((this.room / GROUP) * width);
  }

  /** Bytes that a row takes. */
  static bytes(width: number): number {
    return 8 * (1 + width + (2 * width) / GROUP);
  }

  private at(row: number): number {
    return (this.first + row) % this.room;
  }

  time(row: number): number {
    return this.times[this.at(row)]!;
  }

  value(row: number, column: number): number {
    return this.values[this.at(row) * this.width + column]!;
  }

  lastTime(): number {
    return this.count === 0 ? Number.NEGATIVE_INFINITY : this.time(this.count - 1);
  }

  add(time: number, values: ArrayLike<number>, offset: number): void {
    if (this.count === this.capacity) this.first = (this.first + 1) % this.room;
    else this.count++;
    const place = this.at(this.count - 1);
    this.times[place] = time;
    for (let i = 0; i < this.width; i++) this.values[place * this.width + i] = values[offset + i]!;
    this.group(place);
  }

  /** Takes the row at a place among the extremes of its group, which the first of the group begins. */
  private group(place: number): void {
    const begins = place % GROUP === 0;
    const group = Math.floor(place / GROUP) * this.width;
    for (let i = 0; i < this.width; i++) {
      const value = this.values[place * this.width + i]!;
      const known = Number.isFinite(value) ? value : Number.NaN;
      this.least[group + i] = begins ? known : Math.min(this.least[group + i]!, known);
      this.largest[group + i] = begins ? known : Math.max(this.largest[group + i]!, known);
    }
  }

  /** Forgets every row at or after a time. */
  cut(time: number): void {
    this.count = this.firstFrom(time);
    if (this.count === 0) return;
    const last = this.at(this.count - 1);
    for (let place = last - (last % GROUP); place <= last; place++) this.group(place);
  }

  /** The first row at or after a time. */
  firstFrom(time: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The end of a part of `length` rows or a few more: a long one ends with a group, so that the next begins with one.
   */
  partEnd(row: number, length: number): number {
    return length < GROUP ? row + length : row + GROUP * Math.ceil(length / GROUP) - (this.at(row) % GROUP);
  }

  /** Least and largest value of a column in rows from..to; none where a value is none. */
  extremes(column: number, from: number, to: number): [number | null, number | null] {
    let least = Number.POSITIVE_INFINITY;
    let largest = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to;) {
      const place = this.at(row);
      const whole = place % GROUP === 0 && row + GROUP <= to;
      const index = (whole ? place / GROUP : place) * this.width + column;
      const low = (whole ? this.least : this.values)[index]!;
      const high = (whole ? this.largest : this.values)[index]!;
      if (!Number.isFinite(low)) return [null, null];
      least = Math.min(least, low);
      largest = Math.max(largest, high);
      row += whole ? GROUP : 1;
    }
    return [least, largest];
  }
}

/** The rows of a watch as they are, and as they were before the session was put back. */
export class Branches {
  now: Rows;
  before: Rows | null = null;

  constructor(width: number, capacity: number) {
    this.now = new Rows(width, capacity);
  }

  /** Takes the rows of a frame or a history: times in ns, [row][column]. */
  take(timesNs: ArrayLike<bigint>, values: ArrayLike<number>): void {
    for (let row = 0; row < timesNs.length; row++) {
      const time = Number(timesNs[row]!) / NANOSECONDS;
      if (time <= this.now.lastTime()) this.branchOff(time);
      this.now.add(time, values, row * this.now.width);
    }
  }

  /** What lay at `time` and later becomes the branch before. */
  branchOff(time: number): void {
    const { now } = this;
    const from = now.firstFrom(time);
    if (from === now.count) return;
    const before = new Rows(now.width, now.capacity);
    const row = new Float64Array(now.width);
    for (let i = Math.max(0, from - 1); i < now.count; i++) {
      for (let column = 0; column < now.width; column++) row[column] = now.value(i, column);
      before.add(now.time(i), row, 0);
    }
    this.before = before;
    now.cut(time);
  }
}

/**
 * Columns of rows between two times, thinned to about `points`: where there are more rows, the
 * least and the largest value of each part, so that no peak is lost.
 */
export function thinned(
  rows: Rows,
  columns: readonly number[],
  from: number,
  to: number,
  points: number,
): [number[], ...(number | null)[][]] {
  const first = Math.max(0, rows.firstFrom(from) - 1);
  const last = Math.min(rows.count, rows.firstFrom(to) + 1);
  const stride = Math.max(1, Math.ceil((2 * (last - first)) / points));
  const times: number[] = [];
  const lines: (number | null)[][] = columns.map(() => []);
  if (stride < 3) {
    for (let row = first; row < last; row++) {
      times.push(rows.time(row));
      columns.forEach((column, i) => lines[i]!.push(finite(rows.value(row, column))));
    }
    return [times, ...lines];
  }
  for (let row = first; row < last;) {
    const end = Math.min(rows.partEnd(row, stride), last);
    times.push(rows.time(row), rows.time(end - 1));
    columns.forEach((column, i) => lines[i]!.push(...rows.extremes(column, row, end)));
    row = end;
  }
  return [times, ...lines];
}

/** A gap in the line where a value is none. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
