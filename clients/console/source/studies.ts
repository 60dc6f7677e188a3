/** The studies below the folder that the console was started with. */

import { html } from "lit";
import { ask } from "./ask.ts";
import { Element, told } from "./element.ts";

interface Listing {
  folder: string | null;
  studies: string[];
}

class StudiesElement extends Element {
  static override properties = { listing: { state: true } };
  declare listing: Listing | null;

  constructor() {
    super();
    this.listing = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void told(async () => (this.listing = await ask<Listing>("/studies")));
  }

  protected override render() {
    if (this.listing === null) return html`<p class="empty">Looking for studies…</p>`;
    const { folder, studies } = this.listing;
    if (studies.length === 0) {
      return html`<section class="empty panel">
        <h1>No studies</h1>
        <p>
          ${
            folder === null
              ? "The console shows the studies of a folder that it is started with:"
              : `There is none below ${folder}.`
          }
        </p>
        <pre>raftup console --studies DIR</pre>
      </section>`;
    }
    return html`<section class="screen">
      <div class="bar">
        <h1>Studies</h1>
        <span class="muted">below ${folder}</span>
      </div>
      <ul class="cards">
        ${studies.map(
          (name) =>
            html`<li>
              <a class="panel" href="#/studies/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

customElements.define("raftup-studies", StudiesElement);
