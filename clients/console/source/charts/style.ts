/** How uPlot's axes and lines look here. */

import type uPlot from "uplot";
import { number } from "../format.ts";
import { DASHES, lineColor, pageColor } from "./colors.ts";

const FONT = "11px system-ui";

function axis(label: string): uPlot.Axis {
  const rule = { stroke: pageColor("--rule"), width: 1 };
  return {
    stroke: pageColor("--muted"),
    grid: rule,
    ticks: rule,
    font: FONT,
    label,
    labelFont: FONT,
    labelSize: label === "" ? 0 : 16,
    labelGap: 0,
  };
}

export function bottomAxis(label: string): uPlot.Axis {
  return { ...axis(label), size: 28 };
}

/** @param size of its numbers [px] */
export function leftAxis(size: number, label = ""): uPlot.Axis {
  return { ...axis(label), size, values: (_, ticks) => ticks.map(number) };
}

/** @param faint drawn thin and grey */
export function lineSeries(label: string, i: number, faint = false): uPlot.Series {
  return {
    label,
    stroke: faint ? pageColor("--before") : lineColor(i),
    width: faint ? 1 : 1.5,
    dash: DASHES[i % DASHES.length]!,
    points: { show: false },
    value: (_, value: number | null) => (value === null ? "–" : number(value)),
  };
}

/** Gives a plot the room of its host that its legend leaves, which is as wide as the plot then is. */
export function fitPlot(plot: uPlot, host: HTMLElement): void {
  const width = Math.max(200, host.clientWidth);
  plot.setSize({ width, height: plot.height });
  queueMicrotask(() => {
    // uPlot lays itself out in one, too
    if (!plot.root.isConnected) return;
    const legend = plot.root.querySelector<HTMLElement>(".u-legend")?.offsetHeight ?? 0;
    plot.setSize({ width, height: Math.max(90, host.clientHeight - legend) });
  });
}
