/** One session: the view, its plots, who takes part, and the transport bar above all. */

import { html, nothing } from "lit";
import type { Caller } from "./caller.ts";
import { readCatalogueMesh } from "./catalogue_meshes.ts";
import { CallError, SessionService } from "./connection.ts";
import { PollingElement, told } from "./element.ts";
import { seconds, secondsOf } from "./format.ts";
import type { Notice } from "./generated/raftup/v1/exchange_pb.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { Causality, type Variable } from "./generated/raftup/v1/values_pb.ts";
import { findingItems, idOf, isWarning } from "./markup.ts";
import { allPages } from "./pages.ts";
import { layoutOf, type Layout } from "./view/layout.ts";
import { readShapeMeshes } from "./view/shape_meshes.ts";
import "./plots.ts";
import "./transport.ts";
import "./view.ts";

const REFRESH = 1000; // ms
const NOTICES = 50;

/** What stands beside the view. */
type Side = "plots" | "inputs" | "model";
const SIDES: Side[] = ["plots", "inputs", "model"];

class SessionElement extends PollingElement {
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

  constructor() {
    super();
    this.session = null;
    this.variables = [];
    this.time = 0;
    this.notices = [];
    this.gone = "";
    this.side = "plots";
  }

  protected interval(): number | null {
    return this.session === null && this.gone === "" ? null : REFRESH;
  }

  protected override failed(error: unknown): void {
    if (error instanceof CallError) this.gone = error.message;
  }

  protected async refresh(): Promise<void> {
    const session = (await this.connection.call(SessionService.method.getSession, { name: this.name })).session!;
    if (this.layout === null) await this.begin(session);
    this.session = session;
    this.gone = "";
  }

  /** What stays as it is: the variables, and what is drawn of the model. */
  private async begin(session: Session): Promise<void> {
    const variables = await allPages(async (pageToken) => {
      const { variables: items, nextPageToken } = await this.connection.call(SessionService.method.listVariables, {
        session: this.name,
        pageToken,
      });
      return { items, nextPageToken };
    });
    this.inputs = variables.filter(({ causality }) => causality === Causality.INPUT);
    this.variables = variables.filter(({ causality }) => causality === Causality.OUTPUT);
    await readShapeMeshes(session.spec!.model!, (name) => readCatalogueMesh(this.connection, name));
    this.layout = layoutOf(session.spec!.model!, new Set(this.variables.map((variable) => variable.name)));
    this.time = secondsOf(session.timeNs);
  }

  private takeNotice(event: CustomEvent<Notice>): void {
    this.notices = [event.detail, ...this.notices].slice(0, NOTICES);
  }

  protected override render() {
    const { session, layout } = this;
    if (session === null || layout === null) {
      return this.gone === ""
        ? html`<p class="empty">Asking the server…</p>`
        : html`<p class="banner" role="alert">${this.gone}</p>`;
    }
    const model = session.spec?.model?.name ?? "";
    return html`
      <div
        class="session"
        @time=${(event: CustomEvent<number>) => (this.time = event.detail)}
        @notice=${(event: CustomEvent<Notice>) => this.takeNotice(event)}
      >
        <div class="head">
          <nav>
            <a href="#">Sessions</a> /
            <h1><bdi>${idOf(session.name)}</bdi></h1>
            ${model === idOf(session.name) ? nothing : html`<span class="muted"><bdi>${model}</bdi></span>`}
          </nav>
          <raftup-transport
            .connection=${this.connection}
            .caller=${this.caller}
            .session=${session}
            .time=${this.time}
            .notices=${this.notices}
          ></raftup-transport>
        </div>
        ${this.gone === "" ? nothing : html`<p class="banner" role="alert">${this.gone}</p>`}
        <div class="work ${this.gone === "" ? "" : "stale"}">
          <raftup-view
            .connection=${this.connection}
            .recording=${this.caller.recording}
            .session=${session}
            .layout=${layout}
          ></raftup-view>
          ${this.renderSide(session)}
          <section class="facts" tabindex="0" aria-label="Participants, findings, notices">
            ${this.renderParticipants()}${this.renderFindings()}${this.renderNotices()}
          </section>
        </div>
      </div>
    `;
  }

  /** Inputs and model are empty for the moment in which their elements are loaded. */
  private showSide(side: Side): void {
    this.side = side;
    if (side !== "plots") void told(() => import("./later.ts"));
  }

  private renderSide(session: Session) {
    const { side } = this;
    return html`<div class="side">
      <div class="tabs" role="group" aria-label="Beside the view">
        ${SIDES.map(
          (name) => html`<button aria-pressed=${name === side} @click=${() => this.showSide(name)}>${name}</button>`,
        )}
      </div>
      <raftup-plots
        ?hidden=${side !== "plots"}
        .connection=${this.connection}
        .session=${session}
        .variables=${this.variables}
        .shown=${this.shown}
      ></raftup-plots>
      ${
        side === "inputs"
          ? html`<raftup-inputs
              .connection=${this.connection}
              .caller=${this.caller}
              .session=${session}
              .inputs=${this.inputs}
            ></raftup-inputs>`
          : nothing
      }
      ${side === "model" ? html`<raftup-model .session=${session}></raftup-model>` : nothing}
    </div>`;
  }

  private renderParticipants() {
    const { participants, waitingFor } = this.session!;
    if (participants.length === 0) return nothing;
    return html`<section>
      <h2>Participants</h2>
      <table>
        <tbody>
          ${participants.map(
            (one) =>
              html`<tr>
                <th scope="row"><bdi>${one.participantId}</bdi></th>
                <td>
                  ${
                    waitingFor.includes(one.participantId)
                      ? "holds the barrier"
                      : one.attached
                        ? "attached"
                        : "not attached"
                  }
                </td>
                <td class="num">${one.watermarkNs === undefined ? "–" : `${seconds(secondsOf(one.watermarkNs))} s`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private renderFindings() {
    const { findings } = this.session!;
    if (findings.length === 0) return nothing;
    const warnings = findings.filter(isWarning).length;
    return html`<section>
      <details ?open=${warnings > 0}>
        <summary>
          <h2>Findings</h2>
          <span class="muted">${findings.length}</span>
        </summary>
        <ul>
          ${findingItems(findings)}
        </ul>
      </details>
    </section>`;
  }

  private renderNotices() {
    return html`<section>
      <h2>Notices</h2>
      <div role="log" aria-live="polite">
        <ul>
          ${
            this.notices.length === 0
              ? html`<li class="muted">Nothing yet.</li>`
              : findingItems(
                  this.notices,
                  ({ message, stepIndex }) =>
                    html`<span class="muted">${seconds(Number(stepIndex) * secondsOf(this.session!.stepNs))} s</span>
                      ${message}`,
                )
          }
        </ul>
      </div>
    </section>`;
  }
}

customElements.define("raftup-session", SessionElement);
