/** Pieces of markup that several screens have. */

import { html, type TemplateResult } from "lit";
import { Severity } from "./generated/raftup/v1/finding_pb.ts";

/** A choice among options: what is said of each, by its value. */
export function choice(
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  choose: (value: string) => void,
): TemplateResult {
  return html`<label
    >${label}<select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
    </select></label
  >`;
}

/** Options of which each has its place as value. */
export function places(texts: readonly string[]): [string, string][] {
  return texts.map((text, i) => [String(i), text]);
}

/** A field that says which of many things are shown. */
export function filterField(things: string, value: string, change: (value: string) => void): TemplateResult {
  return html`<input
    type="search"
    placeholder="Filter"
    aria-label="Filter ${things}"
    .value=${value}
    @input=${(event: InputEvent) => change((event.target as HTMLInputElement).value)}
  />`;
}

interface Finding {
  severity: Severity;
  message: string;
}

/** What the checks have found, item by item. */
export function findingItems<One extends Finding>(
  findings: readonly One[],
  show: (finding: One) => unknown = ({ message }) => message,
): TemplateResult[] {
  return findings.map((finding) => html`<li class=${isWarning(finding) ? "warning" : ""}>${show(finding)}</li>`);
}

/** Whether a finding is more than information. */
export function isWarning({ severity }: Finding): boolean {
  return severity !== Severity.INFO;
}

/** What is left of a resource's name without its collection. */
export function idOf(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}
