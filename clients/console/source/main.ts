/** The console: who is here, which screen, what there is to say. */

import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { currentCaller, logIn, logOut, takeCode, type Caller } from "./caller.ts";
import { Connection } from "./connection.ts";
import { Element, told } from "./element.ts";
import "./session.ts";
import "./sessions.ts";

interface Message {
  text: string;
  severity: string;
}

const SHOWN_FOR = 8000; // ms

/** Screens that all can go to: name, address, what addresses of the same begin with. */
const SCREENS = [
  ["Sessions", "#", /^#?\/?$|^#\/(sessions|new)/],
  ["Databases", "#/databases", /^#\/databases/],
  ["Studies", "#/studies", /^#\/studies/],
  ["Server", "#/server", /^#\/server/],
] as const;

class ConsoleElement extends Element {
  static override properties = {
    caller: { state: true },
    ready: { state: true },
    message: { state: true },
    connected: { state: true },
    route: { state: true },
    screens: { state: true },
  };
  declare caller: Caller | null;
  declare ready: boolean;
  declare message: Message | null;
  declare connected: boolean;
  declare route: string;
  declare screens: "absent" | "asked for" | "there";
  private readonly connection = new Connection();
  private hide = 0;

  constructor() {
    super();
    this.caller = null;
    this.ready = this.connected = false;
    this.message = null;
    this.route = "";
    this.screens = "absent";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection.addEventListener("state", () => (this.connected = this.connection.connected));
    this.connection.addEventListener("who", () => this.loseLogin());
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

  private loseLogin(): void {
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
        <a class="brand" href="#"><img src="/favicon.svg" alt="" width="22" height="22" />Raftup</a>
        ${
          caller === null
            ? nothing
            : html`<nav class="screens" aria-label="Screens">
                  ${(caller.recording ? [] : SCREENS).map(
                    ([name, address, here]) =>
                      html`<a href=${address} aria-current=${here.test(this.route) ? "page" : nothing}>${name}</a>`,
                  )}
                </nav>
                ${this.renderWho(caller)}`
        }
      </header>
      ${
        caller !== null && !this.connected
          ? html`<p class="banner" role="alert">Not connected to the console. It is tried again…</p>`
          : nothing
      }
      <main tabindex="0" class=${this.connected || caller === null ? "" : "stale"}>
        ${this.ready ? this.renderScreen() : nothing}
      </main>
      ${this.renderToast()}
    `;
  }

  private renderToast() {
    const text = this.message?.text ?? "";
    const severity = this.message?.severity ?? "";
    // The text stands in it alone: the style sheet hides what is empty, and keeps line breaks.
    return html`<div class="toast ${severity}" role="status" aria-live="polite">${text}</div>`;
  }

  private renderWho(caller: Caller) {
    return html`
      ${
        caller.recording
          ? html`<span class="tag">recording</span>`
          : html`<span class="who"><span class="tag">${caller.role}</span>${caller.tenant}</span>
              <span class="version">raftupd ${caller.version}</span>`
      }
      <button class="quiet" @click=${() => told(() => this.leave())}>Log out</button>
    `;
  }

  private renderScreen() {
    if (this.caller === null) {
      this.askForScreens();
      return html`<raftup-login @login=${(event: CustomEvent<Caller>) => this.loggedIn(event.detail)}></raftup-login>`;
    }
    const { connection, caller } = this;
    const match = /^#\/(sessions\/[a-z0-9-]+)(?:\?(.*))?$/.exec(this.route);
    if (match === null) return this.renderOther(this.route.replace(/^#\/?/, ""));
    return keyed(
      match[1],
      html`<raftup-session
        .connection=${connection}
        .caller=${caller}
        .name=${match[1]!}
        .shown=${new URLSearchParams(match[2] ?? "").get("plots") ?? ""}
      ></raftup-session>`,
    );
  }

  private askForScreens(): void {
    if (this.screens === "absent") void told(() => this.loadScreens());
  }

  private async loadScreens(): Promise<void> {
    this.screens = "asked for";
    await import("./later.ts");
    this.screens = "there";
  }

  private renderOther(route: string) {
    const { connection, caller } = this;
    if (route === "") return html`<raftup-sessions .connection=${connection} .caller=${caller!}></raftup-sessions>`;
    if (this.screens !== "there") {
      this.askForScreens();
      return html`<p class="empty">Loading…</p>`;
    }
    if (route === "new") return html`<raftup-new-session></raftup-new-session>`;
    if (route === "databases")
      return html`<raftup-databases .connection=${connection} .caller=${caller!}></raftup-databases>`;
    if (route.startsWith("databases/"))
      return keyed(route, html`<raftup-database .connection=${connection} .name=${route}></raftup-database>`);
    if (route === "studies") return html`<raftup-studies></raftup-studies>`;
    if (route.startsWith("studies/")) {
      const name = decodeURIComponent(route.slice("studies/".length));
      return keyed(
        route,
        html`<raftup-study .connection=${connection} .caller=${caller!} .name=${name}></raftup-study>`,
      );
    }
    if (route === "server") return html`<raftup-server .connection=${connection} .caller=${caller!}></raftup-server>`;
    return html`<p class="empty">There is no such screen. <a href="#">Sessions</a></p>`;
  }
}

customElements.define("raftup-console", ConsoleElement);
