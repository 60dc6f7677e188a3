/** A new session of a model that is typed, pasted or read from a file; violations at their line. */

import { html, nothing } from "lit";
import { ask, RefusedError, type Refusal } from "./ask.ts";
import { Element, reasonOf, say } from "./element.ts";

type Violation = Refusal["violations"][number];

interface Checked {
  session: string;
  findings: { severity: string; text: string }[];
}

const EXAMPLE = `name: box
bodies:
  - {name: box, shapes: [{box: {size: [20, 8, 4]}, density: 500}], gravity: false, linear_velocity: [1, 0, 0]}
integration: {step: 0.05, duration: 60}
`;

class NewSessionElement extends Element {
  static override properties = {
    text: { state: true },
    violations: { state: true },
    checked: { state: true },
    problem: { state: true },
    busy: { state: true },
  };
  declare text: string;
  declare violations: Violation[];
  declare checked: Checked | null;
  declare problem: string;
  declare busy: boolean;

  constructor() {
    super();
    this.text = EXAMPLE;
    this.violations = [];
    this.checked = null;
    this.problem = "";
    this.busy = false;
  }

  private async send(path: string): Promise<Checked | null> {
    this.busy = true;
    [this.violations, this.checked, this.problem] = [[], null, ""];
    try {
      return await ask<Checked>(path, this.text);
    } catch (error) {
      this.problem = reasonOf(error);
      if (error instanceof RefusedError) this.violations = error.refused.violations;
      return null;
    } finally {
      this.busy = false;
    }
  }

  private async check(): Promise<void> {
    this.checked = await this.send("/model/check");
  }

  private async make(): Promise<void> {
    const made = await this.send("/model/session");
    if (made === null) return;
    say(`${made.session} has been made`);
    location.hash = `#/${made.session}`;
  }

  private async read(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file !== undefined) this.text = await file.text();
  }

  private edit(event: InputEvent): void {
    this.text = (event.target as HTMLTextAreaElement).value;
    this.checked = null;
  }

  /** Puts the caret onto a line. */
  private show(line: number): void {
    const area = this.querySelector("textarea")!;
    const lines = this.text.split("\n");
    const begin = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
    area.scrollTop = Math.max(0, line - 6) * LINE_HEIGHT;
  }

  protected override render() {
    const wrong = new Set(this.violations.map(({ line }) => line));
    return html`<section class="screen wide">
      <nav class="bar">
        <a href="#">Sessions</a> /
        <h1>New session</h1>
      </nav>
      <div class="bar">
        <label class="file"
          >Model file<input type="file" accept=".yaml,.yml,.json" @change=${(event: Event) => void this.read(event)}
        /></label>
        <button ?disabled=${this.busy} @click=${() => void this.check()}>Check</button>
        <button class="primary" ?disabled=${this.busy} @click=${() => void this.make()}>Make the session</button>
        <span class="muted">Databases are named as the server has them.</span>
      </div>
      ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      ${
        this.violations.length === 0
          ? nothing
          : html`<ul class="findings" aria-label="Broken rules">
              ${this.violations.map((violation) => this.renderViolation(violation))}
            </ul>`
      }
      ${this.checked === null ? nothing : this.renderChecked(this.checked)}
      <div class="editor">
        <ol class="gutter" aria-hidden="true">
          ${this.text.split("\n").map((_, i) => html`<li class=${wrong.has(i + 1) ? "wrong" : ""}>${i + 1}</li>`)}
        </ol>
        <textarea
          aria-label="Model"
          spellcheck="false"
          wrap="off"
          .value=${this.text}
          @input=${(event: InputEvent) => this.edit(event)}
          @scroll=${(event: Event) => {
            this.querySelector(".gutter")!.scrollTop = (event.target as HTMLElement).scrollTop;
          }}
        ></textarea>
      </div>
    </section>`;
  }

  private renderViolation({ path, description, line }: Violation) {
    const text = html`<b><bdi>${path}</bdi></b> ${description}`;
    return html`<li class="bad">
      ${
        line === null || line === undefined
          ? text
          : html`<button class="link" @click=${() => this.show(line)}>
              <span class="muted">line ${line}</span> ${text}
            </button>`
      }
    </li>`;
  }

  private renderChecked({ findings }: Checked) {
    return html`<p class="good" role="status">No rule is broken.</p>
      ${
        findings.length === 0
          ? nothing
          : html`<ul class="findings">
              ${findings.map(
                ({ severity, text }) => html`<li class=${severity === "info" ? "" : "warning"}>${text}</li>`,
              )}
            </ul>`
      }`;
  }
}

const LINE_HEIGHT = 19; // px, of the editor

customElements.define("raftup-new-session", NewSessionElement);
