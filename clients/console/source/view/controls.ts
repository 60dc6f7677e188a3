/** What is chosen of the 3-D view, and what its colors and arrows mean. */

import { html, nothing } from "lit";
import { force } from "../format.ts";
import type { Frame } from "./frames.ts";
import type { CameraView } from "./scene.ts";

const VIEWS: CameraView[] = ["free", "follow", "top", "beam", "bow"];

export interface Choices {
  view: CameraView;
  axes: Frame;
  kinds: string[]; // of forces that can be drawn
  forces: string; // the kind that is drawn; empty = none
  look: (view: CameraView) => void;
  turnAxes: (axes: Frame) => void;
  showForces: (kind: string) => void;
}

export function controls(choices: Choices) {
  const { view, axes, look, turnAxes } = choices;
  return html`<div class="cameras" role="group" aria-label="Camera">
    ${VIEWS.map((one) => html`<button aria-pressed=${one === view} @click=${() => look(one)}>${one}</button>`)}
    <button
      aria-pressed=${axes === "NED"}
      aria-label="NED: values north, east, down"
      @click=${() => turnAxes(axes === "NED" ? "z up" : "NED")}
    >
      NED
    </button>
    ${forceChoice(choices)}
  </div>`;
}

function forceChoice({ kinds, forces, showForces }: Choices) {
  if (kinds.length === 0) return nothing;
  const option = (kind: string) =>
    html`<option value=${kind} ?selected=${kind === forces}>${kind.replaceAll("_", " ")}</option>`;
  return html`<select
    aria-label="Forces drawn as arrows"
    @change=${(event: Event) => showForces((event.target as HTMLSelectElement).value)}
  >
    <option value="">no forces</option>
    ${kinds.map(option)}
  </select>`;
}

/** Of the lines of a model and of arrows, where there are any: the largest tension and force [N]. */
export function legends(shown: { lines: boolean; arrows: boolean }, tension: number, longest: number) {
  const lines = html`<div class="legend">
    <span>slack</span><span class="ramp"></span>
    <span>${force(tension)}</span>
  </div>`;
  const arrows = html`<div class="legend forces"><span>longest arrow ${force(longest)}</span></div>`;
  return [shown.lines ? lines : nothing, shown.arrows ? arrows : nothing];
}
