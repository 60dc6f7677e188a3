/** Who is logged in, as the gateway says. */

export interface Caller {
  tenant: string;
  role: "observer" | "operator" | "admin";
  version: string;
  /** A result is played: there is nothing to change. */
  recording: boolean;
}

/** Whether time may be made to go on. */
export function mayRun(caller: Caller): boolean {
  return caller.recording || mayOperate(caller);
}

/** Whether steps may be taken and sessions changed. */
export function mayOperate(caller: Caller): boolean {
  return caller.role !== "observer";
}

export async function currentCaller(): Promise<Caller | null> {
  return (await (await fetch("/who")).json()) as Caller | null;
}

/** @throws Error with the reason where the gateway lets nobody in */
export async function logIn(proof: { code: string } | { token: string }): Promise<Caller> {
  const response = await fetch("/login", { method: "POST", body: JSON.stringify(proof) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Caller;
}

export async function logOut(): Promise<void> {
  await fetch("/logout", { method: "POST" });
}

/** The one-time code of the link, which is taken out of the address at once; what follows it stays. */
export function takeCode(): string | null {
  const match = /^#code=([\w-]+)(?:&(\/.*))?$/.exec(location.hash);
  if (match === null) return null;
  history.replaceState(null, "", match[2] === undefined ? "/" : `/#${match[2]}`);
  return match[1]!;
}
