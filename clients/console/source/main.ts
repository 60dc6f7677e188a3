/** The console: who is here, which screen, what there is to say. */

import { html, nothing } from "lit";
import { currentCaller, logIn, logOut, takeCode, type Caller } from "./caller.ts";
import { Connection } from "./connection.ts";
import { Element, told } from "./element.ts";
import "./login.ts";
import "./sessions.ts";
import "./session.ts";

interface Message {
  text: string;
  severity: string;
}

const SHOWN_FOR = 8000; // ms

class ConsoleElement extends Element {
  static override properties = {
    caller: { state: true },
    ready: { state: true },
    message: { state: true },
    connected: { state: true },
    route: { state: true },
  };
  declare caller: Caller | null;
  declare ready: boolean;
  declare message: Message | null;
  declare connected: boolean;
  declare route: string;
  private readonly connection = new Connection();
  private hide = 0;

  constructor() {
    super();
    this.caller = null;
    this.ready = this.connected = false;
    this.message = null;
    this.route = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection.addEventListener("state", () => (this.connected = this.connection.connected));
    this.connection.addEventListener("who", () => void this.loseLogin());
    window.addEventListener("say", (event) => this.show((event as CustomEvent<Message>).detail));
    window.addEventListener("hashchange", () => (this.route = location.hash));
    void told(() => this.enter());
  }

  private async enter(): Promise<void> {
    const code = takeCode();
    this.route = location.hash;
    try {
      this.caller = code === null ? await currentCaller() : await logIn({ code });
    } finally {
      this.ready = true;
    }
    if (this.caller !== null) this.connection.start();
  }

  private loggedIn(caller: Caller): void {
    this.caller = caller;
    this.connection.start();
  }

  private async loseLogin(): Promise<void> {
    this.connection.stop();
    this.caller = null;
    this.show({ text: "You have been logged out.", severity: "warning" });
  }

  private async leave(): Promise<void> {
    this.connection.stop();
    await logOut();
    this.caller = null;
  }

  private show(message: Message): void {
    this.message = message;
    clearTimeout(this.hide);
    this.hide = window.setTimeout(() => (this.message = null), SHOWN_FOR);
  }

  protected override render() {
    const { caller } = this;
    return html`
      <header class="top">
        <a class="brand" href="#"><img src="/favicon.svg" alt="" width="22" height="22">Raftup</a>
        ${caller === null ? nothing : this.renderWho(caller)}
      </header>
      ${caller !== null && !this.connected
        ? html`<p class="banner" role="alert">Not connected to the console. It is tried again…</p>`
        : nothing}
      <main class=${this.connected || caller === null ? "" : "stale"}>${this.ready ? this.renderScreen() : nothing}</main>
      <div class="toast ${this.message?.severity ?? ""}" role="status" aria-live="polite">${this.message?.text ?? ""}</div>
    `;
  }

  private renderWho(caller: Caller) {
    return html`
      <span class="who"><span class="tag">${caller.role}</span>${caller.tenant}</span>
      <span class="version">raftupd ${caller.version}</span>
      <button class="quiet" @click=${() => told(() => this.leave())}>Log out</button>
    `;
  }

  private renderScreen() {
    if (this.caller === null) {
      return html`<raftup-login @login=${(event: CustomEvent<Caller>) => this.loggedIn(event.detail)}></raftup-login>`;
    }
    const match = /^#\/(sessions\/[a-z0-9-]+)(?:\?(.*))?$/.exec(this.route);
    if (match === null) {
      return html`<raftup-sessions .connection=${this.connection} .caller=${this.caller}></raftup-sessions>`;
    }
    return html`<raftup-session .connection=${this.connection} .caller=${this.caller} .name=${match[1]!}
      .shown=${new URLSearchParams(match[2] ?? "").get("plots") ?? ""}></raftup-session>`;
  }
}

customElements.define("raftup-console", ConsoleElement);
