/** The login screen: a token proves who one is. */

import { html, nothing } from "lit";
import { logIn } from "./caller.ts";
import { Element, reasonOf } from "./element.ts";

class LoginElement extends Element {
  static override properties = { error: { state: true } };
  declare error: string;

  constructor() {
    super();
    this.error = "";
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const token = new FormData(form).get("token");
    try {
      const caller = await logIn({ token: typeof token === "string" ? token.trim() : "" });
      this.dispatchEvent(new CustomEvent("login", { detail: caller }));
    } catch (error) {
      this.error = reasonOf(error);
    } finally {
      form.reset();
    }
  }

  protected override render() {
    return html`
      <form class="login panel" @submit=${(event: SubmitEvent) => void this.submit(event)}>
        <h1>Log in</h1>
        <p>Sessions of this server are seen with a token of yours, or by the link that the console was started with.</p>
        <label>Token<input name="token" type="password" autocomplete="off" required /></label>
        ${this.error === "" ? nothing : html`<p class="problem" role="alert">${this.error}</p>`}
        <button class="primary">Log in</button>
      </form>
    `;
  }
}

customElements.define("raftup-login", LoginElement);
