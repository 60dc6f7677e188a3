/** All databases of coefficients that the server has. */

import { html, nothing } from "lit";
import { ask } from "./ask.ts";
import { mayOperate, type Caller } from "./caller.ts";
import { DatabaseService, type Database } from "./databases_service.ts";
import { ConnectedElement, say, told } from "./element.ts";
import { number } from "./format.ts";
import { filterField, isWarning } from "./markup.ts";
import { allPages } from "./pages.ts";

/** The id that a file is stored under: its name in the characters that ids may have. */
export function idOfFile(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/\.[^.]*$/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return (words.length >= 4 ? words : `database-${words}`).slice(0, 63).replace(/-$/, "");
}

async function digestOf(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class DatabasesElement extends ConnectedElement {
  static override properties = {
    connection: { attribute: false },
    databases: { state: true },
    caller: { attribute: false },
    filter: { state: true },
    uploading: { state: true },
  };
  declare caller: Caller;
  declare databases: Database[] | null;
  declare filter: string;
  declare uploading: string; // name of a file
  private asked = false;

  constructor() {
    super();
    this.databases = null;
    this.filter = this.uploading = "";
  }

  protected override updated(): void {
    if (this.asked || !this.connection.connected) return;
    this.asked = true;
    void told(() => this.list());
  }

  private async list(): Promise<void> {
    const databases = await allPages(async (pageToken) => {
      const { databases: items, nextPageToken } = await this.connection.call(DatabaseService.method.listDatabases, {
        pageSize: 100,
        pageToken,
      });
      return { items, nextPageToken };
    });
    this.databases = databases.filter(({ bodyCount }) => bodyCount > 0);
  }

  private async upload(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file === undefined) return;
    this.uploading = file.name;
    try {
      const query = new URLSearchParams({ id: idOfFile(file.name), sha256: await digestOf(file) });
      const { name } = await ask<{ name: string }>(`/databases?${query.toString()}`, file);
      await this.list();
      const isMesh = !this.databases!.some((database) => database.name === name);
      say(isMesh ? `${name} is a mesh: a body's visual_mesh can name it` : `${name} is there`);
    } finally {
      this.uploading = input.value = "";
    }
  }

  private renderUpload() {
    if (!mayOperate(this.caller)) return nothing;
    return html`<label class="button upload"
      >${this.uploading === "" ? "Upload a file" : `Uploading ${this.uploading}…`}<input
        class="unseen"
        type="file"
        ?disabled=${this.uploading !== ""}
        @change=${(event: Event) => void told(() => this.upload(event.target as HTMLInputElement))}
    /></label>`;
  }

  protected override render() {
    if (this.databases === null) return html`<p class="empty">Asking the server…</p>`;
    if (this.databases.length === 0) {
      return html`<section class="empty panel">
        <h1>No databases</h1>
        <p>A database comes with the first model that names it, or from here:</p>
        <pre>raftup run model.yaml</pre>
        ${this.renderUpload()}
      </section>`;
    }
    const shown = this.databases.filter(({ name }) => name.includes(this.filter.toLowerCase()));
    return html`<section class="screen">
      <div class="bar">
        <h1>Databases</h1>
        ${filterField("databases", this.filter, (filter) => (this.filter = filter))}
        <span class="muted">${this.databases.length} in all</span>${this.renderUpload()}
      </div>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Database</th>
            <th scope="col">Bodies</th>
            <th scope="col" class="num">Frequencies</th>
            <th scope="col" class="num">Directions</th>
            <th scope="col" class="num">Depth [m]</th>
            <th scope="col">From</th>
            <th scope="col">Findings</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((database) => renderRow(database))}
        </tbody>
      </table>
    </section>`;
  }
}

function renderRow(database: Database) {
  const warnings = database.findings.filter(isWarning).length;
  return html`<tr>
    <th scope="row">
      <a href="#/${database.name}"><bdi>${database.displayName}</bdi></a>
      <span class="muted">${database.sha256.slice(0, 8)}</span>
    </th>
    <td>
      <bdi>${database.bodyNames.slice(0, 4).join(", ")}</bdi
      >${database.bodyCount > 4 ? `, ${database.bodyCount} in all` : nothing}
    </td>
    <td class="num">${database.frequencyCount}</td>
    <td class="num">${database.headingCount}</td>
    <td class="num">${Number.isFinite(database.waterDepthM) ? number(database.waterDepthM) : "infinite"}</td>
    <td>${database.solver || database.format}</td>
    <td>${warnings > 0 ? html`<span class="warning">${warnings} warn</span>` : database.findings.length}</td>
  </tr>`;
}

customElements.define("raftup-databases", DatabasesElement);
