/** The server: who one is to it, what one may have, who holds up whom, how fast it answers. */

import { html } from "lit";
import { ask } from "./ask.ts";
import type { Caller } from "./caller.ts";
import { SessionService } from "./connection.ts";
import { PollingElement } from "./element.ts";
import { bytes, number, seconds, secondsOf } from "./format.ts";
import type { GetCallerResponse } from "./generated/raftup/v1/caller_pb.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { idOf } from "./markup.ts";
import { sessionNames } from "./session_list.ts";

const REFRESH = 2000; // ms
const SESSIONS = 200;
const ROUND_TRIPS = 120;
/** Upper ends of the bars of round trips [ms]. */
const BARS = [1, 2, 5, 10, 20, 50, 100, Number.POSITIVE_INFINITY];

/** What the gateway keeps of a kind, and the most that each of them may take [bytes]. */
interface Buffer {
  name: "history" | "queue";
  count: number;
  bytes: number;
  limit: number;
}

const BUFFERS: Record<Buffer["name"], string> = {
  history: "history of watches",
  queue: "messages to tabs",
};

class ServerElement extends PollingElement {
  static override properties = {
    connection: { attribute: false },
    caller: { attribute: false },
    about: { state: true },
    sessions: { state: true },
    serving: { state: true },
    buffers: { state: true },
    roundTrips: { state: true },
  };
  declare caller: Caller;
  declare about: GetCallerResponse | null;
  declare sessions: Session[];
  declare serving: boolean | null;
  declare buffers: Buffer[];
  declare roundTrips: number[]; // ms, the newest last

  constructor() {
    super();
    this.about = this.serving = null;
    this.sessions = [];
    this.buffers = [];
    this.roundTrips = [];
  }

  protected interval(): number | null {
    return this.about === null ? null : REFRESH;
  }

  protected override failed(): void {
    this.serving = false;
  }

  protected async refresh(): Promise<void> {
    const { method } = SessionService;
    const begin = performance.now();
    this.about = await this.connection.call(method.getCaller, {});
    this.roundTrips = [...this.roundTrips, performance.now() - begin].slice(-ROUND_TRIPS);
    ({ serving: this.serving, buffers: this.buffers } = await ask<{ serving: boolean; buffers: Buffer[] }>("/health"));
    const names = await sessionNames(this.connection, SESSIONS);
    const answers = await Promise.allSettled(names.map((name) => this.connection.call(method.getSession, { name })));
    this.sessions = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.session!] : []));
  }

  protected override render() {
    if (this.about === null) return html`<p class="empty">Asking the server…</p>`;
    return html`<section class="screen">
      <div class="bar">
        <h1>Server</h1>
        <span class="state ${this.serving === true ? "running" : "failed"}"
          >${this.serving === true ? "serving" : "not serving"}</span
        >
        <span class="muted">raftupd ${this.about.serverVersion}</span>
      </div>
      <div class="columns">${this.renderWho(this.about)}${this.renderRoundTrips()}${this.renderBuffers()}</div>
      ${this.renderSessions()}
    </section>`;
  }

  private renderWho({ tenant, quota }: GetCallerResponse) {
    const bodies = this.sessions.reduce((sum, { spec }) => sum + (spec?.model?.bodies.length ?? 0), 0);
    const row = (name: string, used: string, limit: bigint | undefined) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td class="num">${used}</td>
        <td class="num">${limit === undefined ? "no limit" : limit.toString()}</td>
      </tr>`;
    return html`<section class="panel">
      <h2>You</h2>
      <p><span class="tag">${this.caller.role}</span> of <bdi>${tenant}</bdi></p>
      <table>
        <thead>
          <tr>
            <th scope="col">Quota</th>
            <th scope="col" class="num">in use</th>
            <th scope="col" class="num">allowed</th>
          </tr>
        </thead>
        <tbody>
          ${row("sessions", String(this.sessions.length), quota?.sessions)}
          ${row("bodies", String(bodies), quota?.bodies)}
          ${row("streams", "–", quota?.streams)}${row("checkpoints", "–", quota?.checkpoints)}
          ${row("database bytes", "–", quota?.databaseBytes)}${row("requests a second", "–", quota?.requestsPerSecond)}
        </tbody>
      </table>
    </section>`;
  }

  private renderRoundTrips() {
    const sorted = [...this.roundTrips].sort((a, b) => a - b);
    const counts = BARS.map((end, i) => sorted.filter((time) => time <= end && time > (BARS[i - 1] ?? 0)).length);
    const label = (end: number, i: number) => (Number.isFinite(end) ? `up to ${end} ms` : `above ${BARS[i - 1]} ms`);
    return html`<section class="panel">
      <h2>Calls from here to the server and back</h2>
      <p>
        median ${number(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, the longest of ${sorted.length}
        ${number(sorted.at(-1) ?? 0)} ms
      </p>
      <table>
        <tbody>
          ${counts.map(
            (count, i) =>
              html`<tr>
                <th scope="row">${label(BARS[i]!, i)}</th>
                <td><meter min="0" max=${sorted.length} value=${count} aria-label=${label(BARS[i]!, i)}></meter></td>
                <td class="num">${count}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private renderBuffers() {
    return html`<section class="panel">
      <h2>Kept by the console for you</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Buffer</th>
            <th scope="col" class="num">count</th>
            <th scope="col" class="num">in use</th>
            <th scope="col" class="num">each at most</th>
          </tr>
        </thead>
        <tbody>
          ${this.buffers.map(
            (buffer) =>
              html`<tr>
                <th scope="row">${BUFFERS[buffer.name]}</th>
                <td class="num">${buffer.count}</td>
                <td class="num">${bytes(buffer.bytes)}</td>
                <td class="num">${bytes(buffer.limit)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private renderSessions() {
    if (this.sessions.length === 0) return html`<p class="muted">No sessions.</p>`;
    return html`<section>
      <h2>Who holds up whom</h2>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col" class="num">Time [s]</th>
            <th scope="col">Participants</th>
            <th scope="col">Waits for</th>
            <th scope="col" class="num">Stepping [s]</th>
            <th scope="col" class="num">Waiting [s]</th>
          </tr>
        </thead>
        <tbody>
          ${this.sessions.map(
            (session) =>
              html`<tr>
                <th scope="row">
                  <a href="#/${session.name}"><bdi>${idOf(session.name)}</bdi></a>
                </th>
                <td class="num">${seconds(secondsOf(session.timeNs), secondsOf(session.stepNs))}</td>
                <td>
                  <bdi>${participantsOf(session) || "–"}</bdi>
                </td>
                <td>
                  ${
                    session.waitingFor.length > 0
                      ? html`<span class="warning"><bdi>${session.waitingFor.join(", ")}</bdi></span>`
                      : session.paused
                        ? "paused"
                        : "–"
                  }
                </td>
                <td class="num">${number(secondsOf(session.computeNs))}</td>
                <td class="num">${number(secondsOf(session.waitNs))}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }
}

function participantsOf({ participants }: Session): string {
  return participants.map(({ participantId, attached }) => participantId + (attached ? "" : " (away)")).join(", ");
}

customElements.define("raftup-server", ServerElement);
