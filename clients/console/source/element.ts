/** What the console's elements share: they render into the page, under its one style sheet. */

import { LitElement } from "lit";

export class Element extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Tells whoever shows messages, and those who hear them read. */
export function say(text: string, severity: "info" | "warning" | "error" = "info"): void {
  window.dispatchEvent(new CustomEvent("say", { detail: { text, severity } }));
}

/** Runs what may fail, and says why it did. */
export async function told(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
}
