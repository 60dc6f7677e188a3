/** What the console's elements share: they render into the page, under its one style sheet. */

import { LitElement } from "lit";
import type { Connection } from "./connection.ts";

export class Element extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** An element that asks for more once there is a connection. */
export class ConnectedElement extends Element {
  declare connection: Connection;
  private readonly onState = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection.addEventListener("state", this.onState);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.removeEventListener("state", this.onState);
  }
}

const IMPATIENCE = 100; // ms between two tries before anything is known

/** An element that asks again and again, while somebody looks. */
export abstract class PollingElement extends Element {
  declare connection: Connection;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.poll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected abstract refresh(): Promise<void>;
  /** ms until it asks again; none = as it knows nothing yet, at once. */
  protected abstract interval(): number | null;
  /** What it asked has failed; the banner says that the connection is gone, what is shown stays. */
  protected failed?(error: unknown): void;

  private async poll(): Promise<void> {
    try {
      if (this.connection.connected && !document.hidden) await this.refresh();
    } catch (error) {
      this.failed?.(error);
    }
    clearTimeout(this.timer);
    if (this.isConnected) this.timer = window.setTimeout(() => void this.poll(), this.interval() ?? IMPATIENCE);
  }
}

/** Tells whoever shows messages, and those who hear them read. */
export function say(text: string, severity: "info" | "warning" | "error" = "info"): void {
  window.dispatchEvent(new CustomEvent("say", { detail: { text, severity } }));
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs what may fail, and says why it did. */
export async function told(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(reasonOf(error), "error");
  }
}
