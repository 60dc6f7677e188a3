/** All sessions: state, time, speed, who holds them up. */

import { html, nothing } from "lit";
import { mayOperate, type Caller } from "./caller.ts";
import { SessionService } from "./connection.ts";
import { PollingElement, told } from "./element.ts";
import { number, seconds, secondsOf } from "./format.ts";
import { SessionState, type Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { filterField, idOf, isWarning } from "./markup.ts";
import { sessionNames } from "./session_list.ts";

const REFRESH = 1000; // ms
const SHOWN_AT_ONCE = 60;

/** State of a session as people call it: one that has taken a step need not take steps now. */
export function stateName(session: Session): string {
  if (session.paused) return "paused";
  if (session.state === SessionState.RUNNING) return "started";
  return (SessionState[session.state] ?? "").toLowerCase();
}

interface Row {
  session: Session;
  seen: number; // ms
  factor: number | null;
}

class SessionsElement extends PollingElement {
  static override properties = {
    connection: { attribute: false },
    caller: { attribute: false },
    names: { state: true },
    rows: { state: true },
    filter: { state: true },
    loaded: { state: true },
    limit: { state: true },
  };
  declare caller: Caller;
  declare names: string[];
  declare rows: Map<string, Row>;
  declare filter: string;
  declare loaded: boolean;
  declare limit: number;

  constructor() {
    super();
    this.names = [];
    this.rows = new Map();
    this.filter = "";
    this.loaded = false;
    this.limit = SHOWN_AT_ONCE;
  }

  protected interval(): number | null {
    return this.loaded ? REFRESH : null;
  }

  protected async refresh(): Promise<void> {
    this.names = await sessionNames(this.connection);
    const shown = this.shown();
    const rows = await Promise.all(shown.map((name) => this.look(name)));
    this.rows = new Map(rows.flatMap((row) => (row === null ? [] : [[row.session.name, row] as const])));
    this.loaded = true;
  }

  /** A session as it stands, and its speed since the last look; none where it is gone meanwhile. */
  private async look(name: string): Promise<Row | null> {
    try {
      const { session } = await this.connection.call(SessionService.method.getSession, { name });
      const seen = performance.now();
      const before = this.rows.get(name);
      const gained = before === undefined ? 0n : session!.timeNs - before.session.timeNs;
      return { session: session!, seen, factor: gained > 0n ? Number(gained) / (1e6 * (seen - before!.seen)) : null };
    } catch {
      return null;
    }
  }

  private shown(): string[] {
    const wanted = this.filter.toLowerCase();
    return this.names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, this.limit);
  }

  private async erase(name: string): Promise<void> {
    if (!confirm(`Delete ${name}? It ends for everybody.`)) return;
    await this.connection.call(SessionService.method.deleteSession, { name });
    await this.refresh();
  }

  protected override render() {
    if (!this.loaded) return html`<p class="empty">Asking the server…</p>`;
    if (this.names.length === 0) {
      return html`<section class="empty panel">
        <h1>No sessions</h1>
        <p>Sessions of ${this.caller.tenant} appear here as soon as a program makes them:</p>
        <pre>raftup run model.yaml --console</pre>
        ${this.renderNew()}
      </section>`;
    }
    const shown = this.shown();
    return html`
      <section class="sessions">
        <div class="bar">
          <h1>Sessions</h1>
          ${filterField("sessions", this.filter, (filter) => (this.filter = filter))}
          <span class="muted">${this.names.length} in all</span>${this.renderNew()}
        </div>
        <table>
          <thead>
            <tr>
              <th>Session</th>
              <th>Model</th>
              <th>State</th>
              <th class="num">Time [s]</th>
              <th class="num">Speed</th>
              <th>Waits for</th>
              <th>Findings</th>
              <th><span class="unseen">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((name) => this.renderRow(name))}
          </tbody>
        </table>
        ${
          this.names.length > this.limit && shown.length === this.limit
            ? html`<button @click=${() => (this.limit += SHOWN_AT_ONCE)}>Show more</button>`
            : nothing
        }
      </section>
    `;
  }

  private renderNew() {
    return mayOperate(this.caller) ? html`<a class="button" href="#/new">New session</a>` : nothing;
  }

  private renderRow(name: string) {
    const row = this.rows.get(name);
    const id = idOf(name);
    if (row === undefined)
      return html`<tr>
        <td><a href="#/${name}">${id}</a></td>
        <td colspan="7"></td>
      </tr>`;
    const { session, factor } = row;
    const warnings = session.findings.filter(isWarning).length;
    return html`<tr>
      <td>
        <a href="#/${name}"><bdi>${id}</bdi></a>
      </td>
      <td><bdi>${session.spec?.model?.name ?? ""}</bdi></td>
      <td><span class="state ${stateName(session)}">${stateName(session)}</span></td>
      <td class="num">${seconds(secondsOf(session.timeNs), secondsOf(session.stepNs))}</td>
      <td class="num">${factor === null ? "–" : `${number(factor)} ×`}</td>
      <td>${session.waitingFor.join(", ") || "–"}</td>
      <td>
        ${
          session.failure || (warnings > 0 ? `${warnings} of ${session.findings.length} warn` : session.findings.length)
        }
      </td>
      <td>
        ${
          mayOperate(this.caller)
            ? html`<button class="quiet" aria-label="Delete ${id}" @click=${() => told(() => this.erase(name))}>
                Delete
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }
}

customElements.define("raftup-sessions", SessionsElement);
