/** The time of a session from its beginning to its end: checkpoints, notices; of a recording a slider. */

import { html, nothing, svg } from "lit";
import { Element } from "./element.ts";
import { seconds, secondsOf } from "./format.ts";
import type { Checkpoint } from "./generated/raftup/v1/checkpoint_pb.ts";
import type { Notice } from "./generated/raftup/v1/exchange_pb.ts";
import type { Session } from "./generated/raftup/v1/session_spec_pb.ts";
import { isWarning } from "./markup.ts";
import { endOf } from "./session_time.ts";

class TimelineElement extends Element {
  static override properties = {
    session: { attribute: false },
    time: { attribute: false },
    checkpoints: { attribute: false },
    notices: { attribute: false },
    movable: { attribute: false },
    held: { state: true },
  };
  declare session: Session;
  declare time: number; // s
  declare checkpoints: Checkpoint[];
  declare notices: Notice[];
  declare movable: boolean;
  declare held: number | null; // where the slider is while it is moved
  private furthest = 0;

  constructor() {
    super();
    this.time = 0;
    this.checkpoints = [];
    this.notices = [];
    this.movable = false;
    this.held = null;
  }

  private get step(): number {
    return secondsOf(this.session.stepNs);
  }

  private move(event: Event): void {
    this.held = Number((event.target as HTMLInputElement).value);
    this.dispatchEvent(new CustomEvent("seek", { detail: this.held }));
  }

  protected override render() {
    this.furthest = Math.max(this.furthest, this.time, ...this.checkpoints.map(({ timeNs }) => secondsOf(timeNs)));
    const end = endOf(this.session, this.furthest);
    const place = (time: number) => `${((100 * time) / end).toFixed(3)}%`;
    const marks = `${this.checkpoints.length} checkpoints, ${this.notices.length} notices`;
    const words = `${seconds(this.time, this.step)} of ${seconds(end, 1)} s, ${marks}`;
    return html`<span class="muted" aria-hidden="true">0</span>
      <div class="track">
        <svg role="img" aria-label=${words}>
          <line class="whole" x1="0" x2="100%" y1="11" y2="11"></line>
          <line class="passed" x1="0" x2=${place(this.time)} y1="11" y2="11"></line>
          ${this.notices.map((notice) => this.renderNotice(notice, place))}
          ${this.checkpoints.map((checkpoint) => this.renderCheckpoint(checkpoint, place))}
          ${this.movable ? nothing : svg`<circle class="now" cx=${place(this.time)} cy="11" r="5"></circle>`}
        </svg>
        ${this.movable ? this.renderSlider(end) : nothing}
      </div>
      <span class="muted" aria-hidden="true">${seconds(end, 1)} s</span>`;
  }

  private renderNotice(notice: Notice, place: (time: number) => string) {
    const time = Number(notice.stepIndex) * this.step;
    const kind = isWarning(notice) ? "notice warned" : "notice";
    return svg`<line class=${kind} x1=${place(time)} x2=${place(time)} y1="3" y2="19">
      <title>${seconds(time, this.step)} s: ${notice.message}</title></line>`;
  }

  private renderCheckpoint({ timeNs, label }: Checkpoint, place: (time: number) => string) {
    const time = secondsOf(timeNs);
    return svg`<svg x=${place(time)} overflow="visible"><path class="checkpoint" d="M0 3 7 11 0 19 -7 11Z">
      <title>checkpoint at ${seconds(time, this.step)} s ${label}</title></path></svg>`;
  }

  private renderSlider(end: number) {
    const shown = this.held ?? this.time;
    return html`<input
      type="range"
      min="0"
      max=${end}
      step=${this.step}
      .value=${String(shown)}
      aria-label="Time that is shown"
      aria-valuetext="${seconds(shown, this.step)} s"
      @input=${(event: Event) => this.move(event)}
      @change=${() => (this.held = null)}
    />`;
  }
}

customElements.define("raftup-timeline", TimelineElement);
