/** All databases of coefficients that the server has. */

import { html, nothing } from "lit";
import { DatabaseService, type Database } from "./databases_service.ts";
import { ConnectedElement, told } from "./element.ts";
import { number } from "./format.ts";
import { filterField, isWarning } from "./markup.ts";
import { allPages } from "./pages.ts";

class DatabasesElement extends ConnectedElement {
  static override properties = {
    connection: { attribute: false },
    databases: { state: true },
    filter: { state: true },
  };
  declare databases: Database[] | null;
  declare filter: string;
  private asked = false;

  constructor() {
    super();
    this.databases = null;
    this.filter = "";
  }

  protected override updated(): void {
    if (this.asked || !this.connection.connected) return;
    this.asked = true;
    void told(() => this.list());
  }

  private async list(): Promise<void> {
    const databases = await allPages(async (pageToken) => {
      const { databases: items, nextPageToken } = await this.connection.call(DatabaseService.method.listDatabases, { pageSize: 100, pageToken });
      return { items, nextPageToken };
    });
    this.databases = databases.filter(({ bodyCount }) => bodyCount > 0);
  }

  protected override render() {
    if (this.databases === null) return html`<p class="empty">Asking the server…</p>`;
    if (this.databases.length === 0) {
      return html`<section class="empty panel"><h1>No databases</h1><p>A database comes with the first model that names it:</p>
        <pre>raftup run model.yaml</pre></section>`;
    }
    const shown = this.databases.filter(({ name }) => name.includes(this.filter.toLowerCase()));
    return html`<section class="screen">
      <div class="bar"><h1>Databases</h1>
        ${filterField("databases", this.filter, (filter) => (this.filter = filter))}
        <span class="muted">${this.databases.length} in all</span></div>
      <table class="list"><thead><tr><th scope="col">Database</th><th scope="col">Bodies</th><th scope="col" class="num">Frequencies</th>
        <th scope="col" class="num">Directions</th><th scope="col" class="num">Depth [m]</th><th scope="col">From</th><th scope="col">Findings</th></tr></thead>
        <tbody>${shown.map((database) => renderRow(database))}</tbody></table>
    </section>`;
  }
}

function renderRow(database: Database) {
  const warnings = database.findings.filter(isWarning).length;
  return html`<tr>
    <th scope="row"><a href="#/${database.name}"><bdi>${database.displayName}</bdi></a> <span class="muted">${database.sha256.slice(0, 8)}</span></th>
    <td><bdi>${database.bodyNames.slice(0, 4).join(", ")}</bdi>${database.bodyCount > 4 ? `, ${database.bodyCount} in all` : nothing}</td>
    <td class="num">${database.frequencyCount}</td><td class="num">${database.headingCount}</td>
    <td class="num">${Number.isFinite(database.waterDepthM) ? number(database.waterDepthM) : "infinite"}</td>
    <td>${database.solver || database.format}</td>
    <td>${warnings > 0 ? html`<span class="warning">${warnings} warn</span>` : database.findings.length}</td></tr>`;
}

customElements.define("raftup-databases", DatabasesElement);
