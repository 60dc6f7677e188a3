/** The model of a session as text with its defaults, its findings, and how its water remembers. */

import { html, nothing } from "lit";
import { ask } from "./ask.ts";
import { Element, told } from "./element.ts";
import { number } from "./format.ts";
import { RadiationMemory } from "./generated/raftup/v1/hydrodynamics_pb.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { findingItems } from "./markup.ts";

class ModelElement extends Element {
  static override properties = { session: { attribute: false }, text: { state: true } };
  declare session: Session;
  declare text: string;

  constructor() {
    super();
    this.text = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const path = `/model?session=${encodeURIComponent(this.session.name)}`;
    void told(async () => (this.text = (await ask<{ text: string }>(path)).text));
  }

  protected override render() {
    return html`<div class="model">
      ${this.renderFindings()} ${this.renderMemory()} ${this.renderIslands()}
      <section>
        <h2>Model, with every default</h2>
        <pre class="text" tabindex="0">${this.text}</pre>
      </section>
    </div>`;
  }

  private renderFindings() {
    const { findings } = this.session;
    if (findings.length === 0) return nothing;
    return html`<section>
      <h2>Findings</h2>
      <ul class="findings">
        ${findingItems([...findings].sort((a, b) => b.severity - a.severity))}
      </ul>
    </section>`;
  }

  private renderMemory() {
    const { radiation } = this.session;
    if (radiation.length === 0) return nothing;
    return html`<section>
      <h2>Memory of the water</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Form</th>
            <th scope="col" class="num">Poles</th>
            <th scope="col" class="num">Error of A</th>
            <th scope="col" class="num">of B</th>
          </tr>
        </thead>
        <tbody>
          ${radiation.map(
            (one) =>
              html`<tr>
                <th scope="row"><bdi>${one.group}</bdi></th>
                <td>${(RadiationMemory[one.form] ?? "").toLowerCase().replaceAll("_", " ")}</td>
                <td class="num">${one.poleCount}</td>
                <td class="num">${number(100 * one.addedMassError)} %</td>
                <td class="num">${number(100 * one.dampingError)} %</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private renderIslands() {
    const { islands } = this.session;
    if (islands.length === 0) return nothing;
    return html`<section>
      <h2>Bodies that move together</h2>
      <ul>
        ${islands.map(({ bodies }) => html`<li><bdi>${bodies.join(", ")}</bdi></li>`)}
      </ul>
    </section>`;
  }
}

customElements.define("raftup-model", ModelElement);
