/** The transport bar: run, pause, step, pace, reset, checkpoints, time; what an observer may not is absent. */

import { html, nothing } from "lit";
import { mayOperate, mayRun, type Caller } from "./caller.ts";
import { SessionService } from "./connection.ts";
import { PollingElement, say, told } from "./element.ts";
import { number, seconds, secondsOf } from "./format.ts";
import type { Driving } from "./generated/raftup/console/v1/console_pb.ts";
import type { Checkpoint } from "./generated/raftup/v1/checkpoint_pb.ts";
import type { Notice } from "./generated/raftup/v1/exchange_pb.ts";
import { SessionState, type Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { choice } from "./markup.ts";
import { allPages } from "./pages.ts";
import { stateName } from "./sessions.ts";
import "./timeline.ts";

const REFRESH = 2000; // ms, of checkpoints that others make
const FACTORS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 0];

class TransportElement extends PollingElement {
  static override properties = {
    connection: { attribute: false },
    caller: { attribute: false },
    session: { attribute: false },
    time: { attribute: false },
    notices: { attribute: false },
    driving: { state: true },
    factor: { state: true },
    checkpoints: { state: true },
  };
  declare caller: Caller;
  declare session: Session;
  declare time: number;
  declare notices: Notice[];
  declare driving: Driving | null;
  declare factor: number;
  declare checkpoints: Checkpoint[];
  private wanted: number | null = null; // s, where a recording is moved to
  private moving = false;
  private readonly onDriving = (event: Event) => this.takeDriving((event as CustomEvent<Driving>).detail);

  constructor() {
    super();
    this.driving = null;
    this.factor = 1;
    this.time = 0;
    this.checkpoints = [];
    this.notices = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection.addEventListener("driving", this.onDriving);
    this.driving = this.connection.drivingOf(this.session.name) ?? null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.removeEventListener("driving", this.onDriving);
  }

  protected interval(): number {
    return REFRESH;
  }

  protected async refresh(): Promise<void> {
    if (!this.caller.recording) await this.listCheckpoints();
  }

  private takeDriving(driving: Driving): void {
    if (driving.session !== this.session.name) return;
    this.driving = driving;
    if (driving.failure !== undefined) say(driving.failure.message, "error");
  }

  private get running(): boolean {
    return this.driving?.running ?? false;
  }

  private get step(): number {
    return secondsOf(this.session.stepNs);
  }

  /** Takes steps: `count` of them, or until paused. */
  private async run(count: bigint): Promise<void> {
    const { name } = this.session;
    const { session } = await this.connection.call(SessionService.method.getSession, { name });
    if (session!.state === SessionState.CREATED) {
      await this.connection.call(SessionService.method.initializeSession, { name });
    }
    this.connection.drive(name, this.factor, count);
  }

  private pause(): void {
    this.connection.pause(this.session.name);
  }

  private setFactor(factor: number): void {
    this.factor = factor;
    if (this.running) this.connection.drive(this.session.name, this.factor, 0n);
  }

  private async runTo(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const to = Number(new FormData(event.target as HTMLFormElement).get("time"));
    const count = Math.round((to - this.time) / this.step);
    if (!(count > 0)) throw new Error(`The time must lie ahead of ${seconds(this.time, this.step)} s`);
    await this.run(BigInt(count));
  }

  /** Nothing may be ordered while steps are taken. */
  private async atRest(work: () => Promise<unknown>): Promise<void> {
    if (this.running) {
      this.pause();
      const deadline = performance.now() + 3000;
      while (this.running && performance.now() < deadline) {
        await new Promise((resolve) => window.setTimeout(resolve, 20));
      }
    }
    await work();
  }

  private async reset(): Promise<void> {
    const { name } = this.session;
    await this.atRest(() => this.connection.call(SessionService.method.resetSession, { name }));
  }

  private async keep(): Promise<void> {
    await this.connection.call(SessionService.method.createCheckpoint, { session: this.session.name });
    await this.listCheckpoints();
  }

  private async rewind(checkpoint: Checkpoint): Promise<void> {
    const { name } = checkpoint;
    await this.atRest(() => this.connection.call(SessionService.method.restoreCheckpoint, { name }));
  }

  private async fork(checkpoint: Checkpoint): Promise<void> {
    const { session } = await this.connection.call(SessionService.method.createSession, {
      fromCheckpoint: checkpoint.name,
    });
    location.hash = `#/${session!.name}`;
  }

  private async forget(checkpoint: Checkpoint): Promise<void> {
    await this.connection.call(SessionService.method.deleteCheckpoint, { name: checkpoint.name });
    await this.listCheckpoints();
  }

  private async listCheckpoints(): Promise<void> {
    this.checkpoints = await allPages(async (pageToken) => {
      const { checkpoints: items, nextPageToken } = await this.connection.call(SessionService.method.listCheckpoints, {
        session: this.session.name,
        pageToken,
      });
      return { items, nextPageToken };
    });
  }

  /** Moves a recording, which has a checkpoint at every time; the newest wish counts. */
  private async seek(time: number): Promise<void> {
    this.wanted = time;
    if (this.moving) return;
    this.moving = true;
    try {
      while (this.wanted !== null) {
        const name = `${this.session.name}/checkpoints/${Math.round(this.wanted * 1e9)}`;
        this.wanted = null;
        await this.atRest(() => this.connection.call(SessionService.method.restoreCheckpoint, { name }));
      }
    } finally {
      this.moving = false;
    }
  }

  protected override render() {
    const reached = this.running ? `${number(this.driving!.reachedFactor)} ×` : "–";
    return html`
      <div class="transport" role="toolbar" aria-label="Run the session">
        ${mayRun(this.caller) ? this.renderControls() : html`<span class="tag">watching only</span>`}
        <span class="clock"><output>${seconds(this.time, this.step)}</output><span class="unit">s</span></span>
        <span class="reading"><span class="muted">speed</span> ${reached}</span>
        <span class="state ${this.running ? "running" : stateName(this.session)}"
          >${this.running ? "running" : stateName(this.session)}</span
        >
      </div>
      <raftup-timeline
        .session=${this.session}
        .time=${this.time}
        .checkpoints=${this.checkpoints}
        .notices=${this.notices}
        .movable=${this.caller.recording}
        @seek=${(event: CustomEvent<number>) => void told(() => this.seek(event.detail))}
      ></raftup-timeline>
      ${this.checkpoints.length > 0 ? this.renderCheckpoints() : nothing}
    `;
  }

  private renderControls() {
    const over = this.session.state === SessionState.TERMINATED || this.session.state === SessionState.FAILED;
    return html`
      ${
        this.running
          ? html`<button class="primary run" @click=${() => this.pause()}>
              <span aria-hidden="true">❚❚</span> Pause
            </button>`
          : html`<button class="primary run" ?disabled=${over} @click=${() => told(() => this.run(0n))}>
              <span aria-hidden="true">▶</span> Run
            </button>`
      }
      ${choice(
        "Pace",
        String(this.factor),
        FACTORS.map((factor) => [String(factor), factor === 0 ? "fastest" : `${factor} ×`]),
        (factor) => this.setFactor(Number(factor)),
      )}
      <span class="group">
        ${[1, 10, 100].map(
          (count) =>
            html`<button
              ?disabled=${this.running || over}
              aria-label="Take ${count} steps"
              @click=${() => told(() => this.run(BigInt(count)))}
            >
              +${count}
            </button>`,
        )}
      </span>
      ${this.renderRunTo(this.running || over)}
      <span class="group">
        ${
          mayOperate(this.caller)
            ? html`<button ?disabled=${over} @click=${() => told(() => this.keep())}>Checkpoint</button>`
            : nothing
        }
        <button ?disabled=${over} @click=${() => told(() => this.reset())}>Reset</button>
      </span>
    `;
  }

  private renderRunTo(disabled: boolean) {
    return html`<form class="group" @submit=${(event: SubmitEvent) => told(() => this.runTo(event))}>
      <input
        name="time"
        type="number"
        step="any"
        min="0"
        required
        placeholder="t [s]"
        aria-label="Time to run to, in seconds"
        ?disabled=${disabled}
      />
      <button ?disabled=${disabled}>Run to</button>
    </form>`;
  }

  private renderCheckpoints() {
    const operates = mayOperate(this.caller);
    return html`<ol class="checkpoints" aria-label="Checkpoints">
      ${this.checkpoints.map((checkpoint) => {
        const time = `${seconds(secondsOf(checkpoint.timeNs), this.step)} s`;
        return html`<li>
          <span class="muted" aria-hidden="true">◇</span> ${time} <bdi>${checkpoint.label}</bdi> ${
            operates
              ? html`<button
                    class="quiet"
                    aria-label="Rewind to ${time}"
                    @click=${() => told(() => this.rewind(checkpoint))}
                  >
                    Rewind
                  </button>
                  <button class="quiet" aria-label="Fork at ${time}" @click=${() => told(() => this.fork(checkpoint))}>
                    Fork
                  </button>
                  <button
                    class="quiet"
                    aria-label="Forget the checkpoint at ${time}"
                    @click=${() => told(() => this.forget(checkpoint))}
                  >
                    ✕
                  </button>`
              : nothing
          }
        </li>`;
      })}
    </ol>`;
  }
}

customElements.define("raftup-transport", TransportElement);
