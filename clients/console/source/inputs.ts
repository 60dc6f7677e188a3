/** The inputs of a session: what they are now, who may write them, and new values for them. */

import { html, nothing } from "lit";
import { mayOperate, type Caller } from "./caller.ts";
import { CallError, SessionService } from "./connection.ts";
import { PollingElement, reasonOf, told } from "./element.ts";
import { componentName, number, seconds, secondsOf, unitOf } from "./format.ts";
import { SessionState, type Session } from "./generated/raftup/v1/session_spec_pb.ts";
import type { Variable } from "./generated/raftup/v1/values_pb.ts";
import { parseValues } from "./values.ts";

const REFRESH = 500; // ms
const FIELDS = 6; // values with a field of their own
const CHANGES = 20;

interface Change {
  name: string;
  time: string;
  values: number[];
}

class InputsElement extends PollingElement {
  static override properties = {
    connection: { attribute: false },
    caller: { attribute: false },
    session: { attribute: false },
    inputs: { attribute: false },
    values: { state: true },
    problems: { state: true },
    changes: { state: true },
  };
  declare caller: Caller;
  declare session: Session;
  declare inputs: Variable[];
  declare values: number[];
  declare problems: Map<string, string>;
  declare changes: Change[];

  constructor() {
    super();
    this.values = [];
    this.problems = new Map();
    this.changes = [];
  }

  protected interval(): number {
    return REFRESH;
  }

  protected async refresh(): Promise<void> {
    if (this.inputs.length === 0) return;
    const variables = this.inputs.map(({ name }) => name);
    this.values = (
      await this.connection.call(SessionService.method.readValues, { session: this.session.name, variables })
    ).values;
  }

  /** Who alone may write an input; nobody in particular where undefined. */
  private owner(name: string): string | undefined {
    const declared = this.session.spec?.participants ?? [];
    return declared.find(({ inputVariables }) => inputVariables.includes(name))?.participantId;
  }

  private async set(event: SubmitEvent, input: Variable): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const problems = new Map(this.problems);
    problems.delete(input.name);
    try {
      const values = parseValues(data.getAll("value").map(String), input.size);
      const timeNs = await this.write(input.name, values);
      const time = seconds(secondsOf(timeNs), secondsOf(this.session.stepNs));
      this.changes = [{ name: input.name, time, values }, ...this.changes].slice(0, CHANGES);
    } catch (error) {
      problems.set(input.name, rulesOf(error));
    }
    this.problems = problems;
    await told(() => this.refresh());
  }

  /** A session that has not begun takes start values, another one a sample from now on. */
  private async write(name: string, values: number[]): Promise<bigint> {
    const session = this.session.name;
    const { method } = SessionService;
    const now = (await this.connection.call(method.getSession, { name: session })).session!;
    if (now.state === SessionState.CREATED) {
      await this.connection.call(method.initializeSession, { name: session, startValues: [{ name, values }] });
      return 0n;
    }
    return this.connection.write(session, name, values);
  }

  protected override render() {
    if (this.inputs.length === 0) {
      return html`<p class="empty">This model has no inputs: nothing outside drives it.</p>`;
    }
    let first = 0;
    const rows = this.inputs.map((input) => {
      const values = this.values.slice(first, first + input.size);
      first += input.size;
      return this.renderInput(input, values);
    });
    return html`<div class="inputs" tabindex="0" role="region" aria-label="Inputs">
      ${rows}
      ${
        this.changes.length === 0
          ? nothing
          : html`<section>
              <h2>Written from here</h2>
              <ol>
                ${this.changes.map(
                  ({ name, time, values }) =>
                    html`<li>
                      <span class="muted">${time} s</span> <bdi>${name}</bdi> = ${values.map(number).join(", ")}
                    </li>`,
                )}
              </ol>
            </section>`
      }
    </div>`;
  }

  private renderInput(input: Variable, values: number[]) {
    const { name, description, frame } = input;
    const owner = this.owner(name);
    const problem = this.problems.get(name);
    const locked = owner !== undefined || !mayOperate(this.caller);
    return html`<form class="input" aria-label=${name} @submit=${(event: SubmitEvent) => void this.set(event, input)}>
      <header>
        <h2><bdi>${name}</bdi></h2>
        ${owner === undefined ? nothing : html`<span class="tag">written by <bdi>${owner}</bdi></span>`}
        <span class="muted">${[description, frame].filter((text) => text !== "").join("; ")}</span>
      </header>
      <div class="fields">
        ${input.size <= FIELDS ? this.renderFields(input, values, locked) : this.renderList(input, values, locked)}
        ${locked ? nothing : html`<button>Set</button>`}
      </div>
      ${problem === undefined ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    </form>`;
  }

  private renderFields(input: Variable, values: number[], locked: boolean) {
    return Array.from({ length: input.size }, (_, i) => {
      const unit = unitOf(input.unit, i) || "1";
      const label = componentName(input.name, input.size, i, unit);
      const present = values[i] === undefined ? "–" : number(values[i]);
      const field = html`<input
        name="value"
        inputmode="decimal"
        autocomplete="off"
        placeholder=${present}
        aria-label="New ${label}"
      />`;
      return html`<label
        ><span>${input.size === 1 ? "value" : label} <span class="muted">[${unit}]</span></span>
        <output aria-label="${label} now">${present}</output>
        ${locked ? nothing : field}</label
      >`;
    });
  }

  /** Many values stand in one line. */
  private renderList(input: Variable, values: number[], locked: boolean) {
    const field = html`<input
      name="value"
      autocomplete="off"
      placeholder="values, with spaces between"
      aria-label="New values of ${input.name}"
    />`;
    return html`<label class="list"
      ><span>${input.size} values <span class="muted">[${unitOf(input.unit, 0) || "1"}]</span></span>
      <output>${values.slice(0, 12).map(number).join(" ")}${values.length > 12 ? " …" : ""}</output>
      ${locked ? nothing : field}</label
    >`;
  }
}

/** Every broken rule where there are several, else the message. */
function rulesOf(error: unknown): string {
  if (error instanceof CallError && error.status.violations.length > 0) {
    return error.status.violations.map(({ field, description }) => `${field} ${description}`).join("; ");
  }
  return reasonOf(error);
}

customElements.define("raftup-inputs", InputsElement);
