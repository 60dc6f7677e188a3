/** Colours of the scene, from those of the page. */

import { Color } from "three";

export interface Palette {
  sky: Color;
  deep: Color;
  crest: Color;
  hulls: Color[];
  slack: Color;
  ink: Color;
  force: Color;
}

/** Reads the custom properties of the page, which differ between dark and light. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => new Color(style.getPropertyValue(name).trim());
  return {
    sky: color("--sky"),
    deep: color("--sea-deep"),
    crest: color("--sea-crest"),
    hulls: [0, 1, 2, 3, 4, 5].map((i) => color(`--hull-${i}`)),
    slack: color("--slack"),
    ink: color("--ink"),
    force: color("--force"),
  };
}

/** Tension from none to the largest: blue over yellow to vermillion, of Okabe and Ito's colours. */
export function tensionColor(share: number, target: Color): Color {
  const stops = [new Color("#56b4e9"), new Color("#f0e442"), new Color("#d55e00")];
  const place = Math.min(Math.max(share, 0), 1) * 2;
  const i = Math.min(Math.floor(place), 1);
  return target.lerpColors(stops[i]!, stops[i + 1]!, place - i);
}
