/** One session: the view, its plots, who takes part, and the transport bar above all. */

import { html, nothing } from "lit";
import type { Caller } from "./caller.ts";
import { CallError, SessionService } from "./connection.ts";
import { ConnectedElement, told } from "./element.ts";
import { seconds, secondsOf } from "./format.ts";
import { Severity } from "./generated/raftup/v1/finding_pb.ts";
import type { Notice } from "./generated/raftup/v1/exchange_pb.ts";
import type { Session } from "./generated/raftup/v1/session_pb.ts";
import { Causality, type Variable } from "./generated/raftup/v1/values_pb.ts";
import { layoutOf, type Layout } from "./view/layout.ts";
import "./inputs.ts";
import "./model.ts";
import "./plots.ts";
import "./transport.ts";
import "./view.ts";

const REFRESH = 1000; // ms
const NOTICES = 50;

/** What stands beside the view. */
type Side = "plots" | "inputs" | "model";
const SIDES: Side[] = ["plots", "inputs", "model"];

class SessionElement extends ConnectedElement {
  static override properties = {
    connection: { attribute: false },
    caller: { attribute: false },
    name: { attribute: false },
    shown: { attribute: false },
    session: { state: true },
    variables: { state: true },
    time: { state: true },
    notices: { state: true },
    gone: { state: true },
    side: { state: true },
  };
  declare caller: Caller;
  declare name: string;
  declare shown: string;
  declare session: Session | null;
  declare variables: Variable[];
  declare time: number;
  declare notices: Notice[];
  declare gone: string;
  declare side: Side;
  private inputs: Variable[] = [];
  private layout: Layout | null = null;
  private timer = 0;
  private loading = "";

  constructor() {
    super();
    this.session = null;
    this.variables = [];
    this.time = 0;
    this.notices = [];
    this.gone = "";
    this.side = "plots";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(() => void this.refresh(), REFRESH);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override updated(): void {
    if (this.connection.connected && this.loading !== this.name) void told(() => this.load());
  }

  private async load(): Promise<void> {
    const { name } = this;
    this.loading = name;
    this.session = null;
    this.gone = "";
    this.notices = [];
    const { method } = SessionService;
    try {
      const { session } = await this.connection.call(method.getSession, { name });
      const variables: Variable[] = [];
      for (let pageToken = ""; ; ) {
        const page = await this.connection.call(method.listVariables, { session: name, pageToken });
        variables.push(...page.variables);
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      this.inputs = variables.filter(({ causality }) => causality === Causality.INPUT);
      this.variables = variables.filter(({ causality }) => causality === Causality.OUTPUT);
      this.layout = layoutOf(session!.spec!.model!, new Set(this.variables.map((variable) => variable.name)));
      this.time = secondsOf(session!.timeNs);
      this.session = session!;
    } catch (error) {
      this.loading = "";
      if (!(error instanceof CallError)) throw error;
      this.loading = name;
      this.gone = error.message;
    }
  }

  private async refresh(): Promise<void> {
    if (this.session === null || document.hidden || !this.connection.connected) return;
    try {
      const { session } = await this.connection.call(SessionService.method.getSession, { name: this.name });
      if (session!.name !== this.session?.name) return;
      this.session = session!;
      this.gone = "";
    } catch (error) {
      if (error instanceof CallError) this.gone = error.message;
    }
  }

  private takeNotice(event: CustomEvent<Notice>): void {
    this.notices = [event.detail, ...this.notices].slice(0, NOTICES);
  }

  protected override render() {
    const { session, layout } = this;
    if (session === null || layout === null) {
      return this.gone === "" ? html`<p class="empty">Asking the server…</p>` : html`<p class="banner" role="alert">${this.gone}</p>`;
    }
    return html`
      <div class="session" @time=${(event: CustomEvent<number>) => (this.time = event.detail)} @notice=${(event: CustomEvent<Notice>) => this.takeNotice(event)}>
        <div class="head">
          <nav><a href="#">Sessions</a> / <h1><bdi>${session.name.replace(/^sessions\//, "")}</bdi></h1>
            <span class="muted"><bdi>${session.spec?.model?.name ?? ""}</bdi></span></nav>
          <raftup-transport .connection=${this.connection} .caller=${this.caller} .session=${session} .time=${this.time}></raftup-transport>
        </div>
        ${this.gone === "" ? nothing : html`<p class="banner" role="alert">${this.gone}</p>`}
        <div class="work ${this.gone === "" ? "" : "stale"}">
          <raftup-view .connection=${this.connection} .recording=${this.caller.recording} .session=${session} .layout=${layout}></raftup-view>
          ${this.renderSide(session)}
          <section class="facts" tabindex="0" aria-label="Participants, findings, notices">${this.renderParticipants()}${this.renderFindings()}${this.renderNotices()}</section>
        </div>
      </div>
    `;
  }

  private renderSide(session: Session) {
    const { side } = this;
    return html`<div class="side">
      <div class="tabs" role="group" aria-label="Beside the view">${SIDES.map((name) => html`<button aria-pressed=${name === side}
        @click=${() => (this.side = name)}>${name}</button>`)}</div>
      <raftup-plots ?hidden=${side !== "plots"} .connection=${this.connection} .session=${session} .variables=${this.variables} .shown=${this.shown}></raftup-plots>
      ${side === "inputs"
        ? html`<raftup-inputs .connection=${this.connection} .caller=${this.caller} .session=${session} .inputs=${this.inputs}></raftup-inputs>`
        : nothing}
      ${side === "model" ? html`<raftup-model .session=${session}></raftup-model>` : nothing}
    </div>`;
  }

  private renderParticipants() {
    const { participants, waitingFor } = this.session!;
    if (participants.length === 0) return nothing;
    return html`<section><h2>Participants</h2><table><tbody>${participants.map((one) => html`<tr>
      <th scope="row"><bdi>${one.participantId}</bdi></th><td>${waitingFor.includes(one.participantId) ? "holds the barrier" : one.attached ? "attached" : "not attached"}</td>
      <td class="num">${one.watermarkNs === undefined ? "–" : `${seconds(secondsOf(one.watermarkNs))} s`}</td></tr>`)}</tbody></table></section>`;
  }

  private renderFindings() {
    const { findings } = this.session!;
    if (findings.length === 0) return nothing;
    const warnings = findings.filter(({ severity }) => severity !== Severity.INFO).length;
    return html`<section><details ?open=${warnings > 0}><summary><h2>Findings</h2> <span class="muted">${findings.length}</span></summary>
      <ul>${findings.map(({ message, severity }) => html`<li class=${severity === Severity.INFO ? "" : "warning"}>${message}</li>`)}</ul></details></section>`;
  }

  private renderNotices() {
    return html`<section><h2>Notices</h2><div role="log" aria-live="polite"><ul>${this.notices.length === 0
      ? html`<li class="muted">Nothing yet.</li>`
      : this.notices.map(({ message, stepIndex, severity }) => html`<li class=${severity === Severity.INFO ? "" : "warning"}>
        <span class="muted">${seconds(Number(stepIndex) * secondsOf(this.session!.stepNs))} s</span> ${message}</li>`)}</ul></div></section>`;
  }
}

customElements.define("raftup-session", SessionElement);
